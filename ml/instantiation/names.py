"""Arguments that no words of a rule name, spelt out before it."""

from __future__ import annotations

from dataclasses import replace

from ml.instantiation.rows import Rule, World
from sara_annotate.domain.corpus import Mention


def name_arguments(world: World) -> World:
    """All rules with a place for every argument, so that each can be read and shown its value."""
    return replace(world, rules={label: name_in_rule(r) for label, r in world.rules.items()})


def name_in_rule(rule: Rule) -> Rule:
    """“Person: person. ” before the text for each argument that only the clause's head has.

    Before it, since a rule that is too long is cut at its end.
    """
    named = {mention.argument for mention in rule.mentions}
    front = ""
    added: list[Mention] = []
    for name in (a for a in rule.arguments if a not in named):
        word = name.replace("_", " ").lower()
        front += f"{word.capitalize()}: "
        added.append(Mention(len(front), len(front) + len(word), name))
        front += f"{word}. "
    if not added:
        return rule
    moved = (replace(m, start=m.start + len(front), end=m.end + len(front)) for m in rule.mentions)
    return replace(rule, text=front + rule.text, mentions=(*added, *moved))
