% Reads program files and facts as terms. Nothing is consulted: a directive is looked at, and
% only declarations, and goals that the guard allows, have any effect.

:- module(reader, [load_program/2, load_facts/3, remove_facts/0, inspect/3, read_goal/3,
                   clause_place/3, program_predicates/1]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(guard).

:- dynamic
    place/3,            % place(Ref, File, Line)
    case_clause/1,      % refs of the case's clauses, to be erased
    case_new/2,         % predicates that the case brought in
    head_names/3,       % head_names(Name, Arity, Names) from the first clause of a predicate
    pending/3,          % clauses of the program before they are checked
    loaded_file/1,
    problem/5.          % problem(Code, Text, File, Line, Column)

clause_place(Ref, File, Line) :-
    place(Ref, File, Line).

% load_program(+Files, -Problems): Files is a list of Path-Text, in the order to be loaded.
load_program(Files, Problems) :-
    retractall(problem(_, _, _, _, _)),
    retractall(loaded_file(_)),
    forall(member(Path-Text, Files), load_file(Path, Text, Files)),
    forall(retract(pending(File, Line, Clause)), add_program_clause(File, Line, Clause)),
    assertz(guard:loading),
    forall(retract(late_goal(File, Line, Goal)), run_directive(File, Line, Goal)),
    retractall(guard:loading),
    take_problems(Problems).

:- dynamic late_goal/3.

load_file(Path, _, _) :-
    loaded_file(Path),
    !.
load_file(Path, Text, Files) :-
    assertz(loaded_file(Path)),
    each_term(Text, Path, program(Files)).

take_problems(Problems) :-
    findall(problem(C, T, F, L, Col), problem(C, T, F, L, Col), Problems),
    retractall(problem(_, _, _, _, _)).

note(Code, Text, File, Line, Column) :-
    assertz(problem(Code, Text, File, Line, Column)).

% each_term(+Text, +File, +Handler): hands over every term with its line; errors are noted.
each_term(Text, File, Handler) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_all(Stream, File, Handler),
        close(Stream)).

read_all(Stream, File, Handler) :-
    repeat,
    catch(read_one(Stream, Read), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  syntax_place(Where, Line, Column),
        note(syntax, What, File, Line, Column),
        fail
    ;   Read = term(end_of_file, _, _)
    ->  !
    ;   Read = term(Term, Line, Names),
        handle(Handler, Term, File, Line, Names),
        fail
    ).

read_one(Stream, term(Term, Line, Names)) :-
    read_term(Stream, Term, [
        module(prog), syntax_errors(error), term_position(Position), variable_names(Names),
        cycles(false), dotlists(false)
    ]),
    stream_position_data(line_count, Position, Line).

syntax_place(stream(_, Line, Column, _), Line, Shown) :- !, Shown is Column + 1.
syntax_place(string(_, At), Line, Column) :- !, Line = 1, Column is At + 1.
syntax_place(_, 0, 0).

% ── Programs ────────────────────────────────────────────────────────────────────────

handle(program(Files), Term, File, Line, Names) :-
    (   Term = (:- Directive)
    ->  declare(Directive, File, Line, Files)
    ;   Term = (?- _)
    ->  note(directive_not_run, "?- is not run", File, Line, 0)
    ;   catch(plain_clause(Term, Clause), error(Formal, _), true),
        (   nonvar(Formal)
        ->  note_error(Formal, File, Line)
        ;   remember_head(Clause, Names, File, Line)
        ->  assertz(pending(File, Line, Clause))
        ;   true
        )
    ).
handle(facts, Term, File, Line, _) :-
    (   Term = (:- Directive)
    ->  fact_directive(Directive, File, Line)
    ;   catch(plain_clause(Term, Clause), error(Formal, _), true),
        (   nonvar(Formal)
        ->  note_error(Formal, File, Line)
        ;   add_case_clause(File, Line, Clause)
        )
    ).
handle(look(Kind), Term, _, Line, Names) :-
    assertz(looked(Kind, Line, Term, Names)).

:- dynamic looked/4.

plain_clause(Term, Clause) :-
    (   nonvar(Term),
        Term = (_ --> _)
    ->  dcg_translate_rule(Term, Clause)
    ;   Clause = Term
    ).

remember_head(Clause, Names, File, Line) :-
    clause_head(Clause, Head),
    (   nonvar(Head),
        Head = _:_
    ->  format(string(Text), "~q names a module, which no program may", [Head]),
        note(reserved, Text, File, Line, 0),
        fail
    ;   callable(Head)
    ->  functor(Head, Name, Arity),
        (   catch(guard:check_head(Head), refused(_), fail)
        ->  define(Name, Arity),
            remember_names(Name, Arity, Head, Names)
        ;   format(string(Text), "~q is Prolog's own and cannot be defined", [Name/Arity]),
            note(reserved, Text, File, Line, 0),
            fail
        )
    ;   format(string(Text), "~q is no clause", [Head]),
        note(no_clause, Text, File, Line, 0),
        fail
    ).

