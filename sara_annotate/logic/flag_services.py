"""One row held against the engine now, and kept as a flag until it is settled."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from sara_annotate.accounts.errors import ApplicationError, NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Layer
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Case, Project, Role
from sara_annotate.corpus.selectors import case_value
from sara_annotate.logic import selectors
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.flags import FlagValue, flags_replace
from sara_annotate.logic.models import Engine, ReplayFlag
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.replay import Replay, Replayed
from sara_annotate.logic.selectors import AnnotatedRow
from sara_annotate.logic.solving import WEB_LIMITS, web_pool
from sara_annotate.logic.structure import replay_structure


class RowOpenError(ApplicationError):
    code = "row_open"


class RowLeafError(ApplicationError):
    code = "row_leaf"


def flag_check(
    *,
    project: Project,
    case: Case,
    user: User,
    instantiation: UUID,
    engine: str,
    compat: bool = False,
    note: str | None = None,
) -> ReplayFlag:
    """The stored row beside the engine's answer, kept in place of what was kept of it before.

    A note says why a difference is right as it is, and settles it.
    """
    layer = _layer_get(project, case, user, instantiation)
    mine = layer.author if layer.author else None
    rows = list(selectors.row_list(project=project, layers=Layer.objects.filter(pk=layer.pk)))
    row = next((one for one in rows if one.instantiation_id == instantiation), None)
    if row is None:
        raise RowOpenError("Say first whether it is true or false.")
    if engine == Engine.STRUCTURE:
        judged = _by_structure(project, mine, row, rows)
    else:
        judged = _by_program(project, case, row, compat)
    value = FlagValue(case.pk, case.name, Engine(engine), judged, row)
    before = Q(instantiation=instantiation, engine=engine)
    (flag,) = flags_replace(project=project, before=before, flags=[value], compat=compat)
    if note is not None:
        flag.note = note.strip()
        flag.noted_by, flag.noted_at = (user, timezone.now()) if flag.note else (None, None)
        flag.save(update_fields=["note", "noted_by", "noted_at"])
    return flag


def _layer_get(project: Project, case: Case, user: User, instantiation: UUID) -> Layer:
    """The layer of a row: one's own or, for reviewers, anybody's."""
    layers = layers_visible(project=project, user=user).select_related("author")
    layer = layers.filter(
        case=case, instantiations__pk=instantiation, instantiations__removed_at=None
    ).first()
    if layer is None:
        raise Http404
    if layer.author != user and not project_allows(user=user, project=project, role=Role.REVIEWER):
        raise NotAllowedError("Only its author or a reviewer may do this.")
    return layer


def _by_structure(
    project: Project, author: User | None, row: AnnotatedRow, rows: list[AnnotatedRow]
) -> Replayed:
    clauses = selectors.clause_map(project=project, user=author)
    judged = replay_structure(row.value, clauses, selectors.leaf_rows(iter(rows)))
    if judged is None:
        raise RowLeafError("It has no clause with parts, so it stands on its own.")
    return judged


def _by_program(project: Project, case: Case, row: AnnotatedRow, compat: bool) -> Replayed:
    program = selectors.program_get(project=project, compat=compat)
    if program is None:
        raise NoProgramError("This project has no Prolog program. Solve by structure instead.")
    pool = web_pool()
    clauses = selectors.clause_map(project=project)
    replay = Replay(pool, program, pool.load(program), clauses, WEB_LIMITS)
    reading = read_case(case_value(case), pool=pool, program=program, mend=compat)
    return replay.replay_row(row.value, reading)
