"""A project as a source of records; it stands with the annotations, which models read as well."""

from sara_annotate.annotations.source import (
    STATUTES_AT_ONCE,
    DatabaseSource,
    in_chunks,
    key_chunks,
)

__all__ = ["STATUTES_AT_ONCE", "DatabaseSource", "in_chunks", "key_chunks"]
