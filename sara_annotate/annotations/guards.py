"""What the database itself refuses, in the words of each database.

Constraints that look at other rows cannot be declared on a model. They stand here once;
`tests/annotations/test_guards.py` tries to break them on every database that we run on.
A migration that rebuilds `annotations_mention` on SQLite must call `guards_install` again,
since a rebuilt table loses its triggers.
"""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_OUTSIDE = """NOT EXISTS (
    SELECT 1 FROM corpus_subsectionpart p
    JOIN annotations_layer l ON l.subsection_id = p.subsection_id
    WHERE p.id = NEW.part_id AND l.id = NEW.layer_id
      AND p.start <= NEW.start AND NEW."end" <= p."end")"""
_FOREIGN = """NOT EXISTS (
    SELECT 1 FROM annotations_argument a
    WHERE a.id = NEW.argument_id AND a.layer_id = NEW.layer_id)"""
_OVERLAP = """EXISTS (
    SELECT 1 FROM annotations_mention m
    WHERE m.layer_id = NEW.layer_id AND m.removed_at IS NULL AND m.id <> NEW.id
      AND m.start < NEW."end" AND NEW.start < m."end")"""


def _sqlite() -> list[str]:
    checks = "".join(
        f"SELECT RAISE(ABORT, '{code}') WHERE {condition};"
        for code, condition in (
            ("span_outside", _OUTSIDE),
            ("argument_foreign", _FOREIGN),
            ("span_overlap", _OVERLAP),
        )
    )
    mention = [
        f"CREATE TRIGGER mention_guard_{event} BEFORE {event.upper()} ON annotations_mention "
        f"WHEN NEW.removed_at IS NULL BEGIN {checks} END"
        for event in ("insert", "update")
    ]
    frozen = [
        f"CREATE TRIGGER {table}_text_frozen BEFORE UPDATE OF text ON {table} "
        "WHEN OLD.text <> NEW.text BEGIN SELECT RAISE(ABORT, 'text_immutable'); END"
        for table in ("corpus_statute", "corpus_case")
    ]
    return mention + frozen


def _postgresql() -> list[str]:
    return [
        "CREATE EXTENSION IF NOT EXISTS btree_gist",
        "ALTER TABLE annotations_mention ADD CONSTRAINT span_overlap EXCLUDE USING gist "
        '(layer_id WITH =, int4range(start, "end") WITH &&) WHERE (removed_at IS NULL)',
        f"""CREATE FUNCTION sara_mention_guard() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF {_OUTSIDE} THEN RAISE EXCEPTION 'span_outside' USING ERRCODE = '23514'; END IF;
          IF {_FOREIGN} THEN RAISE EXCEPTION 'argument_foreign' USING ERRCODE = '23514'; END IF;
          RETURN NEW;
        END $$""",
        "CREATE TRIGGER mention_guard BEFORE INSERT OR UPDATE ON annotations_mention "
        "FOR EACH ROW WHEN (NEW.removed_at IS NULL) EXECUTE FUNCTION sara_mention_guard()",
        """CREATE FUNCTION sara_text_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'text_immutable' USING ERRCODE = '23514'; END $$""",
        *(
            f"CREATE TRIGGER text_frozen BEFORE UPDATE OF text ON {table} FOR EACH ROW "
            "WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION sara_text_frozen()"
            for table in ("corpus_statute", "corpus_case")
        ),
    ]


def guards_install(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Run from migrations."""
    statements = {"sqlite": _sqlite, "postgresql": _postgresql}[schema_editor.connection.vendor]()
    for statement in statements:
        schema_editor.execute(statement)


def guards_remove(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The reverse, for migrating backwards."""
    if schema_editor.connection.vendor == "sqlite":
        names = ("mention_guard_insert", "mention_guard_update")
        frozen = ("corpus_statute_text_frozen", "corpus_case_text_frozen")
        for name in names + frozen:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
        return
    for statement in (
        "DROP TRIGGER IF EXISTS mention_guard ON annotations_mention",
        "ALTER TABLE annotations_mention DROP CONSTRAINT IF EXISTS span_overlap",
        "DROP TRIGGER IF EXISTS text_frozen ON corpus_statute",
        "DROP TRIGGER IF EXISTS text_frozen ON corpus_case",
        "DROP FUNCTION IF EXISTS sara_mention_guard, sara_text_frozen",
    ):
        schema_editor.execute(statement)
