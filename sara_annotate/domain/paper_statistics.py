"""The paper's own statistics of SARA and of nine other sections, as its appendix prints them.

Source: Holzenberger and Van Durme, Factoring Statutory Reasoning as Language Understanding
Challenges (ACL 2021), appendix B, Tables 6 to 11; Figure 2 plots the same numbers. Averages,
deviations and medians are kept as printed: in the tables of arguments and dependencies per clause
they do not follow from the counts beside them, and Table 7 prints 161 where its counts give 194.
"""

from __future__ import annotations

from collections.abc import Sequence

from sara_annotate.domain.statistics import Distribution, Printed, Reference

SOURCE = "Holzenberger and Van Durme, ACL 2021, appendix B"


def _spread(counts: Sequence[int], first: int = 0) -> Distribution:
    return Distribution({n: count for n, count in enumerate(counts, start=first) if count})


SARA = Reference(
    "paper",
    {
        ("placeholders", "all"): _spread(
            [33, 39, 34, 32, 13, 11, 7, 4, 10, 5, 2, 2, 1, 0, 1],
        ),
        ("arguments", "all"): _spread([33, 40, 44, 30, 15, 10, 13, 5, 4]),
        ("mentions", "all"): _spread([391, 70, 6, 6], 1),
        ("clause_arguments", "all"): _spread([9, 13, 40, 60, 24, 13, 14, 7, 7, 5]),
        ("dependencies", "all"): _spread([80, 42, 28, 18, 8, 2, 3, 7, 1, 1, 0, 0, 2]),
        ("given", "train"): _spread([7, 24, 177, 41, 5, 2]),
        ("given", "test"): _spread([8, 13, 73, 24, 2]),
        ("given", "gold"): _spread([15, 37, 250, 65, 7, 2]),
        ("given", "silver"): _spread([1197, 5487, 35629, 32751, 447, 32]),
        ("found", "train"): _spread([131, 96, 12, 7, 8, 1, 1], 1),
        ("found", "test"): _spread([78, 33, 4, 3, 2], 1),
        ("found", "gold"): _spread([209, 129, 16, 10, 10, 1, 1], 1),
        ("found", "silver"): _spread([41248, 17051, 8712, 6656, 1573, 242, 51, 8, 2], 1),
    },
    {
        ("placeholders", "all"): Printed(3.0, 2.8, 2, 194),
        ("arguments", "all"): Printed(2.4, 2.0, 2, 161),
        ("mentions", "all"): Printed(1.2, 0.5, 1, 473),
        ("clause_arguments", "all"): Printed(3.0, 2.6, 3, 192),
        ("dependencies", "all"): Printed(1.0, 2.4, 1, 192),
        ("given", "train"): Printed(2.1, 0.7, 2, 256),
        ("given", "test"): Printed(2.0, 0.8, 1, 120),
        ("given", "gold"): Printed(2.0, 0.7, 2, 376),
        ("given", "silver"): Printed(2.3, 0.7, 2, 75543),
        ("found", "train"): Printed(1.7, 1.0, 1, 256),
        ("found", "test"): Printed(1.5, 0.8, 1, 120),
        ("found", "gold"): Printed(1.6, 1.0, 1, 376),
        ("found", "silver"): Printed(1.8, 1.1, 1, 75543),
    },
    SOURCE,
)

RANDOM = Reference(
    "paper, random sections",
    {
        ("placeholders", "all"): _spread(
            [24, 16, 21, 21, 11, 12, 13, 6, 4, 1, 7, 3, 3, 2, 0, 0, 2]
        ),
        ("arguments", "all"): _spread([24, 22, 18, 23, 18, 14, 13, 8, 2, 3, 1]),
        ("mentions", "all"): _spread([360, 73, 16, 6, 1], 1),
    },
    {
        ("placeholders", "all"): Printed(4.0, 3.6, 3, 146),
        ("arguments", "all"): Printed(3.1, 2.4, 3, 146),
        ("mentions", "all"): Printed(1.3, 0.6, 1, 456),
    },
    SOURCE,
)
REFERENCES = {"paper": (SARA, RANDOM)}
"""By the word that asks for them."""
