% What a program, facts or a goal may call: an allow-list, applied when clauses come in and
% again to every goal that is only known at run time. What is not listed here is refused.

:- module(guard, [safe_clause/2, safe_goal/2, refused_in/2, run/1, refuse/1, define/2, undefine/2]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(emit).
:- use_module(old_arithmetic).

:- dynamic defined/2, refused_in/2.

% define(Name, Arity): from now on calls of it mean the program's own predicate.
define(Name, Arity) :-
    (   defined(Name, Arity)
    ->  true
    ;   assertz(defined(Name, Arity))
    ).

undefine(Name, Arity) :-
    retractall(defined(Name, Arity)).

% safe_clause(+Clause, -Safe): the clause with every call checked; refuses odd heads.
safe_clause((Head :- Body), (Head :- Safe)) :-
    !,
    check_head(Head),
    safe_goal(Body, Safe).
safe_clause(Head, Head) :-
    check_head(Head).

check_head(Head) :-
    (   var(Head)
    ->  throw(error(instantiation_error, _))
    ;   \+ callable(Head)
    ->  throw(error(type_error(callable, Head), _))
    ;   Head = _:_
    ->  throw(refused((:)/2))
    ;   functor(Head, Name, Arity),
        reserved(Name, Arity)
    ->  throw(refused(Name/Arity))
    ;   true
    ).

% Hooks that other parts of Prolog would call, and control, are nobody's to define.
reserved(Name, Arity) :-
    functor(Head, Name, Arity),
    (   control(Head)
    ;   predicate_property(system:Head, defined)
    ;   memberchk(Name, [term_expansion, goal_expansion, portray, message_hook, exception,
                         prolog_load_file, attr_unify_hook, attribute_goals, expand_query,
                         expand_answer, message_property, resource, file_search_path,
                         library_directory, prolog_exception_hook, user_expansion])
    ),
    !.

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).
control(!).
control(_:_).
control((_ :- _)).
control((_ --> _)).
control('|'(_, _)).

% safe_goal(+Goal, -Safe): Goal with calls that are not allowed turned into their refusal,
% and with goals that are still variables checked when they are called.
safe_goal(Goal, guard:run(Goal)) :-
    var(Goal),
    !.
safe_goal((A, B), (SA, SB)) :- !, safe_goal(A, SA), safe_goal(B, SB).
safe_goal((A ; B), (SA ; SB)) :- !, safe_goal(A, SA), safe_goal(B, SB).
safe_goal((A -> B), (SA -> SB)) :- !, safe_goal(A, SA), safe_goal(B, SB).
safe_goal((A *-> B), (SA *-> SB)) :- !, safe_goal(A, SA), safe_goal(B, SB).
safe_goal(\+ A, \+ SA) :- !, safe_goal(A, SA).
safe_goal(!, !) :- !.
safe_goal(Goal, Safe) :-
    \+ callable(Goal),
    !,
    Safe = throw(error(type_error(callable, Goal), _)).
safe_goal(Goal, Safe) :-
    functor(Goal, Name, Arity),
    defined(Name, Arity),
    !,
    Safe = Goal.
safe_goal(Goal, Safe) :-
    instead(Goal, Safe),
    !.
safe_goal(Goal, Safe) :-
    meta(Goal, Module, Specs),
    !,
    Goal =.. [Name|Args],
    maplist(safe_argument(Module), Specs, Args, SafeArgs),
    Plain =.. [Name|SafeArgs],
    qualify(Module, Plain, Safe).
safe_goal(Goal, Safe) :-
    functor(Goal, Name, Arity),
    (   allowed(Module, Name, Arity)
    ->  qualify(Module, Goal, Safe)
    ;   visible(Name, Arity)
    ->  note_refusal(Name, Arity),
        Safe = guard:refuse(Name/Arity)
    ;   Safe = Goal                      % the case may define it; otherwise it does not exist
    ).

qualify(system, Goal, Goal) :- !.
qualify(Module, Goal, Module:Goal).

note_refusal(Name, Arity) :-
    (   refused_in(Name, Arity)
    ->  true
    ;   assertz(refused_in(Name, Arity))
    ).

% visible(Name, Arity): Prolog has something of this name, loaded or to be found in a library.
visible(Name, Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(system:Head, defined)
    ;   predicate_property(user:Head, defined)
    ;   '$in_library'(Name, Arity, _)
    ;   Name == (:)
    ),
    !.

refuse(Indicator) :-
    throw(refused(Indicator)).

% run(Goal): calls a goal that was not known before, checked now.
run(Goal) :-
    must_be_callable(Goal),
    acyclic_or_refuse(Goal),
    safe_goal(Goal, Safe),
    call(prog:Safe).

must_be_callable(Goal) :-
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal)
    ->  true
    ;   throw(error(type_error(callable, Goal), _))
    ).

