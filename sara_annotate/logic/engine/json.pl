% Answers as JSON text.

:- module(json_text, [json_string/2, json_room/1]).

:- use_module(library(lists)).
:- use_module(library(apply)).

% json_string(+Data, -Text): Data is built of obj([Key-Data]), list([Data]), str(Text), num(N),
% bool(B), null, raw(Text), and term(T, Names) for a Prolog term.
json_string(Data, Text) :-
    with_output_to(string(Text), put(Data)).

% json_room(+Count): how many terms may be written from now on; more is limit(output).
json_room(Count) :-
    nb_setval(json_left, Count).

count_term :-
    nb_getval(json_left, Left),
    (   Left =< 0
    ->  throw(limit(output))
    ;   Less is Left - 1,
        nb_setval(json_left, Less)
    ).

put(raw(Text)) :- !, write(Text).
put(null) :- !, write(null).
put(bool(B)) :- !, write(B).
put(num(N)) :- !, write(N).
put(str(S)) :- !, put_text(S).
put(list(Items)) :- !, write('['), put_items(Items), write(']').
put(obj(Pairs)) :- !, write('{'), put_pairs(Pairs), write('}').
put(term(T, Names)) :- !, put_term(T, Names).

put_items([]).
put_items([One]) :- !, put(One).
put_items([One|More]) :- put(One), write(','), put_items(More).

put_pairs([]).
put_pairs([K-V]) :- !, put_text(K), write(':'), put(V).
put_pairs([K-V|More]) :- put_text(K), write(':'), put(V), write(','), put_pairs(More).

% Terms: strings are JSON strings, integers numbers, lists arrays; all else is an object.
put_term(T, Names) :-
    count_term,
    (   var(T)
    ->  variable_name(T, Names, Name),
        write('{"var":'), put_text(Name), write('}')
    ;   string(T)
    ->  put_text(T)
    ;   integer(T)
    ->  write('{"int":"'), write(T), write('"}')
    ;   rational(T, N, D)
    ->  write('{"ratio":["'), write(N), write('","'), write(D), write('"]}')
    ;   float(T)
    ->  write('{"float":"'), write(T), write('"}')
    ;   T == []
    ->  write('[]')
    ;   is_list(T)
    ->  write('['), put_terms(T, Names), write(']')
    ;   atom(T)
    ->  write('{"atom":'), put_text(T), write('}')
    ;   compound(T)
    ->  compound_name_arguments(T, Name, Args),
        write('{"name":'), put_text(Name),
        write(',"args":['), put_terms(Args, Names), write(']}')
    ;   format(string(S), "~q", [T]),
        write('{"other":'), put_text(S), write('}')
    ).

put_terms([], _).
put_terms([One], Names) :- !, put_term(One, Names).
put_terms([One|More], Names) :- put_term(One, Names), write(','), put_terms(More, Names).

variable_name(Var, Names, Name) :-
    (   member(Known=Other, Names),
        Other == Var
    ->  Name = Known
    ;   Name = '_'
    ).

put_text(Text) :-
    string_codes(Text, Codes),
    put_char('"'),
    maplist(put_json_code, Codes),
    put_char('"').

put_json_code(0'") :- !, write('\\"').
put_json_code(0'\\) :- !, write('\\\\').
put_json_code(C) :- C < 32, !, format("\\u~|~`0t~16r~4+", [C]).
put_json_code(C) :- put_char_code(C).

put_char_code(C) :- char_code(Char, C), put_char(Char).
