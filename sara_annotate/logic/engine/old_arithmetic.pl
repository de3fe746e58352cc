% Arithmetic of old programs, only when asked for: A rdiv B on floats gives a rational, as it
% did before SWI-Prolog 9. Elsewhere nothing changes.

:- module(old_arithmetic, [compat/2, compat_set/1, compat_used/0, compat_fresh/0]).

:- use_module(library(apply)).

:- dynamic compat_on/0, used/0.

compat_set(On) :-
    retractall(compat_on),
    retractall(used),
    (   On == true
    ->  assertz(compat_on)
    ;   true
    ).

compat_used :-
    used.

compat_fresh :-
    retractall(used).

% compat(+Goal, -Ours): a comparison or is/2 in which rdiv stands, or may come to stand.
compat(Goal, Ours) :-
    compat_on,
    Goal =.. [Name, A, B],
    memberchk(Name, [is, =:=, =\=, <, >, =<, >=]),
    (   Name == is
    ->  mentions_rdiv(B)
    ;   mentions_rdiv(A-B)
    ),
    Ours = evaluate(Name, A, B).

mentions_rdiv(Term) :-
    sub_term_acyclic(Sub, Term),
    compound(Sub),
    Sub = rdiv(_, _),
    !.

sub_term_acyclic(Term, Term).
sub_term_acyclic(Sub, Term) :-
    compound(Term),
    arg(_, Term, Arg),
    sub_term_acyclic(Sub, Arg).

:- public evaluate/3.
evaluate(is, A, B) :-
    !,
    value(B, V),
    A = V.
evaluate(Name, A, B) :-
    value(A, X),
    value(B, Y),
    call(Name, X, Y).

value(Term, Value) :-
    (   nonvar(Term),
        Term = rdiv(A, B)
    ->  value(A, X),
        value(B, Y),
        divide(X, Y, Value)
    ;   compound(Term),
        \+ is_list(Term)
    ->  Term =.. [Name|Args],
        maplist(value, Args, Values),
        Plain =.. [Name|Values],
        Value is Plain
    ;   Value is Term
    ).

divide(X, Y, Value) :-
    (   rational(X),
        rational(Y)
    ->  Value is X rdiv Y
    ;   note_use,
        Value is rational(X) rdiv rational(Y)
    ).

note_use :-
    (   used
    ->  true
    ;   assertz(used)
    ).
