"""Every endpoint and who may use it, one line each. A new one that is not here fails a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
LAYER = "{layer}"
"""In a body or a query: the annotator's layer of 7(a)."""


@dataclass(frozen=True)
class Endpoint:
    """`who` is the least role that may; the body need only be good enough to be looked at.

    `own`: what is asked for belongs to one person, so for others it does not exist.
    """

    who: str
    body: Json = field(default_factory=dict)
    query: str = ""
    own: bool = False


def any_one(**rest: Any) -> Endpoint:
    return Endpoint("anonymous", **rest)


def signed_in(**rest: Any) -> Endpoint:
    return Endpoint("stranger", **rest)


def annotator(**rest: Any) -> Endpoint:
    return Endpoint("annotator", **rest)


def reviewer(**rest: Any) -> Endpoint:
    return Endpoint("reviewer", **rest)


def manager(**rest: Any) -> Endpoint:
    return Endpoint("manager", **rest)


def admin(**rest: Any) -> Endpoint:
    return Endpoint("admin", **rest)


AT = "?label=7(a)"
SOLVE = {"label": "7(a)", "engine": "structure", "layer": "gold"}
CLAUSE = {"label": "7(a)", "text": "s7_a(PASSENGER)", "note": "", "layer": "gold"}
SEEN = {"fingerprint": "x"}
P = "/projects/{slug}"
SUBJECT = P + "/review/{kind}/{name}"

