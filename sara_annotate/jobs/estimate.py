"""How long a job will still take, from how fast its last steps were."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

WINDOW_S = 60.0
SAMPLES = 200


@dataclass
class Pace:
    """Remembers the last minute. Pieces of an earlier attempt fly by and are soon forgotten."""

    _seen: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=SAMPLES))

    def seconds_left(self, now: float, done: int, total: int) -> float | None:
        """Seconds until all is done at the present pace; None when nobody can tell yet."""
        if self._seen and done < self._seen[-1][1]:
            self._seen.clear()  # a new stage counts from the start
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[0][0] > WINDOW_S:
            self._seen.popleft()
        (begun, before) = self._seen[0]
        if not total or done <= before or now <= begun:
            return None
        return max(0, total - done) * (now - begun) / (done - before)
