"""Taking projects out of the database, which the application itself never does."""

from __future__ import annotations

from sara_annotate.annotations import models as rows
from sara_annotate.corpus import models as texts


def forget(project: texts.Project) -> None:
    """As if the project had never been on this instance; other projects must be empty."""
    for kind in (rows.Evidence, rows.Value, rows.Instantiation, rows.Edit, rows.Mention):
        kind.objects.all()._raw_delete(using="default")
    for kind in (rows.ClauseCall, rows.Argument, rows.Clause, rows.StaleMark, rows.Layer):
        kind.objects.all()._raw_delete(using="default")
    for kind in (texts.SubsectionPart, texts.Subsection, texts.Case, texts.Statute):
        kind.objects.all()._raw_delete(using="default")
    texts.Membership.objects.filter(project=project).delete()
    project.delete()
