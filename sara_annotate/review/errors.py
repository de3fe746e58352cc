"""Refusals of the review."""

from sara_annotate.accounts.errors import ConflictError


class ReviewStaleError(ConflictError):
    """The layers are no longer those that the reviewer saw: returned, reopened or more came."""

    code = "review_stale"


class ReviewOpenError(ConflictError):
    """Something is still to be decided or mended before this can become gold."""

    code = "review_open"


class ReviewMovedOnError(ConflictError):
    """Layers were changed after what is to be undone."""

    code = "review_moved_on"
