"""What replays found, kept as rows; each says whether it still speaks of what is there."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Case, CharField, Count, F, Max, Q, QuerySet, Value, When

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Clause
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role
from sara_annotate.logic import selectors
from sara_annotate.logic.models import Engine, Outdated, ReplayFlag, ReplayStatus
from sara_annotate.logic.replay import Replayed
from sara_annotate.logic.selectors import AnnotatedRow

FlagSet: TypeAlias = QuerySet[Any, Any]
"""Of ReplayFlag, with `outdated` added."""
DIFFERENCES = (
    ReplayStatus.WRONG_TRUTH,
    ReplayStatus.WRONG_VALUE,
    ReplayStatus.MISSING_VALUE,
    ReplayStatus.ENGINE_ERROR,
    ReplayStatus.LIMIT,
)
"""What somebody should look at."""
OPEN = Q(status__in=DIFFERENCES, note="")
"""And nobody has said yet why it is right as it is."""


@dataclass(frozen=True, slots=True)
class FlagValue:
    """One line of a replay; `row` is None for the case's own test."""

    case_id: int
    case: str
    engine: Engine
    replayed: Replayed
    row: AnnotatedRow | None = None

    def as_json(self) -> dict[str, object]:
        return {
            "case": self.case,
            "label": self.row.value.label.plain if self.row else None,
            "author": self.row.author if self.row else None,
            "engine": str(self.engine.value),
            "status": self.replayed.status,
            "detail": self.replayed.detail,
            "goal": self.replayed.goal,
            "notes": list(self.replayed.notes),
        }


def count_flags(flags: Sequence[FlagValue]) -> dict[str, dict[str, int]]:
    """How often each outcome came, by engine."""
    counts: dict[str, Counter[str]] = {engine.value: Counter() for engine in Engine}
    for flag in flags:
        counts[flag.engine.value][flag.replayed.status] += 1
    return {engine: dict(sorted(found.items())) for engine, found in counts.items()}


def flags_store(*, project: Project, flags: Sequence[FlagValue], compat: bool) -> None:
    """Keep what a replay found, in place of what the last one did."""
    flags_replace(project=project, before=Q(), flags=flags, compat=compat)


@transaction.atomic
def flags_replace(
    *, project: Project, before: Q, flags: Sequence[FlagValue], compat: bool
) -> list[ReplayFlag]:
    """Keep these flags in place of some; a note stays while the engine says the same again."""
    program = selectors.program_get(project=project, compat=compat)
    sha256 = program.sha256 if program else ""
    clauses = hash_clauses(project=project)
    wanted = {flag.case_id for flag in flags}
    cases = dict(texts.Case.objects.filter(project=project).values_list("pk", "sha256"))
    cases = {key: cases[key] for key in wanted}
    old = ReplayFlag.objects.filter(before, project=project)
    notes = {
        (flag.case_id, flag.instantiation_id, flag.engine, flag.status, flag.detail): flag
        for flag in old.exclude(note="")
    }
    old.delete()
    rows = [
        ReplayFlag(
            project=project,
            case_id=flag.case_id,
            layer_id=flag.row.layer_id if flag.row else None,
            instantiation_id=flag.row.instantiation_id if flag.row else None,
            subsection_id=flag.row.subsection_id if flag.row else None,
            engine=flag.engine,
            status=flag.replayed.status,
            detail=flag.replayed.detail,
            goal=flag.replayed.goal,
            notes=list(flag.replayed.notes),
            program_sha256=sha256 if flag.engine == Engine.PROGRAM else "",
            compat=compat,
            layer_revision=flag.row.revision if flag.row else 0,
            case_sha256=cases[flag.case_id],
            clauses_sha256=clauses,
        )
        for flag in flags
    ]
    for row in rows:
        key = (row.case_id, row.instantiation_id, row.engine, row.status, row.detail)
        if said := notes.get(key):
            row.note, row.noted_by, row.noted_at = said.note, said.noted_by, said.noted_at
    return ReplayFlag.objects.bulk_create(rows, batch_size=1000)


def hash_clauses(*, project: Project) -> str:
    """Changes with every gold clause."""
    gold = Clause.objects.filter(
        removed_at=None, layer__project=project, layer__author_kind=AuthorKind.GOLD
    )
    digest = hashlib.sha256()
    for label, text in gold.order_by("layer__subsection__label", "text").values_list(
        "layer__subsection__label", "text"
    ):
        digest.update(f"{label}\t{text}\n".encode())
    return digest.hexdigest()