ENDPOINTS: dict[str, Endpoint] = {
    "GET /session": any_one(),
    "POST /session": any_one(body={"username": "nobody", "password": "x"}),
    "DELETE /session": any_one(),
    "POST /me/password": signed_in(body={"old_password": "x", "new_password": "y"}),
    "GET /me/tokens": signed_in(),
    "POST /me/tokens": signed_in(body={"name": "t", "scope": "read"}),
    "DELETE /me/tokens/{token_id}": signed_in(own=True),
    "GET /workers": signed_in(),
    "GET /projects": signed_in(),
    "POST /projects": admin(body={"slug": "new", "name": "New"}),
    f"GET {P}": annotator(),
    f"GET {P}/statutes": annotator(),
    f"GET {P}/statutes/{{section}}": annotator(),
    f"GET {P}/subsections": annotator(),
    f"GET {P}/map": annotator(),
    f"GET {P}/cases": annotator(),
    f"GET {P}/cases/{{name}}": annotator(),
    f"POST {P}/cases/{{name}}/solve": annotator(body=SOLVE),
    f"POST {P}/cases/{{name}}/solve/steps": annotator(body={**SOLVE, "path": [0]}),
    f"POST {P}/cases/{{name}}/solve/why": annotator(body={**SOLVE, "path": [0]}),
    f"GET {P}/clauses/card": annotator(query=AT),
    f"POST {P}/clauses/check": annotator(body=CLAUSE),
    f"GET {P}/clauses/completions": annotator(query="?typed=7"),
    f"GET {P}/clauses/draft": annotator(query=AT),
    f"GET {P}/clauses/problems": annotator(),
    f"GET {P}/clauses/references": annotator(query=AT),
    f"GET {P}/edits": annotator(),
    f"POST {P}/edits": annotator(body={"edits": [], "layers": {}}),
    f"POST {P}/impact": annotator(body={"layer": LAYER, "operation": {"op": "submit_layer"}}),
    f"GET {P}/layers/{{layer_id}}/history": annotator(),
    f"GET {P}/layers/{{layer_id}}/at/{{revision}}": annotator(),
    f"POST {P}/layers/{{layer_id}}/restore": annotator(body={"revision": 0, "base_revision": 1}),
    f"GET {P}/stale": annotator(),
    f"GET {P}/events": annotator(),
    f"GET {P}/export": manager(query="?format=sara"),
    f"POST {P}/exports": manager(body={"format": "none"}),
    f"GET {P}/exports/{{export_id}}": manager(),
    f"GET {P}/imports": manager(),
    f"POST {P}/imports": manager(),
    f"GET {P}/imports/{{import_id}}": manager(),
    f"POST {P}/imports/{{import_id}}/cancel": manager(),
    f"POST {P}/imports/{{import_id}}/confirm": manager(),
    f"GET {P}/jobs": annotator(),
    f"GET {P}/jobs/{{job_id}}": annotator(),
    f"POST {P}/jobs/{{job_id}}": manager(body={"action": "cancel"}),
    f"GET {P}/jobs/{{job_id}}/log": manager(),
    f"GET {P}/people": annotator(),
    f"POST {P}/people": manager(body={"username": "bob", "role": "annotator"}),
    f"PATCH {P}/people/{{username}}": manager(body={"role": "annotator"}),
    f"DELETE {P}/people/{{username}}": manager(),
    f"GET {P}/program/report": annotator(),
    f"POST {P}/program/tabling": manager(),
    f"GET {P}/replay": annotator(),
    f"POST {P}/replay": manager(),
    f"GET {P}/replay/counts": annotator(),
    f"POST {P}/silver": manager(),
    f"GET {P}/review": reviewer(),
    f"GET {SUBJECT}": reviewer(),
    f"POST {SUBJECT}/accept": reviewer(body=SEEN),
    f"POST {SUBJECT}/decisions": reviewer(body={**SEEN, "decisions": [{"key": "x", "take": 1}]}),
    f"GET {SUBJECT}/preview": reviewer(),
    f"POST {SUBJECT}/return": reviewer(body={**SEEN, "reason": "x"}),
    f"POST {SUBJECT}/undo": reviewer(),
    f"GET {SUBJECT}/origins": annotator(),
    f"GET {P}/threads": annotator(),
    f"POST {P}/threads": annotator(body={"kind": "subsections", "name": "7(a)", "body": "?"}),
    f"GET {P}/threads/counts": annotator(),
    f"POST {P}/threads/read": annotator(),
    f"GET {P}/threads/{{thread_id}}": annotator(),
    f"PATCH {P}/threads/{{thread_id}}": reviewer(body={"resolved": True}),
    f"POST {P}/threads/{{thread_id}}/comments": annotator(body={"body": "?"}),
    f"POST {P}/threads/{{thread_id}}/read": annotator(),
    f"GET {P}/assignments": reviewer(),
    f"POST {P}/assignments": manager(body={"task": "spans"}),
    f"POST {P}/assignments/preview": manager(body={"task": "spans"}),
    f"POST {P}/assignments/remove": manager(),
    f"GET {P}/assignments/summary": reviewer(),
    f"GET {P}/work": annotator(),
    f"GET {P}/work/counts": annotator(),
    f"POST {P}/work/next": annotator(),
    f"DELETE {P}/work/{{seat_id}}": annotator(own=True),
    f"GET {P}/agreement": annotator(),
    f"POST {P}/agreement": annotator(),
    f"GET {P}/agreement.csv": reviewer(),
    f"GET {P}/agreement/items": annotator(),
    f"GET {P}/agreement/scopes": reviewer(),
    f"GET {P}/progress": annotator(),
    f"GET {P}/progress.csv": annotator(),
    f"GET {P}/statistics": annotator(),
    f"GET {P}/statistics.csv": annotator(),
    f"GET {P}/cases/{{name}}/suggestions": annotator(),
    f"GET {P}/models": manager(),
    f"GET {P}/models/overview": manager(),
    f"PATCH {P}/models/overview": manager(),
    f"GET {P}/models/{{model_id}}": manager(),
    f"POST {P}/models/{{model_id}}": manager(),
    f"POST {P}/models/evaluate": manager(),
    f"POST {P}/models/roll-back": manager(body={"task": "spans"}),
    f"POST {P}/models/train": manager(),
    f"POST {P}/prelabel": manager(),
    f"GET {P}/suggestions/effort": manager(),
    f"GET {P}/suggestions/figures": manager(),
    f"GET {P}/guidelines": annotator(),
    f"POST {P}/guidelines": manager(body={"text": "x", "base_version": 9}),
    f"POST {P}/guidelines/preview": manager(body={"text": "x"}),
    f"GET {P}/guidelines/versions": annotator(),
    f"GET {P}/guidelines/versions/{{version}}": annotator(),
    f"GET {P}/replay/next": annotator(),
    f"POST {P}/cases/{{name}}/flags": annotator(),
}
