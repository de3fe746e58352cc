import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models

from sara_annotate.annotations.calls import ROWS_AT_ONCE, read_calls


def fill(apps: Apps, schema_editor: object) -> None:
    """Index the clauses that are there already."""
    clause, call = (apps.get_model("annotations", name) for name in ("Clause", "ClauseCall"))
    made: list[models.Model] = []
    standing = clause.objects.filter(removed_at=None).values_list("pk", "text")
    for key, text in standing.iterator(chunk_size=ROWS_AT_ONCE):
        made += [
            call(clause_id=key, label=label, position=position, pairs=pairs)
            for position, (label, pairs) in enumerate(read_calls(text))
        ]
        if len(made) >= ROWS_AT_ONCE:
            call.objects.bulk_create(made, batch_size=ROWS_AT_ONCE)
            made = []
    call.objects.bulk_create(made, batch_size=ROWS_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("annotations", "0002_guards")]

    operations = [
        migrations.CreateModel(
            name="ClauseCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "label",
                    models.CharField(help_text="The callee, as in 63(c)(5).", max_length=80),
                ),
                (
                    "position",
                    models.PositiveIntegerField(help_text="Its place among the clause's calls."),
                ),
                (
                    "pairs",
                    models.JSONField(
                        help_text="[[callee's argument, caller's argument], …], upper case."
                    ),
                ),
                (
                    "clause",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="annotations.clause",
                    ),
                ),
            ],
            options={
                "ordering": ("clause", "position"),
                "indexes": [models.Index(fields=["label"], name="clause_call_label")],
                "constraints": [
                    models.UniqueConstraint(fields=("clause", "position"), name="clause_call_once")
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
