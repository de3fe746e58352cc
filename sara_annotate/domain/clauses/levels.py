"""One operator a level: follows the brackets of a clause and reports a level that mixes."""

from __future__ import annotations

from dataclasses import dataclass, field

from sara_annotate.domain.clauses.problems import ClauseProblem, Edit, Places
from sara_annotate.domain.clauses.tokens import END, Tok


@dataclass(slots=True)
class _Level:
    start: int
    operators: list[Tok] = field(default_factory=list)


class Levels:
    """The open levels of the clause being read; `groups` holds their opening brackets."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.groups: list[Tok] = []
        self._levels: list[_Level] = []

    def allows(self, tok: Tok) -> bool:
        """False for a bracket that closes nothing, and for an end with a bracket open."""
        if tok.type == "RSQB":
            return bool(self.groups)
        return not (tok.type in ("DOT", END) and self.groups)

    def follow(self, tok: Tok, before: int) -> list[ClauseProblem]:
        """Take note of a token; problems of the level that it closes."""
        if tok.type == "NECK":
            self._levels.append(_Level(tok.end))
        elif tok.type == "LSQB":
            self.groups.append(tok)
            self._levels.append(_Level(tok.end))
        elif tok.type in ("AND", "OR") and self._levels:
            self._levels[-1].operators.append(tok)
        elif tok.type == "RSQB" and self.groups:
            self.groups.pop()
            return self._check(self._levels.pop(), before)
        elif tok.type == "DOT":
            return self.close_all(before)
        return []

    def close_all(self, end: int) -> list[ClauseProblem]:
        """Problems of the levels still open at the end of the clause."""
        found = [p for level in self._levels for p in self._check(level, end)]
        self._levels.clear()
        return found

    def _check(self, level: _Level, end: int) -> list[ClauseProblem]:
        if len({tok.text for tok in level.operators}) < 2:
            return []
        first = level.operators[0]
        odd = next(tok for tok in level.operators if tok.text != first.text)
        message = (
            f"{odd.text} follows {first.text} on one level. "
            "Put brackets round one of them: [ … ] says which belongs together."
        )
        fix = self._bracket(level, end)
        return [
            self.places.make_problem(
                "mixed_operators", message, odd.start, odd.end,
                found=odd.text, expected=f"{first.text} or brackets", fix=fix,
            )
        ]  # fmt: skip

    def _bracket(self, level: _Level, end: int) -> Edit:
        """The level rewritten with brackets round each run of AND."""
        text = self.places.text
        runs: list[list[str]] = [[]]
        at = level.start
        for tok in level.operators:
            runs[-1].append(text[at : tok.start].strip())
            at = tok.end
            if tok.text == "OR":
                runs.append([])
        runs[-1].append(text[at:end].strip())
        joined = (" AND ".join(run) if len(run) < 2 else f"[ {' AND '.join(run)} ]" for run in runs)
        return Edit(level.start, end, " " + " OR ".join(joined), "Bracket the ANDs")