acyclic_or_refuse(Goal) :-
    (   acyclic_term(Goal)
    ->  true
    ;   throw(error(type_error(acyclic_term, cyclic), _))
    ).

% A closure gets its further arguments first and is checked then.
:- public run/2, run/3, run/4, run/5, run/6, run/7, run/8.
run(C, A) :- extend(C, [A], G), run(G).
run(C, A, B) :- extend(C, [A, B], G), run(G).
run(C, A, B, D) :- extend(C, [A, B, D], G), run(G).
run(C, A, B, D, E) :- extend(C, [A, B, D, E], G), run(G).
run(C, A, B, D, E, F) :- extend(C, [A, B, D, E, F], G), run(G).
run(C, A, B, D, E, F, H) :- extend(C, [A, B, D, E, F, H], G), run(G).
run(C, A, B, D, E, F, H, I) :- extend(C, [A, B, D, E, F, H, I], G), run(G).

extend(Closure, More, Goal) :-
    must_be_callable(Closure),
    Closure =.. Old,
    append(Old, More, New),
    Goal =.. New.

% A goal inside a library's predicate still belongs to the program.
safe_argument(Module, Spec, Arg, Safe) :-
    (   Spec == 0,
        Module == system
    ->  safe_goal(Arg, Safe)
    ;   Spec == 0
    ->  Safe = prog:SafeGoal,
        safe_goal(Arg, SafeGoal)
    ;   Spec == (^)
    ->  safe_bagged(Arg, Safe)
    ;   integer(Spec)
    ->  Safe = guard:run(Arg)
    ;   Safe = Arg
    ).

safe_bagged(Arg, Safe) :-
    (   nonvar(Arg),
        Arg = V^Inner
    ->  Safe = V^SafeInner,
        safe_bagged(Inner, SafeInner)
    ;   safe_goal(Arg, Safe)
    ).

% Calls of which ours stand in for Prolog's own.
instead(call(G), guard:run(G)).
instead(Call, Safe) :-
    Call =.. [call, Closure, A|More],
    Safe = guard:Inner,
    Inner =.. [run, Closure, A|More].
instead(catch(G, E, R), catch(SG, Ball, guard:caught(Ball, E, R))) :-
    safe_goal(G, SG).
instead(Goal, Safe) :-
    emitted(Goal),
    Safe = emit:emit(Goal).
instead(write_term(T, O), emit:emit_term(T, O)).
instead(throw(Ball), guard:thrown(Ball)).
instead(format(F), emit:emit_format(F, [])).
instead(format(F, A), emit:emit_format(F, A)).
instead(format(To, F, A), emit:emit_format(To, F, A)).
instead(with_output_to(To, G), emit:emit_to(To, SG)) :-
    safe_goal(G, SG).
instead(Goal, old_arithmetic:Safe) :-
    compat(Goal, Safe).
instead(phrase(B, L), guard:run(B, L, [])).
instead(phrase(B, L, R), guard:run(B, L, R)).
instead(format_time(To, F, T), emit:emit_time(To, F, T)).
instead(normalize_space(To, T), emit:emit_normalized(To, T)).
instead(dynamic(Specs), guard:declare(Specs)).
instead(discontiguous(_), true).
instead(multifile(_), true).

% declare(Specs): while a program is loaded it may say, or compute, what is dynamic.
:- public declare/1.
:- dynamic loading/0.
declare(Specs) :-
    (   loading
    ->  reader:declare_dynamic(Specs)
    ;   refuse((dynamic)/1)
    ).

% A program may throw what it likes, but not in the name of a limit or a refusal.
:- public thrown/1.
thrown(Ball) :-
    (   is_limit(Ball)
    ->  throw(thrown_by_program(Ball))
    ;   throw(Ball)
    ).

:- public caught/3.
caught(Ball, Catcher, Recovery) :-
    (   is_limit(Ball)
    ->  throw(Ball)                       % a limit is not the program's to catch
    ;   Ball = Catcher
    ->  run(Recovery)
    ;   throw(Ball)
    ).

is_limit(Ball) :-
    nonvar(Ball),
    (   Ball = error(Formal, _),
        nonvar(Formal),
        Formal = resource_error(_)
    ;   Ball = inference_limit_exceeded
    ;   Ball = inference_limit_exceeded(_)
    ;   Ball = time_limit_exceeded
    ;   Ball = limit(_)
    ;   Ball = refused(_)
    ;   Ball = '$aborted'
    ),
    !.

