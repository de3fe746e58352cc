"""Our own full format into an empty project: everything as it was, or nothing."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.loading import RowBuffer
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.models import hash_text, sort_key
from sara_annotate.domain.corpus import Case
from sara_annotate.domain.edits.read import read_item
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats import full
from sara_annotate.domain.formats.full import FullFormatError
from sara_annotate.domain.labels import parse_label
from sara_annotate.exchange.comparing import hash_case
from sara_annotate.exchange.text_buffer import TextBuffer
from sara_annotate.releases.models import Release
from sara_annotate.review.queue import reviews_refresh

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
FLUSH_AT, TEXTS_AT_ONCE = 4000, 500
NAMES = {
    full.Member: "people",
    full.StatuteRecord: "statutes",
    full.CaseRecord: "cases",
    full.ProgramRecord: "programs",
    full.ModelRunRecord: "runs",
    full.LayerRecord: "layers",
    full.EditRecord: "edits",
    full.ReleaseRecord: "releases",
}


def project_is_empty(project: texts.Project) -> bool:
    return not (project.statutes.exists() or project.cases.exists() or project.layers.exists())


@transaction.atomic
def full_import(
    *,
    project: texts.Project,
    lines: Iterable[bytes],
    progress: Callable[[int], None] = lambda done: None,
) -> Counter[str]:
    """Load every record into the project, which must be empty; counts of what came in."""
    if not project_is_empty(project):
        raise ConflictError(
            "A whole project can only be loaded into an empty one. Make a new project for it."
        )
    feed = iter(lines)
    full.parse_header(next(feed, b""))
    loader = _FullLoader(project)
    line = 1
    try:
        for line, record in full.parse_records(feed):
            loader.add(line, record)
            if line % 200 == 0:
                progress(line)
        loader.finish()
    except IntegrityError as error:
        raise FullFormatError(
            f"Up to line {line}: a record breaks a rule of the data ({error}).",
            extra={"line": line},
        ) from error
    reviews_refresh(project=project)
    return loader.counts


@dataclass(slots=True)
class _FullLoader:
    project: texts.Project
    counts: Counter[str] = field(default_factory=Counter)
    texts: TextBuffer = field(default_factory=TextBuffer)
    buffer: RowBuffer = field(default_factory=RowBuffer)
    users: dict[str, User] = field(default_factory=dict)
    layers: set[uuid.UUID] = field(default_factory=set)
    renew: bool | None = None
    line: int = 0

    def add(self, line: int, record: full.Record) -> None:
        self.line = line
        self.counts[NAMES[type(record)]] += 1
        if not isinstance(record, full.StatuteRecord | full.CaseRecord):
            self.texts.flush()
        match record:
            case full.Member():
                self._member(record)
            case full.StatuteRecord():
                self._statute(record)
            case full.CaseRecord():
                self._case(record)
            case full.ProgramRecord():
                digest = hash_text(record.text)
                texts.Program.objects.create(
                    project=self.project, path=record.path, text=record.text, sha256=digest
                )
            case full.ModelRunRecord():
                folds = {name: msgspec.to_builtins(fold) for name, fold in record.folds.items()}
                rows.ModelRun.objects.create(
                    project=self.project, folds=folds, **_rest(record, "folds")
                )
            case full.LayerRecord():
                self._layer(record)
            case full.EditRecord():
                self._edit(record)
            case full.ReleaseRecord():
                author = self._find(self.users, record.created_by, "person")
                Release.objects.create(
                    project=self.project, created_by=author, **_rest(record, "created_by")
                )
        self.texts.flush(at_least=TEXTS_AT_ONCE)
        self.buffer.flush(at_least=FLUSH_AT)

    def finish(self) -> None:
        self.texts.flush()
        self.buffer.flush()

    # ── people and texts ──────────────────────────────────────────────────────────────

    def _member(self, record: full.Member) -> None:
        """People are known by their name here; a stranger gets an account nobody can enter."""
        user = User.objects.filter(username=record.username).first()
        if user is None:
            user = User(username=record.username, name=record.name)
            user.set_unusable_password()
            user.save()
        self.users[record.username] = user
        if record.role is not None:
            texts.Membership.objects.update_or_create(
                project=self.project, user=user, defaults={"role": record.role}
            )

    def _statute(self, record: full.StatuteRecord) -> None:
        statute = texts.Statute(
            project=self.project,
            kind=record.kind,
            section=record.section,
            title=record.title,
            text=record.text,
            sha256=hash_text(record.text),
            position=record.position,
        )
        self.texts.statutes.append(statute)
        self.counts["subsections"] += len(record.subsections)
        for position, item in enumerate(record.subsections):
            row = texts.Subsection(
                project=self.project,
                statute=statute,
                label=self._label(item.label),
                heading=item.heading,
                depth=parse_label(item.label).depth,
                position=position,
            )
            self.texts.subsections.append(row)
            self.texts.parts.extend(
                texts.SubsectionPart(
                    subsection=row, start=p.start, end=self._inside(p, record), line=p.line
                )
                for p in item.parts
            )

    def _inside(self, part: full.PartRecord, statute: full.StatuteRecord) -> int:
        if part.end > len(statute.text):
            raise self._wrong(f"a part of section {statute.section} ends outside its text")
        return part.end

    def _label(self, text: str) -> str:
        try:
            return parse_label(text).plain
        except LabelError as error:
            raise self._wrong(error.message) from error

    def _case(self, record: full.CaseRecord) -> None:
        value = Case(
            record.name,
            record.text,
            record.question,
            record.answer,
            record.facts,
            record.test,
            record.source,
            record.split,
        )
        row = texts.Case(
            project=self.project,
            **{name: getattr(record, name) for name in _CASE_FIELDS},
            sort_key=sort_key(record.name),
            sha256=hash_case(value),
        )
        self.texts.cases.append(row)

    # ── layers ────────────────────────────────────────────────────────────────────────

    def _layer(self, record: full.LayerRecord) -> None:
        known = self.texts.known
        layer = rows.Layer(
            id=self._id(record.id),
            project=self.project,
            subsection_id=self._find(known.subsections, record.subsection, "subsection"),
            case_id=self._find(known.cases, record.case, "case"),
            author=self._find(self.users, record.author, "person"),
            **{name: getattr(record, name) for name in _LAYER_FIELDS},
        )
        self.layers.add(record.id)
        self.buffer.add(layer)
        for argument in record.arguments:
            self.buffer.add(
                rows.Argument(id=self._id(argument.id), layer=layer, **self._rest(argument, "id"))
            )
        named = {argument.id for argument in record.arguments}
        for mention in record.mentions:
            if mention.argument not in named:
                raise self._wrong(f"mention {mention.id} names an argument that is not there")
            self.buffer.add(
                rows.Mention(
                    id=self._id(mention.id),
                    layer=layer,
                    argument_id=self._id(mention.argument),
                    part_id=self._part(layer, mention),
                    **self._rest(mention, "id", "argument"),
                )
            )
        for clause in record.clauses:
            self.buffer.add(
                rows.Clause(
                    id=self._id(clause.id),
                    layer=layer,
                    listed_in_id=self._find(known.statutes, clause.listed_in, "statute"),
                    **self._rest(clause, "id", "listed_in"),
                )
            )
        for instantiation in record.instantiations:
            self._instantiation(layer, instantiation)
        for decision in record.decisions:
            self.buffer.add(rows.SuggestionDecision(layer=layer, **self._rest(decision)))
        for mark in record.stale:
            self.buffer.add(
                rows.StaleMark(layer=layer, item=self._item(mark.item), **_rest(mark, "item"))
            )

    def _part(self, layer: rows.Layer, mention: full.MentionRecord) -> int:
        found = self.texts.known.parts.get(layer.subsection_id or 0, ())
        for part, start, end in found:
            if start <= mention.start < mention.end <= end:
                return part
        raise self._wrong(f"mention {mention.start}–{mention.end} is outside its subsection")

    def _instantiation(self, layer: rows.Layer, record: full.InstantiationRecord) -> None:
        if layer.case_id is None:
            raise self._wrong("only the layer of a case has instantiations")
        item = rows.Instantiation(
            id=self._id(record.id),
            layer=layer,
            subsection_id=self._find(self.texts.known.subsections, record.label, "subsection"),
            **_rest(record, "id", "label", "values"),
        )
        self.buffer.add(item)
        for value in record.values:
            row = rows.Value(
                id=self._id(value.id), instantiation=item, **self._rest(value, "id", "evidence")
            )
            self.buffer.add(row)
            for start, end in value.evidence:
                if end > self.texts.known.lengths[layer.case_id]:
                    raise self._wrong(f"evidence {start}–{end} is outside the case's text")
                self.buffer.add(rows.Evidence(value=row, start=start, end=end))

    def _edit(self, record: full.EditRecord) -> None:
        if record.layer not in self.layers:
            raise self._wrong(f"edit {record.id} belongs to a layer that is not there")
        self.buffer.add(
            rows.Edit(
                id=self._id(record.id),
                layer_id=self._id(record.layer),
                author=self._find(self.users, record.author, "person"),
                operation=self._renewed(record.operation),
                inverse=self._renewed(record.inverse),
                undoes=self._id(record.undoes) if record.undoes else None,
                group=self._id(record.group) if record.group else None,
                from_suggestion=self._id(record.from_suggestion)
                if record.from_suggestion
                else None,
                **_rest(record, *_EDIT_REFERENCES, "operation", "inverse"),
            )
        )

    # ── ids ───────────────────────────────────────────────────────────────────────────

    def _id(self, key: uuid.UUID) -> uuid.UUID:
        """The id itself; a new one where the same project lives here already."""
        if self.renew is None:
            self.renew = rows.Layer.objects.filter(pk=key).exists()
        return uuid.uuid5(self._namespace, str(key)) if self.renew else key

    @property
    def _namespace(self) -> uuid.UUID:
        return uuid.uuid5(uuid.NAMESPACE_OID, f"sara-annotate/{self.project.pk}")

    def _rest(self, record: msgspec.Struct, *without: str) -> dict[str, Any]:
        """The record's other fields; the suggestion that it names gets the id it has here."""
        fields = _rest(record, *without)
        for name in ("from_suggestion", "suggestion"):
            if self.renew and name in fields:
                fields[name] = _UUID.sub(
                    lambda found: str(self._id(uuid.UUID(found[0]))), fields[name]
                )
        return fields

    def _renewed(self, operation: dict[str, object]) -> dict[str, object]:
        if not self.renew:
            return operation
        text = msgspec.json.encode(operation).decode()
        text = _UUID.sub(lambda found: str(self._id(uuid.UUID(found[0]))), text)
        renewed: dict[str, object] = msgspec.json.decode(text)
        return renewed

    def _item(self, item: str) -> str:
        """The key of a marked item, with the id that it has here."""
        try:
            read_item(item, "item")
        except EditRefused as refusal:
            raise self._wrong(refusal.message) from refusal
        return _UUID.sub(lambda found: str(self._id(uuid.UUID(found[0]))), item)

    def _find(self, known: dict[str, Any], name: str | None, what: str) -> Any:
        if name is None:
            return None
        if name not in known:
            raise self._wrong(f"there is no {what} “{name}” before it")
        return known[name]

    def _wrong(self, why: str) -> FullFormatError:
        return FullFormatError(f"Line {self.line}: {why}.", extra={"line": self.line})


_EDIT_REFERENCES = ("id", "layer", "author", "undoes", "group", "from_suggestion")
_CASE_FIELDS = full.CaseRecord.__struct_fields__
_LAYER_FIELDS = (
    "author_kind",
    "state",
    "state_reason",
    "revision",
    "run",
    "lists_mentions",
    "created_at",
    "updated_at",
)


def _rest(record: msgspec.Struct, *without: str) -> dict[str, Any]:
    """The record's other fields, which have the names of the row's."""
    return {name: getattr(record, name) for name in record.__struct_fields__ if name not in without}
