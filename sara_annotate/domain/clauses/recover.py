"""What to do at a token the grammar does not take: say so, repair, go on.

The parser's own set of acceptable tokens tells in which state it stands; each state has
one function that looks at the token and answers with a repair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sara_annotate.domain.clauses.problems import Edit, shorten
from sara_annotate.domain.clauses.tokens import END, Tok

STARTS_CALL = frozenset({"WORD", "LABEL", "NOT", "LSQB"})
OPERATORS = frozenset({"AND", "OR"})


@dataclass(frozen=True, slots=True)
class Repair:
    """Tokens to feed first, and whether the offending one is used up (`skip` counts tokens)."""

    code: str
    message: str
    feed: tuple[str, ...] = ()
    skip: int = 0
    fix: Edit | None = None
    start: int | None = None
    end: int | None = None
    give_up: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Where the parser stands: the token, those around it, and the open groups."""

    tokens: list[Tok]
    i: int
    first: int
    previous: Tok | None
    accepts: Collection[str]
    groups: list[Tok]

    @property
    def tok(self) -> Tok:
        return self.tokens[self.i]

    @property
    def gap(self) -> int:
        """Where something missing would be put."""
        return self.previous.end if self.previous else self.tok.start

    def peek(self, steps: int = 1) -> str:
        at = self.i + steps
        return self.tokens[at].type if at < len(self.tokens) else END

    @property
    def found(self) -> str:
        if self.tok.type == END:
            return "the end of the text"
        return f"“{shorten(self.tok.text, 24)}”"

    def drop_edit(self) -> Edit:
        return Edit(self.tok.start, self.tok.end, "", f"Remove {shorten(self.tok.text, 16)}")

    def insert(self, text: str, title: str = "") -> Edit:
        return Edit(self.gap, self.gap, text, title or f"Add {text.strip()}")


EXPECTED = {
    "head": "the head, a subsection such as §63(c)(5)",
    "brackets": "“(” and the arguments",
    "first_name": "an argument name or “)”",
    "name": "an argument name",
    "after_name": "“,” or “)”",
    "after_call": "AND, OR, “]” or the end",
    "unit": "a call, NOT or “[”",
    "after_not": "a call or “[”",
    "after_head": "“:-” or the end",
}


def name_state(accepts: Collection[str]) -> str:
    """The state of the parser, told by what it would take."""
    for token, state in (("NECK", "after_head"), ("NOT", "unit"), ("HOLE", "after_not")):
        if token in accepts:
            return state
    if "GAP" in accepts:
        return "first_name" if "RPAR" in accepts else "name"
    for token, state in (("COMMA", "after_name"), ("AND", "after_call"), ("LPAR", "brackets")):
        if token in accepts:
            return state
    return "head"


def find_repair(scene: Scene) -> Repair:
    """The repair for the token that was refused."""
    return _STATES[name_state(scene.accepts)](scene)


def _drop(scene: Scene, code: str = "unexpected") -> Repair:
    expected = EXPECTED[name_state(scene.accepts)]
    message = f"Expected {expected}, found {scene.found}."
    if scene.tok.type == END:
        return Repair(code, message, give_up=True)
    return Repair(code, message, skip=1, fix=scene.drop_edit())


def _head(scene: Scene) -> Repair:
    if scene.tok.type == END and scene.i == scene.first:
        return Repair("empty", "The clause is empty. Start with its head.", give_up=True)
    if scene.tok.type in ("NECK", END, "DOT"):
        message = f"Expected {EXPECTED['head']}, found {scene.found}."
        return Repair("head_missing", message, give_up=True)
    return _drop(scene)


def _brackets(scene: Scene) -> Repair:
    message = f"Expected {EXPECTED['brackets']}, found {scene.found}."
    return Repair("arguments_missing", message, feed=("LPAR", "RPAR"), fix=scene.insert("()"))


def _is_name_here(scene: Scene) -> bool:
    return scene.peek() in ("COMMA", "RPAR", "COLON", "EQUALS")


def _close_arguments(scene: Scene, feed: tuple[str, ...]) -> Repair:
    message = f"Expected “)” before {scene.found}: the arguments are never closed."
    return Repair("bracket_open", message, feed=feed, fix=scene.insert(")"))


