% One request, one answer: what the process around this file calls.

:- module(serve, [handle/8]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate), []).
:- use_module(library(date), []).
:- use_module(library(pairs), []).
:- use_module(library(ordsets), []).
:- use_module(library(assoc), []).
:- use_module(library(error), []).
:- use_module(library(sort), []).
:- use_module(library(strings), []).
:- use_module(library(solution_sequences), []).
:- use_module(library(random), []).
:- use_module(library(dif), []).
:- use_module(library(backcomp), []).
:- use_module(guard).
:- use_module(emit).
:- use_module(old_arithmetic).
:- use_module(reader).
:- use_module(explain).
:- use_module(json).

:- dynamic file/2, answer/1, chance/0, tabled/0.

% The program's module sees Prolog's core and nothing else.
:- add_import_module(prog, system, start),
   delete_import_module(prog, user).

:- public ready/0.
% ready: reads what will be needed later while files can still be read.
ready :-
    stamp_date_time(0, _, local),
    format_time(string(_), "%FT%T%:z %Z", 0),
    date:parse_time("2020-02-29", _),
    \+ date:parse_time("nonsense", _),
    catch(call_with_inference_limit(true, 10, _), _, true),
    garbage_collect,
    garbage_collect_atoms,
    garbage_collect_clauses,
    set_prolog_flag(autoload, false).

handle("file", Path, Text, _, _, _, _, "{}") :-
    note_chance(Text),
    assertz(file(Path, Text)).
handle("load", Compat, _, _, _, _, _, Reply) :-
    findall(Path-Text, retract(file(Path, Text)), Files),

    ( Compat == "true" -> compat_set(true) ; compat_set(false) ),
    load_program(Files, Problems),
    program_predicates(Predicates),
    maplist(problem_data, Problems, Listed),
    maplist(predicate_data, Predicates, Known),
    json_string(obj(["problems"-list(Listed), "predicates"-list(Known)]), Reply).
% table: predicates of the program, one a line, whose answers are remembered within a query.
handle("table", Specs, _, _, _, _, _, "{}") :-
    split_string(Specs, "\n", "", Each),
    forall(member(Spec, Each), table_predicate(Spec)),
    assertz(tabled).
handle("facts", Text, File, _, _, _, _, Reply) :-
    note_chance(Text),
    load_facts(Text, File, Problems),
    maplist(problem_data, Problems, Listed),
    json_string(obj(["problems"-list(Listed)]), Reply).
handle("inspect", Text, _, _, _, _, _, Reply) :-
    inspect(Text, Terms, Problems),
    maplist(problem_data, Problems, Listed),
    maplist(term_data, Terms, Shown),
    json_room(1000000),
    json_string(obj(["terms"-list(Shown), "problems"-list(Listed)]), Reply).
handle("calls", _, _, _, _, _, _, Reply) :-
    findall(list([str(A), num(N), str(B), num(M)]), reader:program_call(A, N, B, M), Edges),
    json_string(list(Edges), Reply).
handle("solve", Goal, Inferences, Solutions, Output, Stack, Explain, Reply) :-
    maplist(number_string, [MaxI, MaxS, MaxO, MaxStack], [Inferences, Solutions, Output, Stack]),
    set_prolog_flag(stack_limit, MaxStack),
    solve(Goal, limits(MaxI, MaxS, MaxO), Explain, Data),
    json_string(Data, Reply).

% batch: goals, one a line, each with all limits to itself; the first of them, when they take
% more than Slice seconds together.
handle("batch", Goals, Inferences, Solutions, Output, Stack, Slice, Reply) :-
    maplist(number_string, [MaxI, MaxS, MaxO, MaxStack, Seconds],
            [Inferences, Solutions, Output, Stack, Slice]),
    set_prolog_flag(stack_limit, MaxStack),
    split_string(Goals, "\n", "", Each),
    get_time(Now),
    Until is Now + Seconds,
    batch_answers(Each, limits(MaxI, MaxS, MaxO), Until, Answers),
    json_string(list(Answers), Reply).

batch_answers([], _, _, []).
batch_answers([Goal|Goals], Limits, Until, [raw(Text)|More]) :-
    findall(Shown, once(( solve(Goal, Limits, "false", Data), json_string(Data, Shown) )), [Text]),
    get_time(Now),
    (   Now > Until
    ->  More = []
    ;   batch_answers(Goals, Limits, Until, More)
    ).

table_predicate(Spec) :-
    split_string(Spec, "/", "", Parts),
    append(Front, [Last], Parts),
    atomic_list_concat(Front, '/', Name),
    number_string(Arity, Last),
    table(prog:Name/Arity).

% fresh_tables: what was asked before must not decide how much a query costs.
fresh_tables :-
    (   tabled
    ->  abolish_all_tables
    ;   true
    ).

