"""Refusals of this app."""

from sara_annotate.accounts.errors import ApplicationError


class NoProgramError(ApplicationError):
    code = "no_program"
