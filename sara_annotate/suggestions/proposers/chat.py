"""Models that chat (OpenAI-compatible): our prompt, strict JSON, offsets found by us."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec

from sara_annotate.domain.corpus import Statute, Subsection, ValueType
from sara_annotate.domain.spans import Span, overlaps
from sara_annotate.suggestions.errors import RemoteModelError
from sara_annotate.suggestions.proposers.http import Caller
from sara_annotate.suggestions.proposers.protocol import (
    Said,
    SaidArgument,
    SaidMention,
    SaidSubsection,
)

SURE = 0.5
"""A chat says nothing of how sure it is that could be relied upon."""
SYSTEM = (
    "You annotate statutes. An argument is a variable of a rule: a person, thing, amount or time "
    "that the rule speaks of and that differs from case to case. Its mentions are the noun "
    "phrases of the text that stand for it, with their determiners, without the words after. "
    "You are given subsections by their labels. Answer with JSON alone, as the schema says. "
    "Copy the words of each mention exactly as they stand in that subsection."
)
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["subsections"],
    "properties": {
        "subsections": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["label", "arguments"],
                "properties": {
                    "label": {"type": "string"},
                    "arguments": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["name", "value_type", "mentions"],
                            "properties": {
                                "name": {"type": "string"},
                                "value_type": {"enum": ["span", "integer"]},
                                "mentions": {"type": "array", "items": {"type": "string"}},
                            },
                        },
                    },
                },
            },
        }
    },
}


class ChatArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    mentions: tuple[str, ...]
    value_type: str = "span"


class ChatSubsection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    arguments: tuple[ChatArgument, ...]


class ChatAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subsections: tuple[ChatSubsection, ...]


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message


class _Completion(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...]


@dataclass(frozen=True, slots=True)
class ChatModel:
    caller: Caller
    model: str

    def suggest(self, statute: Statute) -> tuple[Said, list[tuple[str, str]]]:
        """What the chat suggests, and each phrase that does not stand where it says."""
        raw = self.caller.post(
            {
                "model": self.model,
                "temperature": 0,
                "messages": [
                    {"role": "system", "content": SYSTEM},
                    {"role": "user", "content": _show(statute)},
                ],
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "arguments", "strict": True, "schema": SCHEMA},
                },
            }
        )
        return place_answer(statute, read_chat(raw), self.model)


def read_chat(raw: bytes) -> ChatAnswer:
    """The JSON in the first choice; refuses anything around it."""
    try:
        said = msgspec.json.decode(raw, type=_Completion)
        content = said.choices[0].message.content if said.choices else None
        return msgspec.json.decode((content or "").encode(), type=ChatAnswer)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise RemoteModelError(f"The chat's answer is not the JSON asked for: {error}") from error


def _show(statute: Statute) -> str:
    lines = [f"{s.label.plain}\n{s.text_of(statute.text).strip()}" for s in statute.subsections]
    return "\n\n".join(lines)


def place_answer(
    statute: Statute, answer: ChatAnswer, model: str
) -> tuple[Said, list[tuple[str, str]]]:
    """Phrases with the offsets at which they stand; those that stand nowhere are named."""
    places = {s.label.plain: s for s in statute.subsections}
    problems: list[tuple[str, str]] = []
    found = []
    for one in answer.subsections:
        subsection = places.get(one.label)
        if subsection is None:
            problems.append((one.label, f"{one.label} is no subsection of §{statute.section}."))
            continue
        found.append(_place(statute.text, subsection, one, problems))
    return Said(tuple(found), (), model), problems


def _place(
    text: str, subsection: Subsection, said: ChatSubsection, problems: list[tuple[str, str]]
) -> SaidSubsection:
    taken: list[Span] = []
    arguments = []
    for one in said.arguments:
        mentions = []
        for phrase in one.mentions:
            span = _find(text, subsection, phrase, taken)
            if span is None:
                label = subsection.label.plain
                problems.append(
                    (f"{label} {phrase[:60]}", f"{label}: “{phrase}” does not stand there.")
                )
                continue
            taken.append(span)
            mentions.append(SaidMention(span.start, span.end, SURE, "Named by the chat"))
        if mentions:
            kind: ValueType = "integer" if one.value_type == "integer" else "span"
            arguments.append(SaidArgument(one.name, tuple(mentions), kind, SURE, ""))
    return SaidSubsection(subsection.label.plain, tuple(arguments))


def _find(text: str, subsection: Subsection, phrase: str, taken: list[Span]) -> Span | None:
    """The first place of these words that no other mention has; blanks may differ."""
    words = phrase.split()
    if not words:
        return None
    body = r"\s+".join(re.escape(word) for word in words)
    edged = (r"(?<!\w)" if words[0][0].isalnum() else "") + body
    pattern = re.compile(edged + (r"(?!\w)" if words[-1][-1].isalnum() else ""))
    for part in subsection.parts:
        for match in pattern.finditer(text, part.start, part.end):
            span = Span(match.start(), match.end())
            if not any(overlaps(span, other) for other in taken):
                return span
    return None
