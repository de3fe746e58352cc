"""Losses of the three kinds of value."""

from __future__ import annotations

import torch

from sara_annotate.domain.metrics.values import FLOOR, SHARE


def hinge_loss(gold: torch.Tensor, predicted: torch.Tensor) -> torch.Tensor:
    """max(Δ − 1, 0) for each number."""
    error = (gold - predicted).abs() / torch.clamp(SHARE * gold, min=FLOOR)
    return torch.relu(error - 1.0)


def span_loss(
    left: torch.Tensor, right: torch.Tensor, mask: torch.Tensor, spans: torch.Tensor
) -> torch.Tensor:
    """Marginal log-likelihood loss of one text: all i ≤ j against the spans that match.

    `spans` holds rows (i, j). The sum over i ≤ j is a running sum over i, so it costs no square.
    """
    left = left.masked_fill(~mask, -torch.inf)
    right = right.masked_fill(~mask, -torch.inf)
    inside = mask.nonzero()[:, 0]
    running = torch.logcumsumexp(left[inside], 0)
    total = torch.logsumexp(running + right[inside], 0)
    matching = torch.logsumexp(left[spans[:, 0]] + right[spans[:, 1]], 0)
    return total - matching


def best_span(
    left: torch.Tensor, right: torch.Tensor, mask: torch.Tensor, longest: int = 30
) -> tuple[int, int]:
    """The span i ≤ j with the greatest l·x_i + r·x_j, at most so many tokens long."""
    inside = mask.nonzero()[:, 0]
    size = len(inside)
    table = left[inside][:, None] + right[inside][None, :]
    allowed = torch.ones(size, size, dtype=torch.bool, device=table.device)
    allowed = allowed.triu() & ~allowed.triu(longest)
    best = int(table.masked_fill(~allowed, -torch.inf).argmax())
    return int(inside[best // size]), int(inside[best % size])
