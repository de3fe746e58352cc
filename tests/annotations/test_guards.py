"""What the database itself refuses, tried past all our own checks, on the database in use."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Argument, AuthorKind, Clause, Layer, Mention, Value
from sara_annotate.corpus.models import (
    Case,
    Membership,
    Project,
    Role,
    Statute,
    Subsection,
    SubsectionPart,
)
from tests.factories import load_corpus, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    made = make_project(dana=Role.MANAGER)
    load_corpus(made, by=User.objects.get(username="dana"))
    return made


@pytest.fixture
def layer(project: Project) -> Layer:
    return Layer.objects.get(project=project, subsection__label="7(b)")


def refused(change, *args, **kwargs) -> str:  # type: ignore[no-untyped-def]
    """The database's words when it refuses a change; fails when it does not."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        change(*args, **kwargs)
    return str(caught.value)


def new_mention(layer: Layer, start: int, end: int, **other: object) -> None:
    part = SubsectionPart.objects.filter(subsection=layer.subsection).first()
    values = {"part": part, "argument": layer.arguments.first(), **other}
    Mention.objects.create(layer=layer, start=start, end=end, **values)


def free_range(layer: Layer) -> tuple[int, int]:
    part = SubsectionPart.objects.filter(subsection=layer.subsection).first()
    assert part is not None
    return part.start, part.start + 3


def test_a_mention_in_a_free_place_is_taken(layer: Layer) -> None:
    new_mention(layer, *free_range(layer))


def test_an_overlap_is_refused(layer: Layer) -> None:
    mention = layer.mentions.first()
    assert mention is not None
    for start, end in (
        (mention.start, mention.end),
        (mention.start - 1, mention.start + 1),
        (mention.end - 1, mention.end + 1),
        (mention.start + 1, mention.end - 1),
    ):
        assert "span_overlap" in refused(new_mention, layer, start, end)


def test_moving_one_over_another_is_refused(project: Project) -> None:
    first, second, _ = Layer.objects.get(subsection__label="7(a)").mentions.order_by("start")
    change = Mention.objects.filter(pk=second.pk).update
    assert "span_overlap" in refused(change, start=first.start + 1)


def test_touching_mentions_are_no_overlap(layer: Layer) -> None:
    mention = layer.mentions.first()
    assert mention is not None
    new_mention(layer, mention.end, mention.end + 1)


def test_a_removed_mention_is_in_nobodys_way(layer: Layer) -> None:
    mention = layer.mentions.first()
    assert mention is not None
    layer.mentions.filter(pk=mention.pk).update(removed_at=layer.created_at)
    new_mention(layer, mention.start, mention.end)
    assert "span_overlap" in refused(
        layer.mentions.filter(pk=mention.pk).update, removed_at=None
    ), "it cannot come back into a place that was taken"


def test_a_span_outside_its_part_is_refused(layer: Layer) -> None:
    part = SubsectionPart.objects.filter(subsection=layer.subsection).first()
    assert part is not None
    for start, end in ((part.start - 1, part.start + 1), (part.end - 1, part.end + 1)):
        assert "span_outside" in refused(new_mention, layer, start, end)


def test_a_part_of_another_subsection_is_refused(layer: Layer) -> None:
    other = SubsectionPart.objects.filter(subsection__label="7(a)").first()
    assert other is not None
    message = refused(new_mention, layer, other.start, other.start + 2, part=other)
    assert "span_outside" in message


def test_an_argument_of_another_layer_is_refused(layer: Layer) -> None:
    other = Argument.objects.exclude(layer=layer).first()
    assert "argument_foreign" in refused(new_mention, layer, *free_range(layer), argument=other)


def test_an_empty_span_is_refused(layer: Layer) -> None:
    start, _ = free_range(layer)
    refused(new_mention, layer, start, start)
    refused(new_mention, layer, start + 2, start)


def test_names_are_unique_whatever_their_case(layer: Layer) -> None:
    refused(Argument.objects.create, layer=layer, name="PASSENGER")
    refused(Argument.objects.create, layer=layer, name="")
    refused(Argument.objects.create, layer=layer, name="a,b")
    Argument.objects.create(layer=layer, name="Other")


def test_one_gold_layer_and_one_clause(project: Project, layer: Layer) -> None:
    refused(
        Layer.objects.create,
        project=project,
        subsection=layer.subsection,
        author_kind=AuthorKind.GOLD,
    )
    clause = layer.clauses.get()
    refused(Clause.objects.create, layer=layer, text="x", listed_in=clause.listed_in)


def test_a_layer_is_of_one_text_and_one_author(project: Project, layer: Layer) -> None:
    case = Case.objects.first()
    user = User.objects.get()
    kinds = {"project": project, "author_kind": AuthorKind.PERSON}
    refused(Layer.objects.create, **kinds, subsection=layer.subsection, case=case, author=user)
    refused(Layer.objects.create, **kinds, author=user)
    refused(Layer.objects.create, **kinds, subsection=layer.subsection)
    refused(
        Layer.objects.create,
        project=project,
        author_kind=AuthorKind.GOLD,
        author=user,
        subsection=layer.subsection,
    )
    Layer.objects.create(**kinds, subsection=layer.subsection, author=user)
    refused(Layer.objects.create, **kinds, subsection=layer.subsection, author=user)


def test_texts_never_change(project: Project) -> None:
    for rows in (Statute.objects.filter(project=project), Case.objects.filter(project=project)):
        assert "text_immutable" in refused(rows.update, text="something else")
        rows.update(text=F("text"))


def test_nothing_that_is_used_can_be_deleted(project: Project) -> None:
    for rows in (Statute, Subsection, Case, Layer, Argument, User):
        with pytest.raises(Exception, match="protected foreign keys"), transaction.atomic():
            rows.objects.all().delete()


def test_other_rules(project: Project, layer: Layer) -> None:
    value = Value.objects.first()
    assert value is not None
    refused(
        Value.objects.create,
        instantiation=value.instantiation,
        role=value.role,
        name=value.name.upper(),
        value=1,
    )
    membership = Membership.objects.get()
    refused(Membership.objects.create, project=project, user=membership.user, role=Role.MANAGER)
    part = SubsectionPart.objects.first()
    assert part is not None
    refused(SubsectionPart.objects.filter(pk=part.pk).update, end=part.start)
    refused(Case.objects.filter(project=project).update, split="dev")