def flags_with_age(*, project: Project) -> FlagSet:
    """All flags, each with why it is out of date, if it is."""
    programs = [selectors.program_get(project=project, compat=compat) for compat in (False, True)]
    current = [program.sha256 for program in programs if program]
    other_program = Q(engine=Engine.PROGRAM) & ~Q(program_sha256__in=current)
    reasons = [
        When(Q(layer__isnull=False) & ~Q(layer__revision=F("layer_revision")), then=_say("values")),
        When(~Q(case__sha256=F("case_sha256")), then=_say("facts")),
        When(other_program, then=_say("program")),
        When(~Q(clauses_sha256=hash_clauses(project=project)), then=_say("clauses")),
    ]
    return ReplayFlag.objects.filter(project=project).annotate(
        outdated=Case(*reasons, default=Value(""), output_field=CharField())
    )


def _say(reason: str) -> Value:
    return Value(Outdated(reason).value)


def flags_seen_by(*, user: User, project: Project) -> FlagSet:
    """Flags of the gold, of tests and of one's own rows; reviewers see everybody's."""
    flags = flags_with_age(project=project)
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return flags
    mine = Q(layer__author_kind=AuthorKind.GOLD) | Q(layer__author=user)
    return flags.filter(
        Q(layer=None) | mine & Q(layer__in=layers_visible(project=project, user=user))
    )


def flag_list(
    *,
    user: User,
    project: Project,
    status: str | None = None,
    engine: str | None = None,
    case: str | None = None,
    label: str | None = None,
    author: str | None = None,
    outdated: bool | None = None,
) -> FlagSet:
    """What the last replay said, by case."""
    flags = flags_seen_by(user=user, project=project)
    if status == "differs":
        flags = flags.filter(OPEN)
    elif status is not None:
        flags = flags.filter(status=status)
    for name, value in (("engine", engine), ("case__name", case), ("subsection__label", label)):
        if value is not None:
            flags = flags.filter(**{name: value})
    if author is not None:
        gold = Q(layer__author_kind=AuthorKind.GOLD)
        flags = flags.filter(gold if author == "gold" else Q(layer__author__username=author))
    if outdated is not None:
        flags = flags.exclude(outdated="") if outdated else flags.filter(outdated="")
    related = flags.select_related("case", "subsection", "layer__author", "noted_by")
    return related.order_by("case__sort_key", "case__name", "id")


def flag_counts(*, user: User, project: Project) -> dict[str, object]:
    """How many flags of each kind there are, and from when they are."""
    flags = flags_seen_by(user=user, project=project)
    counts: dict[str, dict[str, int]] = {engine.value: {} for engine in Engine}
    outdated: Counter[str] = Counter()
    groups = flags.order_by().values("engine", "status", "outdated").annotate(n=Count("pk"))
    for engine, status, why, n in groups.values_list("engine", "status", "outdated", "n"):
        counts[engine][status] = counts[engine].get(status, 0) + n
        if why:
            outdated[why] += n
    last = flags.aggregate(at=Max("created_at"))["at"]
    return {
        "counts": counts,
        "outdated": dict(outdated),
        "replayed_at": last,
        "compat": flags.filter(compat=True).exists(),
    }


def cases_flagged(
    cases: QuerySet[texts.Case], wanted: str, user: User, project: Project
) -> QuerySet[texts.Case]:
    """Cases with a flag of this kind: a status, `outdated`, or `differs` for all open ones."""
    if wanted == "outdated":
        flags = flag_list(user=user, project=project, outdated=True)
    else:
        flags = flag_list(user=user, project=project, status=wanted)
    return cases.filter(pk__in=flags.order_by().values("case_id"))


def case_marks(cases: Sequence[texts.Case], user: User, project: Project) -> dict[int, list[str]]:
    """What the flags of each case say, each word once: statuses, `outdated`, `noted`."""
    found: dict[int, set[str]] = {}
    flags = flags_seen_by(user=user, project=project).filter(case__in=cases).order_by()
    for case, status, why, note in flags.values_list("case_id", "status", "outdated", "note"):
        words = found.setdefault(case, set())
        words.add("noted" if note and status in DIFFERENCES else status)
        if why:
            words.add("outdated")
    return {case: sorted(words) for case, words in found.items()}


def flag_next(*, user: User, project: Project, case: texts.Case) -> ReplayFlag | None:
    """The next open difference after a case, in gold or one's own; after the last, the first."""
    flags = flag_list(user=user, project=project, status="differs").filter(
        Q(layer=None) | Q(layer__author_kind=AuthorKind.GOLD) | Q(layer__author=user)
    )
    later = Q(case__sort_key__gt=case.sort_key) | Q(
        case__sort_key=case.sort_key, case__name__gt=case.name
    )
    found: ReplayFlag | None = flags.filter(later).first() or flags.first()
    return found
