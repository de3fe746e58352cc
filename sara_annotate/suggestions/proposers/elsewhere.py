"""Models that are not ours: over HTTP, by chat, or from an installed Python package.

Addresses are set by whoever runs the instance, in its environment, and by nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from sara_annotate.domain.corpus import AnnotatedStatute, Statute
from sara_annotate.suggestions.errors import RemoteModelError
from sara_annotate.suggestions.proposers.base import Proposal, Proposer
from sara_annotate.suggestions.proposers.chat import ChatModel
from sara_annotate.suggestions.proposers.http import Caller
from sara_annotate.suggestions.proposers.protocol import make_request, read_answer, to_proposal

GROUP = "sara_annotate.models"
Suggest = Callable[[dict[str, Any]], Mapping[str, Any]]


def elsewhere_names() -> list[str]:
    """Names of all models that are not ours."""
    packages = [point.name for point in entry_points(group=GROUP)]
    return sorted({*settings.REMOTE_MODELS, *settings.CHAT_MODELS, *packages})


def elsewhere_list() -> list[dict[str, str]]:
    """Each with what it is; addresses without what stands after the host."""
    rows = [(name, "http", _host(url)) for name, url in settings.REMOTE_MODELS.items()]
    rows += [(name, "chat", _host(url)) for name, url in settings.CHAT_MODELS.items()]
    rows += [(p.name, "package", p.value) for p in entry_points(group=GROUP)]
    return [{"name": name, "kind": kind, "where": where} for name, kind, where in sorted(rows)]


def _host(url: str) -> str:
    return urlsplit(url.partition(" ")[0]).netloc


def open_elsewhere(name: str, *, clauses: bool) -> Proposer:
    if name in settings.REMOTE_MODELS:
        return HttpProposer(name, make_caller(settings.REMOTE_MODELS[name]), clauses)
    if name in settings.CHAT_MODELS:
        url, _, model = settings.CHAT_MODELS[name].partition(" ")
        key = settings.CHAT_KEY
        caller = make_caller(
            f"{url.rstrip('/')}/chat/completions",
            {"Authorization": f"Bearer {key}"} if key else {},
        )
        return ChatProposer(name, ChatModel(caller, model or name))
    [point] = entry_points(group=GROUP, name=name)
    return PackageProposer(name, point.value, point.load(), clauses)


def make_caller(url: str, headers: Mapping[str, str] | None = None) -> Caller:
    if urlsplit(url).scheme not in ("http", "https"):
        raise ImproperlyConfigured(f"{url} is no http address.")
    return Caller(
        url,
        seconds=settings.REMOTE_MODEL_SECONDS,
        max_bytes=settings.REMOTE_MODEL_BYTES,
        headers=headers or {},
    )


@dataclass(frozen=True, slots=True)
class HttpProposer:
    name: str
    caller: Caller
    clauses: bool = True

    @property
    def description(self) -> str:
        return f"{self.name} at {_host(self.caller.url)}"

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        said = read_answer(self.caller.post(make_request(statute)))
        return to_proposal(said, clauses=self.clauses)


@dataclass(frozen=True, slots=True)
class ChatProposer:
    name: str
    chat: ChatModel

    @property
    def description(self) -> str:
        return f"{self.chat.model} by chat at {_host(self.chat.caller.url)}"

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        said, problems = self.chat.suggest(statute)
        return replace(to_proposal(said, clauses=False), problems=tuple(problems))


@dataclass(frozen=True, slots=True)
class PackageProposer:
    """A function `suggest(request) -> answer` of an installed package, in our process."""

    name: str
    where: str
    suggest: Suggest
    clauses: bool = True

    @property
    def description(self) -> str:
        return f"{self.name} ({self.where})"

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        said = self.suggest(make_request(statute))
        if not isinstance(said, Mapping):
            raise RemoteModelError(f"{self.where} answers with {type(said).__name__}, no mapping.")
        return to_proposal(read_answer(dict(said)), clauses=self.clauses)
