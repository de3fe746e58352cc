"""What the sign-in page may say about the demo: set when the demo is loaded, gone without it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True)
class DemoLogin:
    username: str
    password: str
    role: str


def demo_logins() -> list[DemoLogin]:
    """Logins that the loaded demo made public, or none."""
    path = settings.SARA_VAR / "demo_logins.json"
    if not path.exists():
        return []
    return [DemoLogin(**row) for row in json.loads(path.read_text())]


def demo_logins_publish(logins: list[DemoLogin]) -> None:
    path = settings.SARA_VAR / "demo_logins.json"
    path.write_text(json.dumps([asdict(login) for login in logins]))
