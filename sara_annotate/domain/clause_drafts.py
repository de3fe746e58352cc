"""Drafts of clauses for one statute after another, each from its text and the others' gold.

What a draft calls hangs on texts alone, so how often drafts are right is counted once for every
statute; a statute is then told only what was counted in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sara_annotate.domain.clauses.draft import Draft, draft_clause
from sara_annotate.domain.clauses.project import MemoryProject, Piece, join_pieces, read_piece
from sara_annotate.domain.clauses.render import render_file
from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.corpus import AnnotatedStatute, Mention, Statute, SubsectionMentions
from sara_annotate.domain.labels import Label
from sara_annotate.domain.proposals import ProposedClause

Count = tuple[int, int]
"""Right, and tried."""


class ClauseDrafter:
    """Knows annotated statutes; drafts any statute without its own clauses."""

    def __init__(self, statutes: Sequence[AnnotatedStatute]) -> None:
        self._pieces = {one.statute.section: read_piece(one) for one in statutes}
        texts = join_pieces(Piece(piece.texts, {}, {}) for piece in self._pieces.values())
        self._counts = {
            section: _count_right(piece.clauses.values(), texts)
            for section, piece in self._pieces.items()
        }

    def count(self, *, without: str = "") -> Count:
        """In how many subsections a draft makes the calls that gold makes, of how many."""
        counted = [count for section, count in self._counts.items() if section != without]
        return sum(right for right, _ in counted), sum(tried for _, tried in counted)

    def draft(
        self, statute: Statute, marked: Mapping[Label, tuple[Mention, ...]]
    ) -> dict[Label, ProposedClause]:
        """A first clause of every subsection, from the mentions that were found in it."""
        said = tuple(SubsectionMentions(label, mentions) for label, mentions in marked.items())
        own = read_piece(AnnotatedStatute(statute, said))
        others = (piece for name, piece in self._pieces.items() if name != statute.section)
        project = join_pieces([*others, own])
        right, tried = self.count(without=statute.section)
        return {
            s.label: propose_clause(draft_clause(s.label, project), right, tried)
            for s in statute.subsections
        }


def propose_clause(draft: Draft, right: int, tried: int) -> ProposedClause:
    """The draft with its reasons, and how sure it is."""
    reasons = [f"{reason.label.printed}: {reason.message}" for reason in draft.reasons]
    counted = f"Drafts call the same subsections as gold in {right} of {tried} others"
    return ProposedClause(
        render_file(draft.clause).removesuffix("."),
        round((right + 1) / (tried + 2), 4),
        ". ".join([*reasons, counted]) + ".",
    )


def _count_right(clauses: Iterable[Clause], texts: MemoryProject) -> Count:
    known = [clause for clause in clauses if texts.has_label(clause.head)]
    right = sum(
        _callees(draft_clause(clause.head, texts).clause) == _callees(clause) for clause in known
    )
    return right, len(known)


def _callees(clause: Clause) -> set[Label]:
    return {call.label for call in iter_calls(clause.body)}