clause_head((Head :- _), Head) :- !.
clause_head(Head, Head).

% The names of the first clause's arguments; one that is no variable has none.
remember_names(Name, Arity, Head, Names) :-
    (   head_names(Name, Arity, Old),
        \+ memberchk("", Old)
    ->  true
    ;   Head =.. [_|Args],
        maplist(name_of(Names), Args, Found),
        (   head_names(Name, Arity, Old)
        ->  retractall(head_names(Name, Arity, _)),
            maplist(better_name, Old, Found, Best)
        ;   Best = Found
        ),
        assertz(head_names(Name, Arity, Best))
    ).

better_name(Old, New, Best) :-
    (   Old == ""
    ->  Best = New
    ;   Best = Old
    ).

name_of(Names, Arg, Name) :-
    (   var(Arg),
        member(Known=Var, Names),
        Var == Arg
    ->  atom_string(Known, Text),
        ( sub_string(Text, 0, 1, _, "_") -> Name = "" ; Name = Text )
    ;   Name = ""
    ).

program_predicates(List) :-
    findall(pred(Name, Arity, Names), program_predicate(Name, Arity, Names), Found),
    sort(Found, List).

program_predicate(Name, Arity, Names) :-
    head_names(Name, Arity, Names).

add_program_clause(File, Line, Clause) :-
    add_clause(File, Line, Clause, _).

add_clause(File, Line, Clause, Ref) :-
    catch(store_clause(File, Line, Clause, Ref), Ball, true),
    (   var(Ball)
    ->  true
    ;   note_ball(Ball, File, Line),
        fail
    ).
add_clause(_, _, _, none).

store_clause(File, Line, Clause, Ref) :-
    safe_clause(Clause, Safe),
    forall(retract(guard:refused_in(Name, Arity)), note_refused(Name/Arity, File, Line)),
    assertz(prog:Safe, Ref),
    assertz(place(Ref, File, Line)).

note_refused(Indicator, File, Line) :-
    format(string(Text), "~q", [Indicator]),
    note(refused, Text, File, Line, 0).

note_ball(refused(Indicator), File, Line) :- !, note_refused(Indicator, File, Line).
note_ball(error(Formal, _), File, Line) :- !, note_error(Formal, File, Line).
note_ball(Ball, _, _) :- throw(Ball).

note_error(Formal, File, Line) :-
    format(string(Text), "~q", [Formal]),
    note(clause, Text, File, Line, 0).

% ── Directives of a program ─────────────────────────────────────────────────────────

declare(Directive, File, Line, _) :-
    var(Directive),
    !,
    note(directive_not_run, "a variable", File, Line, 0).
declare((A, B), File, Line, Files) :-
    declares((A, B)),
    !,
    declare(A, File, Line, Files),
    declare(B, File, Line, Files).
declare(dynamic(Specs), _, _, _) :- !, declare_dynamic(Specs).
declare(discontiguous(_), _, _, _) :- !.
declare(multifile(_), _, _, _) :- !.
declare(module(_, _), _, _, _) :- !.
declare(style_check(_), _, _, _) :- !.
declare(set_prolog_flag(Flag, Value), File, Line, _) :- !, set_flag(Flag, Value, File, Line).
declare(op(P, T, N), File, Line, _) :- !, declare_op(P, T, N, File, Line).
declare(table(Specs), File, Line, _) :- !,
    format(string(Text), "table ~q", [Specs]),
    note(table_ignored, Text, File, Line, 0).
declare(Load, File, Line, Files) :-
    loads(Load, Specs),
    !,
    load_specs(Specs, File, Line, Files).
declare(Directive, File, Line, _) :-
    note_later(Directive, File, Line).

declares((A, B)) :- !, nonvar(A), nonvar(B), declares(A), declares(B).
declares(dynamic(_)).
declares(discontiguous(_)).
declares(multifile(_)).
declares(style_check(_)).
declares(Load) :- loads(Load, _).

loads(Specs, Specs) :- is_list(Specs).
loads(consult(S), S).
loads(ensure_loaded(S), S).
loads(include(S), S).
loads(use_module(S), S).
loads(use_module(S, _), S).
loads(load_files(S, _), S).
loads(load_files(S), S).
loads(reexport(S), S).

