"""Two layers of one subsection compared: spans and arguments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from sara_annotate.domain.agreement.figures import CONLL, write_counts, write_ratios
from sara_annotate.domain.agreement.items import Compared, Difference
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.metrics.alpha import count_coincidences, count_units
from sara_annotate.domain.metrics.coreference import (
    Ratios,
    count_arguments,
    measure_bcub,
    measure_ceafe,
    measure_muc,
    measure_overlap,
)
from sara_annotate.domain.metrics.spans import count_spans
from sara_annotate.domain.review.groups import Group
from sara_annotate.domain.review.places import Place
from sara_annotate.domain.spans import Ranged, Span

Edges = tuple[int, int]
Clusters = list[list[Edges]]
_TOKEN = re.compile(r"\w+|[^\w\s]")


def compare_marks(
    pair: tuple[Layer, Layer], places: Sequence[Place], groups: Sequence[Group], section: str
) -> Compared:
    """Figures of spans and coreference of two layers, and where they differ."""
    left, right = (list(layer.mentions.values()) for layer in pair)
    whole = [find_clusters(layer) for layer in pair]
    agreed = {edges for c in whole[0] for edges in c} & {edges for c in whole[1] for edges in c}
    common = [_keep(clusters, agreed) for clusters in whole]
    numbers: dict[str, dict[Hashable, float]] = {
        "span_f1": write_counts(count_spans(right, left)),
        "span_alpha": count_units(left, right, pair[0].parts),
        "exact": write_counts(count_arguments(common[1], common[0])),
        "exact_whole": write_counts(count_arguments(whole[1], whole[0])),
        "conll": _write_conll(common[1], common[0]),
        "conll_whole": _write_conll(whole[1], whole[0]),
    }
    items = (*_differ_in_spans(places, section), *_differ_in_arguments(groups, section))
    return Compared({(section, key): found for key, found in numbers.items()}, items)


def find_clusters(layer: Layer) -> Clusters:
    """The mentions of each argument, by their edges."""
    found: dict[str, list[Edges]] = defaultdict(list)
    for mention in layer.mentions.values():
        found[mention.argument].append((mention.start, mention.end))
    return [sorted(cluster) for cluster in found.values()]


def _keep(clusters: Clusters, agreed: set[Edges]) -> Clusters:
    kept = ([edges for edges in cluster if edges in agreed] for cluster in clusters)
    return [cluster for cluster in kept if cluster]


def _write_conll(key: Clusters, response: Clusters) -> dict[Hashable, float]:
    overlap = measure_overlap(key, response)
    measures = (measure_muc, measure_bcub, measure_ceafe)
    found: list[tuple[str, Ratios]] = [
        (name, measure(overlap)) for name, measure in zip(CONLL, measures, strict=True)
    ]
    return write_ratios(found)


def count_tokens(
    layers: Sequence[Layer], text: str, parts: Sequence[Ranged]
) -> dict[Hashable, float]:
    """Coincidences of all layers over the tokens: B begins a mention, I is inside, O outside."""
    tokens = [token for part in parts for token in find_tokens(text, part)]
    codes = [code_tokens(tokens, list(layer.mentions.values())) for layer in layers]
    return count_coincidences(zip(*codes, strict=True))


def find_tokens(text: str, part: Ranged) -> list[Span]:
    """Words and single other signs of a part."""
    return [Span(m.start(), m.end()) for m in _TOKEN.finditer(text, part.start, part.end)]


def code_tokens(tokens: Sequence[Span], mentions: Sequence[Ranged]) -> list[str]:
    """B, I or O for each token; both in the order of the text."""
    ordered = sorted(mentions, key=lambda m: m.start)
    codes: list[str] = []
    at, begun = 0, -1
    for token in tokens:
        while at < len(ordered) and ordered[at].end <= token.start:
            at += 1
        if at == len(ordered) or ordered[at].start >= token.end:
            codes.append("O")
        else:
            codes.append("I" if begun == at else "B")
            begun = at
    return codes


def _differ_in_spans(places: Sequence[Place], section: str) -> Iterator[Difference]:
    for place in places:
        left, right = ([[m.start, m.end] for m in place.of_layer(n)] for n in (0, 1))
        if left != right:
            yield Difference("span", section, {"spans": left}, {"spans": right}, at=place.at)


def _differ_in_arguments(groups: Sequence[Group], section: str) -> Iterator[Difference]:
    for group in groups:
        if group.is_split and len(group.layers) == 2:
            left, right = ({"arguments": _describe(group, n)} for n in (0, 1))
            at = Span(group.mentions[0].start, max(m.end for m in group.mentions))
            name = group.arguments[0][1].name
            yield Difference("cluster", section, left, right, name, at)


def _describe(group: Group, layer: int) -> list[dict[str, object]]:
    return [
        {
            "name": argument.name,
            "spans": [[m.start, m.end] for m in group.mentions_of(layer, argument.id)],
        }
        for argument in group.of_layer(layer)
    ]
