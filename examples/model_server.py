"""A model of one's own for SARA Annotate, in forty lines: python examples/model_server.py PORT

It marks a determiner with the word after it. SARA Annotate posts a statute and reads back
suggestions; docs/models.md describes both. Offsets are half-open code points of the text.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PHRASE = re.compile(r"\b(?:the|a|an|any|every|such|each) ([a-z]+)", re.IGNORECASE)


def suggest(text: str, parts: list[list[int]]) -> list[dict]:
    arguments: dict[str, dict] = {}
    for start, end in parts:
        for found in PHRASE.finditer(text, start, end):
            name = found[1].capitalize()
            argument = arguments.setdefault(name, {"name": name, "mentions": []})
            place = {"start": found.start(), "end": found.end()}
            argument["mentions"].append({**place, "confidence": 0.5, "why": "determiner"})
    return list(arguments.values())


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text, rows = request["statute"]["text"], request["statute"]["subsections"]
        said = [{"label": s["label"], "arguments": suggest(text, s["parts"])} for s in rows]
        answer = {"model": "determiners 1", "trained_on": [], "subsections": said}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
