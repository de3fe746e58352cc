"""Prolog's own words for what went wrong, as sentences that say what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sara_annotate.logic.protocol import Answer, Note

_SYNTAX = {
    "cannot_start_term": "nothing can begin with this, perhaps a bracket too many",
    "cannot_follow_word": "this cannot follow a word",
    "end_of_clause": "the clause ends too early, perhaps a bracket or a value is missing",
    "end_of_clause_expected": "the clause should end here, perhaps a dot is missing",
    "end_of_file": "the text ends too early, perhaps a dot or a bracket is missing",
    "end_of_file_in_quoted": "a quotation mark is not closed",
    "end_of_file_in_block_comment": "a comment is not closed",
    "goal_empty": "nothing is asked",
    "illegal_number": "this is no number",
    "more_than_one_goal": "it is more than one goal; join them with a comma",
    "operator_clash": "these operators cannot stand side by side without brackets",
    "operator_expected": "something is missing here, perhaps a dot, a comma or a bracket",
    "quoted_punctuation": "a quotation mark is not closed",
    "undefined_char_escape": "this character cannot follow a backslash",
}
_ERRORS = {
    "instantiation_error": "a value is needed that is not known yet",
    "type_error": "a value is of the wrong kind",
    "domain_error": "a value is none of those that are possible",
    "existence_error": "something is asked for that is not there",
    "evaluation_error": "it cannot be calculated",
    "representation_error": "a value cannot be held",
}


def say_syntax(text: str) -> str:
    """What the reader found wrong, in words."""
    name = text.partition("(")[0]
    return _SYNTAX.get(name, name.replace("_", " "))


def say_note(note: Note) -> str:
    """What is wrong with a piece of a program or of facts, in words."""
    return say_syntax(note.text) if note.code == "syntax" else note.text


def say_facts(note: Note) -> str:
    """Facts that cannot be read, with the place."""
    return f"The facts cannot be read at {say_place(note)}: {say_note(note)}."


def say_place(note: Note) -> str:
    """Line and column, as far as they are known."""
    column = f", column {note.column}" if note.column else ""
    return f"line {note.line}{column}"


def say_failure(answer: Answer, arities: Mapping[str, Sequence[int]]) -> str:
    """Why an answer is an error; `arities` are those of the program's predicates."""
    if answer.code == "unknown_predicate":
        return _say_unknown(str(answer.extra.get("name", "")), answer.extra.get("arity"), arities)
    if answer.code == "goal_syntax":
        column = answer.extra.get("column")
        where = f" at column {column}" if column else ""
        return f"The goal cannot be read{where}: {say_syntax(answer.message)}."
    if answer.code == "refused":
        return f"{answer.message} is not allowed here."
    said = _ERRORS.get(answer.code)
    return f"The program fails: {said} ({answer.message})." if said else answer.message


def _say_unknown(name: str, arity: object, arities: Mapping[str, Sequence[int]]) -> str:
    known = sorted(arities.get(name, ()))
    if not known:
        return f"Neither the program nor the facts have a predicate {name}/{arity}."
    takes = " or ".join(map(str, known))
    return f"{name} takes {takes} {'argument' if takes == '1' else 'arguments'}, not {arity}."
