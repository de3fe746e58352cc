"""A data set without a file of rows: its gold is read from each case's question and test goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sara_annotate.annotations.models import LayerState
from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import AnnotatedStatute, Case, Instantiation, Program
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.formats.layout import LayoutReader
from sara_annotate.domain.formats.report import Report
from sara_annotate.logic.gold import read_gold
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Loaded, LogicProgram
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.selectors import integer_names, program_get

ORIGIN = "Read from the case's question and test goal."


@dataclass(slots=True)
class GoldFromTests:
    """The reader's records; rows of gold are made when it brings none. Nothing is run."""

    reader: LayoutReader
    project: Project
    states: dict[str, tuple[LayerState, str]] = field(default_factory=dict)
    """Says of the layers that are made so where they come from; filled while rows are read."""
    found: int = 0

    @property
    def report(self) -> Report:
        return self.reader.report

    def statutes(self) -> Iterator[AnnotatedStatute]:
        return self.reader.statutes()

    def cases(self) -> Iterator[Case]:
        return self.reader.cases()

    def programs(self) -> Iterator[Program]:
        return self.reader.programs()

    def instantiations(self) -> Iterator[Instantiation]:
        yield from self.reader.instantiations()
        if self.reader.has_gold_rows:
            return
        program = self._program()
        if program is None:
            if next(iter(self.cases()), None) is not None:
                self._warn("Without a Prolog program the order of arguments is not known.")
            return
        try:
            with SolverPool(1) as pool:
                yield from self._rows(program, pool, pool.load(program))
        except DomainError as error:
            self._warn(error.message)

    def _program(self) -> LogicProgram | None:
        files = tuple(self.reader.programs())
        return LogicProgram(files) if files else program_get(project=self.project)

    def _rows(
        self, program: LogicProgram, pool: SolverPool, loaded: Loaded
    ) -> Iterator[Instantiation]:
        integers = integer_names(project=self.project)
        self.found = 0
        for case in self.cases():
            reading = read_case(case, pool=pool, program=program)
            gold = read_gold(case, reading, loaded=loaded, integers=integers)
            why_not = gold.why_not
            if gold.row is not None and not self._knows(gold.row):
                why_not = f"{gold.row.label.printed} is no subsection of this data set."
            if gold.row is None or why_not:
                self._list(case, why_not)
                continue
            self.found += 1
            self.states[case.name] = (LayerState.ACCEPTED, ORIGIN)
            yield gold.row
        said = f"There is no file of rows: {self.found} were read from questions and test goals."
        self.report.at("cases").note("gold_from_tests", said)

    def _knows(self, row: Instantiation) -> bool:
        return row.label.is_free or row.label in self.reader.vocabulary.bounded

    def _list(self, case: Case, why: str) -> None:
        hint = "Write the row in the workbench."
        self.report.at(f"cases/{case.name}.pl").note("gold_not_read", f"No gold: {why}", hint)

    def _warn(self, why: str) -> None:
        self.report.at("cases").warn("gold_not_read", f"No gold was read from the cases. {why}")