problem_data(problem(Code, Text, File, Line, Column), Data) :-
    (   string(Text)
    ->  Shown = Text
    ;   format(string(Shown), "~w", [Text])
    ),
    Data = obj(["code"-str(Code), "text"-str(Shown), "file"-str(File),
                "line"-num(Line), "column"-num(Column)]).

predicate_data(pred(Name, Arity, Names), list([str(Name), num(Arity), list(Strings)])) :-
    findall(str(N), member(N, Names), Strings).

term_data(term(Line, Term, Names), list([num(Line), Data])) :-
    (   acyclic_term(Term)
    ->  Data = term(Term, Names)
    ;   Data = null
    ).

% ── Solving ─────────────────────────────────────────────────────────────────────────

solve(Text, Limits, Explain, Data) :-
    note_chance(Text),
    catch(read_goal(Text, Goal, Names), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  goal_column(Where, Column),
        format(string(Message), "~w", [What]),
        Data = obj(["outcome"-str("error"), "code"-str("goal_syntax"), "message"-str(Message),
                    "column"-num(Column)])
    ;   solve_goal(Goal, Names, Limits, Explain, Data)
    ).

goal_column(stream(_, _, Column, _), Shown) :- !, Shown is Column + 1.
goal_column(string(_, At), Shown) :- !, Shown is At + 1.
goal_column(_, 0).

solve_goal(Goal, Names, limits(MaxI, MaxS, MaxO), Explain, Data) :-
    emit_start(MaxO),
    json_room(MaxO),
    compat_fresh,
    seed_chance,
    fresh_tables,
    retractall(answer(_)),
    statistics(inferences, Before),
    catch(limited(Goal, Names, MaxI, MaxS, Result), Ball, Result = ball(Ball)),
    statistics(inferences, After),
    Used is max(0, After - Before),
    findall(raw(Text), answer(Text), Answers),
    retractall(answer(_)),
    verdict(Result, Answers, Verdict),
    emit_size(Size),
    kept_output(Output),
    derivation(Explain, Verdict, Goal, MaxI, Derivation),
    ( compat_used -> Compat = true ; Compat = false ),
    append(Verdict, ["solutions"-list(Answers), "inferences"-num(Used), "written"-num(Size),
                     "output"-str(Output), "compat_used"-bool(Compat)|Derivation], All),
    Data = obj(All).

% seed_chance: the same chance in every query. Seeding is slow, and few have use for it.
seed_chance :-
    (   chance
    ->  set_random(seed(42))
    ;   true
    ).

note_chance(Text) :-
    (   sub_string(Text, _, _, _, "random"),
        \+ chance
    ->  assertz(chance)
    ;   true
    ).

kept_output(Output) :-
    emit_text(Text),
    (   sub_string(Text, 0, 2000, _, Head)
    ->  Output = Head
    ;   Output = Text
    ).

limited(Goal, Names, MaxI, MaxS, Result) :-
    guard:acyclic_or_refuse(Goal),
    safe_goal(Goal, Safe),
    retractall(guard:refused_in(_, _)),
    within(Safe, Names, MaxI, MaxS, First),
    (   First = ball(limit(inferences))
    ->  % The first call of a predicate costs a little more than all others: what was asked
        % before must not decide about the limit, so the second run does.
        retractall(answer(_)),
        emit_room(Room),
        emit_start(Room),
        json_room(Room),
        seed_chance,
        fresh_tables,
        within(Safe, Names, MaxI, MaxS, Result)
    ;   Result = First
    ).

within(Safe, Names, MaxI, MaxS, Result) :-
    call_with_inference_limit(collect(Safe, Names, MaxS, How), MaxI, Limit),
    (   Limit == inference_limit_exceeded
    ->  Result = ball(limit(inferences))
    ;   Result = How
    ).

% collect(+Goal, +Names, +Max, -How): keeps answers as they come; How says if these are all.
collect(Goal, Names, Max, How) :-
    Count = count(0),
    (   call(prog:Goal),
        keep_answer(Names),
        arg(1, Count, Old),
        New is Old + 1,
        nb_setarg(1, Count, New),
        New >= Max
    ->  How = some
    ;   How = all
    ).

keep_answer(Names) :-
    findall(Name-Data, ( member(Name=Value, Names), shown(Name), answer_data(Value, Names, Data) ),
            Pairs),
    json_string(obj(Pairs), Text),
    assertz(answer(Text)).

shown(Name) :-
    \+ sub_atom(Name, 0, _, _, '_').

answer_data(Value, Names, Data) :-
    (   acyclic_term(Value)
    ->  Data = term(Value, Names)
    ;   throw(error(type_error(acyclic_term, cyclic), _))
    ).