% meta(Goal, Module, Specs): 0 is a goal, ^ one with variables before it, N a closure.
meta(once(_), system, [0]).
meta(ignore(_), system, [0]).
meta(not(_), system, [0]).
meta(forall(_, _), system, [0, 0]).
meta(findall(_, _, _), system, [-, 0, -]).
meta(findall(_, _, _, _), system, [-, 0, -, -]).
meta(findnsols(_, _, _, _), system, [-, -, 0, -]).
meta(bagof(_, _, _), system, [-, ^, -]).
meta(setof(_, _, _), system, [-, ^, -]).
meta(aggregate_all(_, _, _), aggregate, [-, 0, -]).
meta(aggregate_all(_, _, _, _), aggregate, [-, -, 0, -]).
meta(maplist(_, _), apply, [1, -]).
meta(maplist(_, _, _), apply, [2, -, -]).
meta(maplist(_, _, _, _), apply, [3, -, -, -]).
meta(maplist(_, _, _, _, _), apply, [4, -, -, -, -]).
meta(include(_, _, _), apply, [1, -, -]).
meta(exclude(_, _, _), apply, [1, -, -]).
meta(partition(_, _, _, _), apply, [1, -, -, -]).
meta(foldl(_, _, _, _), apply, [3, -, -, -]).
meta(foldl(_, _, _, _, _), apply, [4, -, -, -, -]).
meta(foldl(_, _, _, _, _, _), apply, [5, -, -, -, -, -]).
meta(convlist(_, _, _), apply, [2, -, -]).
meta(predsort(_, _, _), sort, [3, -, -]).
meta(limit(_, _), solution_sequences, [-, 0]).
meta(distinct(_), solution_sequences, [0]).
meta(distinct(_, _), solution_sequences, [-, 0]).

emitted(Goal) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [write/1, print/1, writeln/1, writeq/1, write_canonical/1, nl/0, tab/1,
                           put_char/1]).

% allowed(Module, Name, Arity)
allowed(Module, Name, Arity) :-
    atom(Name),
    allow(Module, List),
    memberchk(Name/Arity, List),
    !.

allow(system, [
    true/0, fail/0, false/0, repeat/0, between/3, succ/2, plus/3,
    (=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2, compare/3,
    (is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2, (=@=)/2, (\=@=)/2, (?=)/2,
    unify_with_occurs_check/2, subsumes_term/2,
    var/1, nonvar/1, atom/1, number/1, integer/1, float/1, rational/1, rational/3, atomic/1,
    compound/1, callable/1, is_list/1, string/1, ground/1, cyclic_term/1, acyclic_term/1,
    functor/3, functor/4, arg/3, (=..)/2, compound_name_arity/3, compound_name_arguments/3,
    copy_term/2, term_variables/2, term_variables/3,
    atom_length/2, atom_concat/3, sub_atom/5, sub_atom_icasechk/3, atom_chars/2, atom_codes/2,
    char_code/2, number_codes/2, number_chars/2, atom_number/2, atom_string/2, atom_to_term/3,
    term_to_atom/2, term_string/2, upcase_atom/2, downcase_atom/2, char_type/2, code_type/2,
    atomic_list_concat/2, atomic_list_concat/3, atomics_to_string/2,
    string_concat/3, string_length/2, string_chars/2, string_codes/2, string_code/3,
    string_lower/2, string_upper/2, number_string/2, sub_string/5,
    split_string/4, read_term_from_atom/3, text_to_string/2,
    term_string/3, collation_key/2,
    length/2, msort/2, sort/2, sort/4, keysort/2, memberchk/2,
    stamp_date_time/3, date_time_stamp/2
]).
allow(lists, [
    append/3, append/2, member/2, memberchk/2, prefix/2, select/3, selectchk/3, select/4,
    subtract/3, permutation/2, reverse/2, nth0/3, nth1/3, nth0/4, nth1/4, last/2, proper_length/2,
    same_length/2, delete/3, sum_list/2, max_list/2,
    min_list/2, max_member/2, min_member/2, numlist/3, is_set/1, list_to_set/2, intersection/3,
    union/3, subset/2, flatten/2,
    msort/2, clumped/2
]).
allow(pairs, [pairs_keys_values/3, pairs_keys/2, pairs_values/2, transpose_pairs/2]).
allow(ordsets, [
    list_to_ord_set/2, ord_union/2, ord_union/3, ord_subtract/3, ord_intersection/3, 
    ord_memberchk/2, ord_subset/2, ord_add_element/3, ord_del_element/3, ord_empty/1
]).
allow(assoc, [
    empty_assoc/1, put_assoc/4, get_assoc/3, list_to_assoc/2, assoc_to_list/2, assoc_to_keys/2,
    assoc_to_values/2, del_assoc/4, is_assoc/1
]).
allow(date, [parse_time/2, parse_time/3, date_time_value/3, day_of_the_week/2]).
allow(dif, [dif/2]).
allow(backward_compatibility, [string_to_atom/2, sumlist/2, concat_atom/2, concat_atom/3]).
allow(error, [must_be/2, type_error/2, domain_error/2]).
