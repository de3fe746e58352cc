"""Differences, choices and previews as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sara_annotate.domain.edits.wire import layer_to_json
from sara_annotate.domain.review.diff import Differences
from sara_annotate.domain.review.items import Choice, Item
from sara_annotate.domain.review.place import Preview
from sara_annotate.domain.review.result import Result

Json = dict[str, Any]


def item_to_json(item: Item) -> Json:
    return {
        "key": item.key,
        "kind": item.kind,
        "relation": item.relation,
        "disputed": item.disputed,
        "at": [item.at.start, item.at.end] if item.at else None,
        "subject": item.subject,
        "fingerprint": item.fingerprint,
        "versions": [
            {
                "number": v.number,
                "layers": list(v.layers),
                "content": dict(v.content),
                "words": list(v.words),
            }
            for v in item.versions
        ],
    }


def differences_to_json(differences: Differences) -> Json:
    """All items in order; `layers` of a version count in the list that was compared."""
    return {
        "fingerprint": differences.fingerprint,
        "disputes": len(differences.disputes),
        "agreed": len(differences.agreed),
        "items": [item_to_json(item) for item in differences.items],
    }


def preview_to_json(result: Result, preview: Preview, names: Sequence[str]) -> Json:
    """Gold as it would be; `names` are the authors of the layers, for the sources."""
    return {
        "layer": layer_to_json(preview.layer),
        "open": list(result.open),
        "problems": [
            {"code": p.code, "message": p.message, "items": list(p.items)} for p in result.problems
        ],
        "sources": {
            key: {
                "from": [names[n] for n in source.layers],
                "item": source.item,
                "edited": source.edited,
            }
            for key, source in preview.sources.items()
        },
    }


def choice_to_json(choice: Choice) -> Json:
    edit = None if choice.edit is None else dict(choice.edit)
    return {"key": choice.key, "take": choice.take, "edit": edit}