def _first_name(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind in ("AND", "OR", "NOT") and _is_name_here(scene):
        message = f"{scene.tok.text.upper()} is an operator and cannot name an argument."
        return Repair("reserved_name", message, feed=("GAP",), skip=1)
    if kind in ("COLON", "EQUALS"):
        message = f"Expected an argument name before {scene.found}."
        return Repair("name_missing", message, feed=("GAP",))
    if kind == "LABEL":
        return _label_for_name(scene)
    if kind in ("COMMA", "LPAR"):
        return _drop(scene, "name_missing")
    return _close_arguments(scene, ("RPAR",))


def _label_for_name(scene: Scene) -> Repair:
    hint = ""
    if scene.peek() == "RPAR" and scene.peek(2) != "LPAR":
        hint = " If the bracket belongs to the subsection, add () after it."
    message = f"Expected an argument name, found {scene.found}.{hint}"
    after = scene.tokens[scene.i + 1].end if hint else 0
    fix = Edit(after, after, "()", "Add ()") if hint else None
    return Repair("name_missing", message, feed=("GAP",), skip=1, fix=fix)


def _name(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind == "RPAR" and scene.previous:
        message = f"Expected an argument name after “{scene.previous.text}”, found “)”."
        fix = Edit(scene.previous.start, scene.previous.end, "", f"Remove {scene.previous.text}")
        return Repair("name_missing", message, feed=("GAP",), fix=fix)
    if kind == "COMMA" and scene.previous and scene.previous.type != "COMMA":
        message = f"Expected an argument name after “{scene.previous.text}”, found “,”."
        return Repair("name_missing", message, feed=("GAP",))
    repair = _first_name(scene)
    return repair if repair.code != "bracket_open" else _close_list(scene)


def _close_list(scene: Scene) -> Repair:
    message = f"Expected an argument name and “)”, found {scene.found}."
    last = scene.previous
    fix = Edit(last.start, last.end, ")", "Close the list") if last else None
    return Repair("bracket_open", message, feed=("GAP", "RPAR"), fix=fix)


def _after_name(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind == "WORD" and scene.peek() != "LPAR":
        message = f"Expected “,” before {scene.found}."
        return Repair(
            "comma_missing", message, feed=("COMMA",), fix=scene.insert(",", "Add a comma")
        )
    if kind in ("COLON", "EQUALS", "LPAR") or (kind == "LABEL" and scene.peek() != "LPAR"):
        return _drop(scene)
    if kind == "RSQB" and not scene.groups:
        message = "Arguments are closed by “)”, not by “]”."
        fix = Edit(scene.tok.start, scene.tok.end, ")", "Use )")
        return Repair("bracket_open", message, feed=("RPAR",), skip=1, fix=fix)
    return _close_arguments(scene, ("RPAR",))


def _after_call(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind == "COMMA":
        fix = Edit(scene.tok.start, scene.tok.end, " AND", "Use AND")
        message = "Calls are joined by AND or OR, not by a comma."
        return Repair("comma_between_calls", message, feed=("AND",), skip=1, fix=fix)
    if kind in STARTS_CALL:
        return _missing_operator(scene)
    if kind == "RPAR" and scene.groups and scene.groups[-1].text == "(":
        fix = Edit(scene.tok.start, scene.tok.end, " ]", "Use ]")
        message = "Groups are closed by “]”, not by “)”."
        return Repair("round_group", message, feed=("RSQB",), skip=1, fix=fix)
    if kind == "LPAR":
        return _second_list(scene)
    if kind in ("DOT", END):
        return _open_group(scene)
    if kind in ("RSQB", "RPAR"):
        return _extra_bracket(scene)
    return _drop(scene)


def _extra_bracket(scene: Scene) -> Repair:
    message = f"There is no open bracket for {scene.found}."
    return Repair("bracket_extra", message, skip=1, fix=scene.drop_edit())


def _missing_operator(scene: Scene) -> Repair:
    if starts_clause(scene.tokens, scene.i):
        message = f"Expected “.” before {scene.found}: a new clause starts here."
        return Repair("dot_missing", message, give_up=True, fix=scene.insert(".", "Add a dot"))
    message = f"Expected AND or OR before {scene.found}."
    return Repair("operator_missing", message, feed=("AND",), fix=scene.insert(" AND", "Add AND"))


def starts_clause(tokens: list[Tok], i: int) -> bool:
    """True when a head with “:-” stands at i."""
    if tokens[i].type not in ("WORD", "LABEL"):
        return False
    for tok in tokens[i + 1 : i + 400]:
        if tok.type not in ("LPAR", "WORD", "COMMA", "RPAR"):
            return tok.type == "NECK"
    return False


def _second_list(scene: Scene) -> Repair:
    steps = 1
    while scene.peek(steps) not in ("RPAR", END, "DOT", "NECK"):
        steps += 1
    last = scene.tokens[min(scene.i + steps, len(scene.tokens) - 1)]
    used = steps + 1 if last.type == "RPAR" else steps
    return Repair(
        "unexpected",
        "A call has one list of arguments; this is a second one.",
        skip=used,
        end=last.end,
        fix=Edit(scene.tok.start, last.end, "", "Remove it"),
    )


def _open_group(scene: Scene) -> Repair:
    opened = scene.groups[-1]
    shown = "[" if opened.text == "[" else "("
    return Repair(
        "bracket_open",
        f"“{shown}” is never closed: expected “]” before {scene.found}.",
        feed=("RSQB",),
        fix=scene.insert(" ]", "Add ]"),
        start=opened.start,
        end=opened.end,
    )


def _unit(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind in OPERATORS:
        message = f"Expected {EXPECTED['unit']}, found {scene.found}: nothing stands before it."
        return Repair("operand_missing", message, skip=1, fix=scene.drop_edit())
    return _missing_unit(scene, "operand_missing")


def _after_not(scene: Scene) -> Repair:
    kind = scene.tok.type
    if kind == "NOT" and scene.previous:
        fix = Edit(scene.previous.start, scene.tok.end, "", "Remove both")
        message = "NOT stands twice. Remove both, or write NOT [ NOT … ]."
        return Repair("double_not", message, skip=1, fix=fix)
    if kind in OPERATORS:
        return _not_over_nothing(scene)
    return _missing_unit(scene, "not_over_nothing")


def _not_over_nothing(scene: Scene) -> Repair:
    where = scene.previous
    return Repair(
        "not_over_nothing",
        f"NOT has nothing to deny: expected {EXPECTED['after_not']}, found {scene.found}.",
        feed=("HOLE",),
        fix=Edit(where.start, where.end, "", "Remove NOT") if where else None,
        start=where.start if where else None,
        end=where.end if where else None,
    )


def _missing_unit(scene: Scene, code: str) -> Repair:
    kind = scene.tok.type
    if kind == "LPAR":
        message = "Groups are written with “[” and “]”, not with round brackets."
        fix = Edit(scene.tok.start, scene.tok.end, "[ ", "Use [")
        return Repair("round_group", message, feed=("LSQB",), skip=1, fix=fix)
    if kind in ("RSQB", "RPAR") and not scene.groups:
        return _extra_bracket(scene)
    if kind not in ("RSQB", "RPAR", "DOT", "NECK", END):
        return _drop(scene)
    if code == "not_over_nothing":
        return _not_over_nothing(scene)
    return _nothing_before(scene)


def _nothing_before(scene: Scene) -> Repair:
    before = scene.previous
    message = f"Expected {EXPECTED['unit']}, found {scene.found}."
    fix = None
    if before and before.type in ("AND", "OR", "NECK"):
        fix = Edit(before.start, before.end, "", f"Remove {before.text}")
    return Repair("operand_missing", message, feed=("HOLE",), fix=fix)


def _after_head(scene: Scene) -> Repair:
    tok = scene.tok
    if tok.type in ("COLON", "EQUALS") or (tok.type == "WORD" and tok.text.lower() == "if"):
        fix = Edit(tok.start, tok.end, ":-", "Use :-")
        message = f"Write :- between head and body, found {scene.found}."
        return Repair("neck_form", message, feed=("NECK",), skip=1, fix=fix)
    if tok.type == "LPAR":
        return _second_list(scene)
    if starts_clause(scene.tokens, scene.i):
        return _missing_operator(scene)
    if tok.type in STARTS_CALL or tok.type in OPERATORS:
        message = f"Expected :- between the head and {scene.found}."
        fix = scene.insert(" :-", "Add :-")
        return Repair("neck_missing", message, feed=("NECK",), fix=fix)
    return _drop(scene)


_STATES: dict[str, Callable[[Scene], Repair]] = {
    "head": _head,
    "brackets": _brackets,
    "first_name": _first_name,
    "name": _name,
    "after_name": _after_name,
    "after_call": _after_call,
    "unit": _unit,
    "after_not": _after_not,
    "after_head": _after_head,
}
