"""The demo's guideline, assignments and threads, so that no screen is empty."""

from __future__ import annotations

from pathlib import Path

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, Task
from sara_annotate.corpus.models import Project, Subsection
from sara_annotate.review.assign_services import Order, assignment_create
from sara_annotate.review.guideline_services import guideline_save
from sara_annotate.review.subjects import Subject
from sara_annotate.review.thread_services import comment_add, thread_create


def demo_work_load(*, project: Project, people: dict[str, User], folder: Path) -> None:
    """Written once, with the rest of the demo."""
    text = (folder / "guidelines.md").read_text(encoding="utf-8")
    dana = people["dana"]
    guideline_save(project=project, user=dana, text=text, note="First version.", base_version=0)
    _assign(project, people)
    _talk(project, people)


BOTH = (Task.SPANS, ("robin", "sam"), ("8", "21(a)"))
BACK = (Task.SPANS, ("sam",), ("12(b)(1)(ii)",))
POOL = ("s8_a_pos", "s8_c_pos", "s8_c_neg", "s8_a_1_pos", "s8_a_1_neg")


def _assign(project: Project, people: dict[str, User]) -> None:
    """Some of what the two annotators did, done and open, and a few cases for whoever is next."""
    orders = [
        Order(task, names, subsections=labels, double=100) for task, names, labels in (BOTH, BACK)
    ]
    for order in [*orders, Order(Task.VALUES, cases=POOL)]:
        assignment_create(project=project, by=people["dana"], order=order)


def _talk(project: Project, people: dict[str, User]) -> None:
    layer = (
        Layer.objects.filter(
            project=project, author_kind=AuthorKind.PERSON, author=people["sam"], state="returned"
        )
        .exclude(subsection=None)
        .select_related("subsection__statute")
        .first()
    )
    if layer is not None:
        thread_create(
            project=project,
            user=people["rowan"],
            subject=Subject(subsection=layer.subsection),
            layer=layer.pk,
            body="@sam please look again; the guidelines say what belongs to a phrase.",
        )
    first = Subsection.objects.filter(project=project).select_related("statute").first()
    if first is not None:
        thread = thread_create(
            project=project,
            user=people["dana"],
            subject=Subject(subsection=first),
            body="Is the heading of the Act part of the first subsection? @rowan",
        )
        comment_add(thread=thread, user=people["rowan"], body="No, it only names it.")
