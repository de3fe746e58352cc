"""What a data set can be asked for, whoever holds it: an archive, a database, the memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Case,
    Corpus,
    Instantiation,
    Program,
)


class RecordSource(Protocol):
    """Streams of records; each call starts again from the beginning.

    Exporters ask for a stream as often as they need it and never hold one whole.
    """

    def statutes(self) -> Iterable[AnnotatedStatute]: ...
    def cases(self) -> Iterable[Case]: ...
    def instantiations(self) -> Iterable[Instantiation]: ...
    def programs(self) -> Iterable[Program]: ...


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """A corpus in memory, as a source of records."""

    corpus: Corpus

    def statutes(self) -> Iterator[AnnotatedStatute]:
        return iter(self.corpus.statutes)

    def cases(self) -> Iterator[Case]:
        return iter(self.corpus.cases)

    def instantiations(self) -> Iterator[Instantiation]:
        return iter(self.corpus.instantiations)

    def programs(self) -> Iterator[Program]:
        return iter(self.corpus.programs)
