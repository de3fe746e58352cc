"""A pytest plugin that keeps just the tests that touch the database.

    pytest -p scripts.only_database

The run on PostgreSQL repeats what the other database could answer differently, and not
the pure functions. A test touches the database when it has the mark django_db, asks for
a fixture that opens it (directly or through another fixture), is a Django TestCase, or
is marked postgres.
"""

from __future__ import annotations

import pytest

FIXTURES = frozenset(
    {
        "db",
        "transactional_db",
        "django_db_reset_sequences",
        "django_db_serialized_rollback",
        "django_db_setup",
        "live_server",
    }
)


def touches_database(item: pytest.Item) -> bool:
    """Whether the test needs a database."""
    from django.test import TransactionTestCase

    # Follows the whole chain of fixtures, so that `project(user)`, `user(db)` count too.
    fixtures = set(getattr(item, "fixturenames", ()))
    case = getattr(item, "cls", None)
    return (
        any(item.iter_markers("django_db"))
        or any(item.iter_markers("postgres"))
        or bool(fixtures & FIXTURES)
        or (case is not None and issubclass(case, TransactionTestCase))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect every test that needs no database."""
    kept = [item for item in items if touches_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
