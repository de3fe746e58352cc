% What a program writes: kept up to a limit, never written to a real stream.

:- module(emit, [emit_start/1, emit_text/1, emit_size/1, emit_room/1]).

:- use_module(library(lists)).

:- dynamic size/1, room/1.

% emit_start(+Limit): nothing written yet, at most Limit characters from now on.
emit_start(Limit) :-
    forall(recorded(emitted, _, Ref), erase(Ref)),
    retractall(size(_)),
    retractall(room(_)),
    assertz(size(0)),
    assertz(room(Limit)).

emit_size(Size) :-
    size(Size).

emit_room(Limit) :-
    room(Limit).

emit_text(Text) :-
    findall(Part, recorded(emitted, Part), Parts),
    atomics_to_string_list(Parts, Text).

atomics_to_string_list(Parts, Text) :-
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Text).

:- public emit/1, emit_format/2, emit_format/3, emit_to/2, emit_time/3, emit_term/2,
    emit_normalized/2.
emit(Goal) :-
    with_output_to(string(Text), prog:Goal),
    keep(Text).

emit_format(Format, Arguments) :-
    check_format(Format),
    format(string(Text), Format, Arguments),
    keep(Text).

emit_format(To, Format, Arguments) :-
    check_format(Format),
    (   sink(To)
    ->  format(To, Format, Arguments)
    ;   memberchk(To, [user_output, user_error, current_output])
    ->  format(string(Text), Format, Arguments),
        keep(Text)
    ;   throw(refused(format/3))
    ).

% Some options of write_term/2 name a goal to be called: only these do not.
emit_term(Term, Options) :-
    (   is_list(Options),
        forall(member(Option, Options),
               ( nonvar(Option),
                 memberchk(Option, [quoted(_), ignore_ops(_), numbervars(_), max_depth(_),
                                    spacing(_), cycles(_)]) ))
    ->  with_output_to(string(Text), write_term(Term, Options)),
        keep(Text)
    ;   throw(refused(write_term/2))
    ).

emit_time(To, Format, Time) :-
    (   sink(To)
    ->  format_time(To, Format, Time)
    ;   throw(refused(format_time/3))
    ).

emit_normalized(To, Text) :-
    (   sink(To)
    ->  normalize_space(To, Text)
    ;   throw(refused(normalize_space/2))
    ).

emit_to(To, Goal) :-
    (   sink(To)
    ->  size(Before),
        once(prog:Goal),
        taken_since(Before, Text),
        format(To, "~s", [Text])
    ;   throw(refused(with_output_to/2))
    ).

% The text written by an inner goal goes to its variable, not to the output.
taken_since(Before, Codes) :-
    emit_text(All),
    sub_string(All, Before, _, 0, Text),
    string_codes(Text, Codes),
    sub_string(All, 0, Before, _, Old),
    room(Limit),
    emit_start(Limit),
    keep(Old).

sink(To) :-
    nonvar(To),
    memberchk(To, [atom(_), string(_), codes(_), codes(_, _), chars(_)]).

keep(Text) :-
    string_length(Text, Length),
    retract(size(Old)),
    New is Old + Length,
    assertz(size(New)),
    room(Limit),
    (   New > Limit
    ->  throw(limit(output))
    ;   Length =:= 0
    ->  true
    ;   recordz(emitted, Text)
    ).

% ~@ would call a goal, unseen by the guard, and so would some options of ~W.
check_format(Format) :-
    (   var(Format)
    ->  throw(error(instantiation_error, _))
    ;   is_list(Format)
    ->  catch(string_codes(Text, Format), _, string_chars(Text, Format))
    ;   format(string(Text), "~w", [Format])
    ),
    string_codes(Text, Codes),
    (   calls_goal(Codes)
    ->  throw(refused(format/2))
    ;   true
    ).

calls_goal(Codes) :-
    append(_, [0'~|Rest], Codes),
    directive(Rest, Directive),
    memberchk(Directive, [0'@, 0'W]),
    !.

directive([0'`, _|Rest], D) :- !, directive(Rest, D).
directive([C|Rest], D) :- ( code_type(C, digit) ; C == 0'* ; C == 0': ), !, directive(Rest, D).
directive([D|_], D).