load_specs(Specs, File, Line, Files) :-
    (   is_list(Specs)
    ->  forall(member(Spec, Specs), load_spec(Spec, File, Line, Files))
    ;   load_spec(Specs, File, Line, Files)
    ).

load_spec(Spec, File, Line, Files) :-
    (   harmless_library(Spec)
    ->  true
    ;   find_file(Spec, Files, Path, Text)
    ->  load_file(Path, Text, Files)
    ;   format(string(Shown), "~q", [Spec]),
        note(not_loaded, Shown, File, Line, 0)
    ).

% What these libraries bring is on the guard's list, or is refused when it is called.
harmless_library(library(Name)) :-
    memberchk(Name, [lists, apply, aggregate, date, pairs, ordsets, assoc, error, debug, option,
                     solution_sequences, strings, dcg/basics, between, system, sort, arithmetic]).

% A file of the program, by its last part, as far as the directive names it.
find_file(Spec, Files, Path, Text) :-
    ground(Spec),
    catch(file_text(Spec, Wanted), _, fail),
    member(Path-Text, Files),
    ( Name = Wanted ; string_concat(Wanted, ".pl", Name) ),
    ends_in(Path, Name),
    !.

file_text(A/B, Text) :- !, file_text(A, TA), file_text(B, TB), atomics_to_string([TA, "/", TB], Text).
file_text(Atomic, Text) :- atomic(Atomic), format(string(Text), "~w", [Atomic]).

atomics_to_string(List, Text) :-
    atomic_list_concat(List, Atom),
    atom_string(Atom, Text).

ends_in(Path, Name) :-
    (   Path == Name
    ;   string_concat("/", Name, Tail),
        string_concat(_, Tail, Path)
    ;   string_concat("/", Path, Tail),
        string_concat(_, Tail, Name)
    ),
    !.

declare_op(Priority, Type, Names, File, Line) :-
    ( is_list(Names) -> Each = Names ; Each = [Names] ),
    (   forall(member(Name, Each), atom(Name)),
        catch(forall(member(Name, Each), op(Priority, Type, prog:Name)), error(_, _), fail)
    ->  true
    ;   format(string(Text), "~q", [op(Priority, Type, Names)]),
        note(op_ignored, Text, File, Line, 0)
    ).

% double_quotes is the one flag that data sets set; it changes how this file is read.
set_flag(Flag, Value, File, Line) :-
    (   Flag == double_quotes,
        memberchk(Value, [string, atom, codes, chars])
    ->  '$set_source_module'(Old, prog),
        set_prolog_flag(double_quotes, Value),
        '$set_source_module'(_, Old)
    ;   format(string(Text), "~q", [set_prolog_flag(Flag, Value)]),
        note(flag_ignored, Text, File, Line, 0)
    ).

declare_dynamic(Specs) :-
    forall(indicator(Specs, Name, Arity), declare_one(Name, Arity)).

declare_one(Name, Arity) :-
    functor(Head, Name, Arity),
    (   catch(guard:check_head(Head), refused(_), fail)
    ->  define(Name, Arity),
        dynamic(prog:Name/Arity)
    ;   true
    ).

indicator(Specs, _, _) :- var(Specs), !, fail.
indicator((A, B), Name, Arity) :- !, ( indicator(A, Name, Arity) ; indicator(B, Name, Arity) ).
indicator([A|B], Name, Arity) :- !, ( indicator(A, Name, Arity) ; indicator(B, Name, Arity) ).
indicator(Specs as _, Name, Arity) :- !, indicator(Specs, Name, Arity).
indicator(Name/Arity, Name, Arity) :- atom(Name), integer(Arity).

% Goals run when all clauses are in: a program may compute its declarations.
note_later(Directive, File, Line) :-
    assertz(late_goal(File, Line, Directive)).

run_directive(File, Line, Goal) :-
    (   Goal == halt
    ->  note(directive_not_run, "halt", File, Line, 0)
    ;   catch(declaring(Goal), Ball, true)
    ->  (   var(Ball)
        ->  true
        ;   describe_ball(Ball, Text),
            note(directive_failed, Text, File, Line, 0)
        )
    ;   format(string(Text), "~q", [Goal]),
        note(directive_failed, Text, File, Line, 0)
    ).

% Declarations computed by a goal, as dynamic(P), arrive here through the guard.
declaring(Goal) :-
    call_with_inference_limit(once(guard:run(Goal)), 1000000, Result),
    Result \== inference_limit_exceeded.

describe_ball(Ball, Text) :-
    (   Ball = error(Formal, _)
    ->  format(string(Text), "~q", [Formal])
    ;   format(string(Text), "~q", [Ball])
    ).

% ── Facts of a case ─────────────────────────────────────────────────────────────────

