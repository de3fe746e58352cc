% Why a goal holds, clause by clause, or which part of it fails.

:- module(explain, [explain_true/3, explain_false/3]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(guard).
:- use_module(reader).

% explain_true(+Goal, +MaxNodes, -Trees): the first proof; throws limit(derivation) when too long.
explain_true(Goal, MaxNodes, Trees) :-
    nb_setval(explain_left, MaxNodes),
    once(prove_here(Goal, Trees)).

count_node :-
    nb_getval(explain_left, Left),
    (   Left =:= 0
    ->  throw(limit(derivation))
    ;   Less is Left - 1,
        nb_setval(explain_left, Less)
    ).

prove_here(Goal, Trees) :-
    prolog_current_choice(Choice),
    prove(Goal, Trees, Choice).

prove(true, [], _) :- !.
prove(!, [], Choice) :- !, prolog_cut_to(Choice).
prove((A, B), Trees, Choice) :- !,
    prove(A, TA, Choice),
    prove(B, TB, Choice),
    append(TA, TB, Trees).
prove((If -> Then ; Else), Trees, Choice) :- !,
    (   prove_here(If, TI)
    ->  prove(Then, TT, Choice),
        append(TI, TT, Trees)
    ;   prove(Else, Trees, Choice)
    ).
prove((If *-> Then ; Else), Trees, Choice) :- !,
    (   prove_here(If, TI)
    *-> prove(Then, TT, Choice),
        append(TI, TT, Trees)
    ;   prove(Else, Trees, Choice)
    ).
prove((If -> Then), Trees, Choice) :- !,
    prove((If -> Then ; fail), Trees, Choice).
prove((A ; _), Trees, Choice) :-
    prove(A, Trees, Choice).
prove((_ ; B), Trees, Choice) :- !,
    prove(B, Trees, Choice).
prove(\+ A, [node(not, true, A, none, none, [])], _) :- !,
    count_node,
    \+ prove_here(A, _).
prove(guard:run(G), Trees, _) :- !,
    guard:must_be_callable(G),
    safe_goal(G, Safe),
    prove_here(Safe, Trees).
prove(once(G), Trees, _) :- !,
    once(prove_here(G, Trees)).
prove(ignore(G), Trees, _) :- !,
    (   prove_here(G, Found)
    ->  Trees = Found
    ;   Trees = []
    ).
prove(findall(T, G, L), [node(all, true, G, none, none, Trees)], _) :- !,
    count_node,
    findall(T-One, prove_here(G, One), Pairs),
    findall(V, member(V-_, Pairs), Values),
    findall(One, ( member(_-Some, Pairs), member(One, Some) ), Trees),
    L = Values.
prove(Goal, [node(Kind, true, Goal, File, Line, Trees)], _) :-
    own(Goal),
    !,
    count_node,
    prolog_current_choice(Mine),
    clause(prog:Goal, Body, Ref),
    prove(Body, Trees, Mine),
    place_of(Ref, File, Line),
    ( Body == true -> Kind = fact ; Kind = rule ).
prove(Goal, [], _) :-
    call(prog:Goal).

own(Goal) :-
    callable(Goal),
    Goal \= _:_,
    functor(Goal, Name, Arity),
    guard:defined(Name, Arity).

place_of(Ref, File, Line) :-
    (   clause_place(Ref, File, Line)
    ->  true
    ;   File = none,
        Line = none
    ).

% explain_false(+Goal, +Depth, -Trees): the part that comes nearest to holding, down to a leaf.
explain_false(Goal, Depth, Trees) :-
    nb_setval(explain_left, 5000),
    fail_part(Goal, Depth, _, Trees).

% fail_part(+Goal, +Depth, -Passed, -Trees): Passed counts the parts that hold before it.
fail_part(Goal, Depth, Passed, Trees) :-
    Depth > 0,
    count_node,
    failing(Goal, Depth, Passed, Trees),
    !.
fail_part(Goal, _, 0, [node(part, false, Goal, none, none, [])]).

failing((A, B), Depth, Passed, Trees) :-
    some_answers(A, Answers),
    (   Answers == []
    ->  fail_part(A, Depth, Passed, Trees)
    ;   findall(P-T, ( member(A, Answers), fail_part(B, Depth, P, T) ), Found),
        best(Found, Below, Trees),
        Passed is Below + 1
    ).
failing((If -> Then ; Else), Depth, Passed, Trees) :- !,
    (   call(prog:If)
    ->  fail_part(Then, Depth, Passed, Trees)
    ;   fail_part(Else, Depth, Passed, Trees)
    ).
failing((If -> Then), Depth, Passed, Trees) :- !,
    (   call(prog:If)
    ->  fail_part(Then, Depth, Passed, Trees)
    ;   fail_part(If, Depth, Passed, Trees)
    ).
failing((A ; B), Depth, Passed, Trees) :- !,
    fail_part(A, Depth, PA, TA),
    fail_part(B, Depth, PB, TB),
    Passed is max(PA, PB),
    append(TA, TB, Trees).
failing(\+ A, _, 0, [node(not, false, A, none, none, Trees)]) :- !,
    nb_getval(explain_left, Left),
    explain_true(A, Left, Trees).
failing(guard:run(G), Depth, Passed, Trees) :- !,
    callable(G),
    safe_goal(G, Safe),
    fail_part(Safe, Depth, Passed, Trees).
failing(once(G), Depth, Passed, Trees) :- !,
    fail_part(G, Depth, Passed, Trees).
failing(Goal, Depth, Passed, [node(Kind, false, Goal, File, Line, Trees)]) :-
    own(Goal),
    !,
    Less is Depth - 1,
    findall(tried(P, Goal, T, Ref), failing_clause(Goal, Less, P, T, Ref), All),
    (   All == []
    ->  Kind = no_clause, Passed = 0, Trees = [], File = none, Line = none
    ;   most_passed(All, tried(Passed, Goal, Trees, Ref)),
        Kind = rule,
        place_of(Ref, File, Line)
    ).

failing_clause(Goal, Depth, Passed, Trees, Ref) :-
    clause(prog:Goal, Body, Ref),
    Body \== true,
    fail_part(Body, Depth, Passed, Trees).

some_answers(Goal, Answers) :-
    findall(Goal, solution_sequences:limit(8, prog:Goal), Answers).

best(Found, Passed, Trees) :-
    findall(P, member(P-_, Found), All),
    max_list(All, Passed),
    memberchk(Passed-Trees, Found).

most_passed(All, Best) :-
    findall(P, member(tried(P, _, _, _), All), Counts),
    max_list(Counts, Most),
    member(Best, All),
    Best = tried(Most, _, _, _),
    !.