verdict(all, [], ["outcome"-str("false"), "complete"-bool(true)]) :- !.
verdict(all, _, ["outcome"-str("true"), "complete"-bool(true)]) :- !.
verdict(some, _, ["outcome"-str("true"), "complete"-bool(false)]) :- !.
verdict(ball(Ball), _, ["outcome"-str(Outcome), "code"-str(Code), "message"-str(Message),
                        "complete"-bool(false)|More]) :-
    ball(Ball, Outcome, Code, Text, More),
    (   sub_string(Text, 0, 500, _, Short)
    ->  Message = Short
    ;   Message = Text
    ).

ball(Ball, error, thrown, "an unbound variable", []) :- var(Ball), !.
ball(limit(What), limit, What, "", []) :- !.
ball(inference_limit_exceeded, limit, inferences, "", []) :- !.
ball(refused(Indicator), error, refused, Text, []) :- !, shown_text(Indicator, Text).
ball(error(Formal, _), Outcome, Code, Text, More) :-
    nonvar(Formal),
    !,
    formal(Formal, Outcome, Code, Text, More).
ball(Ball, error, thrown, Text, []) :-
    shown_text(Ball, Text).

formal(resource_error(What), limit, Code, Text, []) :- !,
    shown_text(What, Text),
    ( sub_string(Text, _, _, _, "memory") -> Code = memory ; Code = stack ).
formal(io_error(write, _), limit, memory, "no room for the text", []) :- !.
formal(existence_error(procedure, Where), error, unknown_predicate, Text,
       ["name"-str(Name), "arity"-num(Arity)]) :-
    ( Where = _:Name/Arity ; Where = Name/Arity ),
    !,
    shown_text(Name/Arity, Text).
formal(Formal, error, Code, Text, []) :-
    functor(Formal, Code, _),
    shown_text(Formal, Text).

shown_text(Term, Text) :-
    (   acyclic_term(Term)
    ->  format(string(Text), "~W", [Term, [quoted(true), max_depth(12)]])
    ;   Text = "a cyclic term"
    ).

% ── Derivations ─────────────────────────────────────────────────────────────────────

derivation("true", ["outcome"-str("true")|_], Goal, MaxI, Pairs) :- !,
    safe_goal(Goal, Safe),
    explained(explain_true(Safe, 20000, Trees), Trees, MaxI, Pairs).
derivation("true", ["outcome"-str("false")|_], Goal, MaxI, Pairs) :- !,
    safe_goal(Goal, Safe),
    explained(explain_false(Safe, 12, Trees), Trees, MaxI, Pairs).
derivation(_, _, _, _, []).

explained(Explain, Trees, MaxI, Pairs) :-
    Limit is MaxI * 4,
    json_room(1000000),
    catch(call_with_inference_limit(derived(Explain, Trees, Text), Limit, Result),
          Ball, Result = ball(Ball)),
    (   nonvar(Result),
        memberchk(Result, [true, !])
    ->  Pairs = ["derivation"-raw(Text)]
    ;   Pairs = ["derivation_cut"-bool(true)]
    ).
explained(_, _, _, ["derivation_cut"-bool(true)]).

derived(Explain, Trees, Text) :-
    call(Explain),
    maplist(tree_data, Trees, Shown),
    json_string(list(Shown), Text).

tree_data(node(Kind, Truth, Goal, File, Line, Trees), Data) :-
    maplist(tree_data, Trees, Items),
    plain_goal(Goal, Plain),
    ( acyclic_term(Plain) -> Shown = term(Plain, []) ; Shown = null ),
    ( Line == none -> Place = [] ; Place = ["file"-str(File), "line"-num(Line)] ),
    append(["kind"-str(Kind), "truth"-bool(Truth), "goal"-Shown|Place], ["items"-list(Items)], All),
    Data = obj(All).

% A goal as it was written, without what the guard put around it.
plain_goal(Goal, Goal) :- var(Goal), !.
plain_goal(Module:Goal, Plain) :-
    atom(Module), nonvar(Goal), !,
    (   Module == guard,
        Goal = run(Inner)
    ->  plain_goal(Inner, Plain)
    ;   plain_goal(Goal, Plain)
    ).
plain_goal((A, B), (PA, PB)) :- !, plain_goal(A, PA), plain_goal(B, PB).
plain_goal((A ; B), (PA ; PB)) :- !, plain_goal(A, PA), plain_goal(B, PB).
plain_goal((A -> B), (PA -> PB)) :- !, plain_goal(A, PA), plain_goal(B, PB).
plain_goal(\+ A, \+ PA) :- !, plain_goal(A, PA).
plain_goal(Goal, Goal).

% serve(...): handle/8, with an answer also when a request goes wrong.
:- public serve/8.
serve(Verb, A, B, C, D, E, F, Reply) :-
    catch(handle(Verb, A, B, C, D, E, F, Reply), Ball, true),
    (   var(Ball)
    ->  true
    ;   ball(Ball, Outcome, Code, Text, _),
        json_string(obj(["outcome"-str(Outcome), "code"-str(Code), "message"-str(Text)]), Reply)
    ),
    !.