% load_facts(+Text, +File, -Problems): the case's clauses, after the program's own.
load_facts(Text, File, Problems) :-
    remove_facts,
    retractall(problem(_, _, _, _, _)),
    each_term(Text, File, facts),
    take_problems(Problems).

add_case_clause(File, Line, Clause) :-
    clause_head(Clause, Head),
    (   callable(Head)
    ->  functor(Head, Name, Arity),
        open_case_predicate(Name, Arity),
        (   Clause = (_ :- _)
        ->  format(string(Text), "~q", [Name/Arity]),
            note(rule, Text, File, Line, 0)
        ;   true
        ),
        add_clause(File, Line, Clause, Ref),
        ( Ref == none -> true ; assertz(case_clause(Ref)) ),
        !
    ;   format(string(Text), "~q is no clause", [Head]),
        note(no_clause, Text, File, Line, 0)
    ).

open_case_predicate(Name, Arity) :-
    (   guard:defined(Name, Arity)
    ->  true
    ;   functor(Head, Name, Arity),
        catch(guard:check_head(Head), refused(_), fail)
    ->  define(Name, Arity),
        assertz(case_new(Name, Arity))
    ;   true
    ).

fact_directive(Directive, File, Line) :-
    (   nonvar(Directive),
        declares_facts(Directive, Specs)
    ->  forall(( indicator(Specs, Name, Arity) ), declare_for_case(Name, Arity)),
        note(declaration, "", File, Line, 0)
    ;   nonvar(Directive),
        loads(Directive, _)
    ->  format(string(Text), "~q", [Directive]),
        note(loads, Text, File, Line, 0)
    ;   format(string(Text), "~q", [Directive]),
        note(directive_not_run, Text, File, Line, 0)
    ).

declares_facts(discontiguous(Specs), Specs).
declares_facts(dynamic(Specs), Specs).
declares_facts(multifile(Specs), Specs).

declare_for_case(Name, Arity) :-
    open_case_predicate(Name, Arity),
    (   case_new(Name, Arity)
    ->  dynamic(prog:Name/Arity)
    ;   true
    ).

% remove_facts: the program as it was before the case; what the case brought in is unknown again.
remove_facts :-
    forall(retract(case_clause(Ref)), ( retractall(place(Ref, _, _)), erase(Ref) )),
    forall(retract(case_new(Name, Arity)), forget(Name, Arity)).

forget(Name, Arity) :-
    undefine(Name, Arity),
    abolish(prog:Name/Arity).

% ── Looking without running ─────────────────────────────────────────────────────────

% inspect(+Text, -Terms, -Problems): terms with lines and names of variables; nothing is run.
inspect(Text, Terms, Problems) :-
    retractall(problem(_, _, _, _, _)),
    retractall(looked(_, _, _, _)),
    each_term(Text, "", look(text)),
    findall(term(Line, Term, Names), looked(text, Line, Term, Names), Terms),
    retractall(looked(_, _, _, _)),
    take_problems(Problems).

% read_goal(+Text, -Goal, -Names): one goal, its final dot optional.
read_goal(Text, Goal, Names) :-
    with_one_dot(Text, Dotted),
    setup_call_cleanup(
        open_string(Dotted, Stream),
        ( read_one(Stream, term(Goal, _, Names)),
          read_one(Stream, term(Rest, _, _)) ),
        close(Stream)),
    (   Goal == end_of_file
    ->  throw(error(syntax_error(goal_empty), string(Text, 0)))
    ;   Rest == end_of_file
    ->  true
    ;   throw(error(syntax_error(more_than_one_goal), string(Text, 0)))
    ).

% program_call(-Caller, -Arity, -Callee, -CalleeArity): calls between the program's predicates.
program_call(Caller, Arity, Callee, CalleeArity) :-
    findall(e(A, N, B, M), edge(A, N, B, M), All),
    sort(All, Edges),
    member(e(Caller, Arity, Callee, CalleeArity), Edges).

edge(A, N, B, M) :-
    head_names(A, N, _),
    functor(Head, A, N),
    clause(prog:Head, Body),
    called(Body, Goal),
    functor(Goal, B, M),
    head_names(B, M, _).

called(Goal, _) :- var(Goal), !, fail.
called(Goal, Goal) :- callable(Goal).
called(Goal, Sub) :-
    compound(Goal),
    arg(_, Goal, Arg),
    called(Arg, Sub).

with_one_dot(Text, Dotted) :-
    split_string(Text, "", " \t\r\n", [Trimmed]),
    (   string_concat(Plain, ".", Trimmed)
    ->  true
    ;   Plain = Trimmed
    ),
    string_concat(Plain, "\n.", Dotted).
