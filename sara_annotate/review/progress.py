"""Where a project stands: by task and person, with speed, suggestions and time to decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Sum
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import (
    AuthorKind,
    Edit,
    Layer,
    LayerState,
    Mention,
    SuggestionDecision,
    Task,
)
from sara_annotate.annotations.seats import Seat
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Case, Project, Role, StatuteKind, Subsection
from sara_annotate.domain.progress import Act, Pace, burn_up, measure_pace, measure_wait
from sara_annotate.review.models import Review

MOVES = ("submit_layer", "accept_layer", "return_layer")
SPEED = timedelta(weeks=4)
WEEK = timedelta(weeks=1)
RANK = {
    LayerState.IN_PROGRESS: 1,
    LayerState.RETURNED: 1,
    LayerState.SUBMITTED: 2,
    LayerState.ACCEPTED: 3,
}
TextKey = tuple[int | None, int | None]
Json = dict[str, Any]


def progress_read(*, project: Project, user: User) -> Json:
    """Progress of all for reviewers and managers, of themselves and of the tasks for others."""
    return _Progress(project).read(
        None if project_allows(user=user, project=project, role=Role.REVIEWER) else user
    )


class _Progress:
    """Everything in a fixed number of queries, put together here."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.now = timezone.now()
        self.people = Layer.objects.filter(project=project, author_kind=AuthorKind.PERSON)
        self.pace = measure_pace(self._acts())
        self.moves = self._moves()
        self.decisions = self._decisions()

    def _acts(self) -> Iterable[Act]:
        """Edits of the last weeks; a batch counts as its first operation."""
        edits = Edit.objects.filter(
            layer__project=self.project,
            layer__author_kind=AuthorKind.PERSON,
            made_at__gte=self.now - SPEED,
        ).values_list(
            "author_id",
            "made_at",
            "operation__op",
            "operation__ops__0__op",
            "layer__subsection_id",
            "layer__case_id",
        )
        for author, at, op, first, subsection, case in edits:
            yield Act(author, at, first or op, (subsection, case))

    def _moves(self) -> list[tuple[UUID, Any, str, TextKey, int | None]]:
        edits = Edit.objects.filter(
            layer__project=self.project,
            layer__author_kind=AuthorKind.PERSON,
            operation__op__in=MOVES,
        ).values_list(
            "layer_id",
            "made_at",
            "operation__op",
            "layer__subsection_id",
            "layer__case_id",
            "layer__author_id",
        )
        return [(pk, at, op, (s, c), author) for pk, at, op, s, c, author in edits]

    def _decisions(self) -> Counter[tuple[int | None, str, str]]:
        """How many suggestions each person kept, corrected and decided, by task."""
        made = SuggestionDecision.objects.filter(
            layer__project=self.project, removed_at=None
        ).values_list("layer__author_id", "layer__case_id", "suggestion", "decision")
        said = {
            suggestion: (start, end)
            for suggestion, start, end in Mention.objects.filter(
                layer__project=self.project, layer__author_kind=AuthorKind.MODEL
            ).values_list("pk", "start", "end")
        }
        now = {
            (author, suggestion): (start, end)
            for author, suggestion, start, end in Mention.objects.filter(
                layer__project=self.project, layer__author_kind=AuthorKind.PERSON, removed_at=None
            )
            .exclude(from_suggestion="")
            .values_list("layer__author_id", "from_suggestion", "start", "end")
        }
        spans = {str(pk): span for pk, span in said.items()}
        counts: Counter[tuple[int | None, str, str]] = Counter()
        for author, case, suggestion, decision in made:
            is_span = suggestion in spans
            task = Task.SPANS if is_span else Task.VALUES if case else Task.CLAUSES
            counts[author, task, "decided"] += 1
            if decision == "accepted":
                counts[author, task, "kept"] += 1
                if is_span and now.get((author, suggestion)) != spans[suggestion]:
                    counts[author, task, "corrected"] += 1
        return counts

    def read(self, only: User | None) -> Json:
        layers = list(
            self.people.values_list(
                "subsection_id",
                "case_id",
                "author_id",
                "state",
                "author__username",
                "author__name",
                "updated_at",
            )
        )
        best: dict[TextKey, int] = defaultdict(int)
        for subsection, case, _, state, *_ in layers:
            key = subsection, case
            best[key] = max(best[key], RANK[LayerState(state)])
        gold = Layer.objects.filter(project=self.project, author_kind=AuthorKind.GOLD)
        golden: set[TextKey] = {(s, c) for s, c in gold.values_list("subsection_id", "case_id")}
        written = gold.filter(clauses__removed_at=None, clauses__id__isnull=False)
        clauses: set[int | None] = set(written.values_list("subsection_id", flat=True))
        counts = {
            "subsections": Subsection.objects.filter(
                project=self.project, statute__kind=StatuteKind.STATUTE
            ).count(),
            "cases": Case.objects.filter(project=self.project).count(),
        }
        seats = self._seats()
        tasks = [self._task(task, best, golden, clauses, counts, seats) for task in Task]
        people = self._people(layers, seats, only)
        waiting = Review.objects.filter(project=self.project, waiting__gt=0).aggregate(
            n=Count("pk"), disputes=Sum("disputes")
        )
        return {
            "tasks": tasks,
            "people": people,
            "disputes": waiting["disputes"] or 0,
            "waiting": waiting["n"],
            "hours_to_decision": measure_wait((m[0], m[1], m[2]) for m in self.moves),
            "texts": counts["subsections"] + counts["cases"],
            "burn_up": self._burn_up(layers),
        }

    def _seats(self) -> list[tuple[str, int | None, int | None, int | None]]:
        return list(
            Seat.objects.filter(project=self.project, removed_at=None).values_list(
                "task", "subsection_id", "case_id", "person_id"
            )
        )

    def _task(
        self,
        task: Task,
        best: dict[TextKey, int],
        golden: set[TextKey],
        clauses: set[int | None],
        counts: dict[str, int],
        seats: list[tuple[str, int | None, int | None, int | None]],
    ) -> Json:
        """Texts of a task by how far they are: those that were assigned, or all."""
        of_cases = task == Task.VALUES
        assigned = {(s, c) for kind, s, c, _ in seats if kind == task}
        planned = len(assigned) or counts["cases" if of_cases else "subsections"]
        done = {key for key in golden if (key[1] is not None) == of_cases}
        if task == Task.CLAUSES:
            done = {key for key in done if key[0] in clauses}
        if assigned:
            done &= assigned
        begun = {
            key: rank
            for key, rank in best.items()
            if (key[1] is not None) == of_cases and (not assigned or key in assigned)
        }
        accepted = {key for key, rank in begun.items() if rank == 3} | (
            # Gold that came with the data is done, unless somebody is at work on it anew.
            {key for key in done if key not in begun}
        )
        week = {m[3] for m in self.moves if m[2] == MOVES[0] and m[1] >= self.now - WEEK}
        return {
            "task": task,
            "planned": planned,
            "accepted": len(accepted),
            "submitted": sum(rank == 2 for rank in begun.values()),
            "in_progress": sum(rank == 1 for rank in begun.values()),
            "this_week": len({key for key in week if (key[1] is not None) == of_cases}),
            **_speed(self.pace[0].get(task)),
            **self._suggestions(lambda author, kind: kind == task),
        }

    def _suggestions(self, fits: Any) -> Json:
        found: Counter[str] = Counter()
        for (author, task, what), count in self.decisions.items():
            if fits(author, task):
                found[what] += count
        return {name: found[name] for name in ("kept", "corrected", "decided")}

    def _people(
        self,
        layers: list[tuple[Any, ...]],
        seats: list[tuple[str, int | None, int | None, int | None]],
        only: User | None,
    ) -> list[Json]:
        names = {row[2]: (row[4], row[5] or row[4]) for row in layers}
        states = Counter((row[2], RANK[LayerState(row[3])]) for row in layers)
        assigned: dict[int | None, set[TextKey]] = defaultdict(set)
        for _, subsection, case, person in seats:
            assigned[person].add((subsection, case))
        recent = self.now - WEEK
        week = Counter(m[4] for m in self.moves if m[2] == MOVES[0] and m[1] >= recent)
        rows = []
        for pk, (username, name) in sorted(names.items(), key=lambda row: row[1][1]):
            if only is not None and pk != only.pk:
                continue
            total = sum(states[pk, rank] for rank in (1, 2, 3))
            rows.append(
                {
                    "username": username,
                    "name": name,
                    "planned": len(assigned[pk]) or total,
                    "accepted": states[pk, 3],
                    "submitted": states[pk, 2],
                    "in_progress": states[pk, 1],
                    "this_week": week[pk],
                    **_speed(self.pace[1].get(pk)),
                    **self._suggestions(lambda author, kind, pk=pk: author == pk),
                }
            )
        return rows

    def _burn_up(self, layers: list[tuple[Any, ...]]) -> list[Json]:
        """By the first move of each text; what came in handed in counts from when it came."""
        first: dict[tuple[str, TextKey], date] = {}
        for _, at, op, text, _ in sorted(self.moves, key=lambda move: move[1]):
            if op != "return_layer":
                first.setdefault((op, text), at.date())
        for subsection, case, _, state, _, _, at in layers:
            if RANK[LayerState(state)] >= 2:
                first.setdefault((MOVES[0], (subsection, case)), at.date())
            if state == LayerState.ACCEPTED:
                first.setdefault((MOVES[1], (subsection, case)), at.date())
        submitted = [day for (op, _), day in first.items() if op == "submit_layer"]
        accepted = [day for (op, _), day in first.items() if op == "accept_layer"]
        weeks = burn_up(submitted, accepted, self.now.date())
        return [{"day": w.day, "submitted": w.submitted, "accepted": w.accepted} for w in weeks]


def _speed(pace: Pace | None) -> Json:
    return {"an_hour": pace.an_hour if pace else None}
