"""A server process that really speaks HTTP, and behaves badly in the way that the path says."""

from __future__ import annotations

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SEEN: dict[str, int] = {}
CHAT = {
    "subsections": [
        {
            "label": "4(1)",
            "arguments": [
                {"name": "Owner", "value_type": "span", "mentions": ["the owner", "the king"]},
                {"name": "Fee", "value_type": "integer", "mentions": ["the fee"]},
            ],
        },
        {"label": "99(z)", "arguments": []},
    ]
}


def layer(**mention: object) -> dict[str, object]:
    argument = {"name": "Owner", "mentions": [{"confidence": 0.5, **mention}]}
    return {"subsections": [{"label": "4(1)", "arguments": [argument]}]}


ANSWERS: dict[str, object] = {
    "nonsense": {"subsections": "none"},
    "array": [1, 2, 3],
    "outside": layer(start=0, end=5),
    "negative": layer(start=-4, end=5),
    "sure": layer(start=31, end=33, confidence=7.0),
    "strange": {"subsections": [{"label": "1(z)"}]},
    "learnt": {"subsections": [], "trained_on": ["4", "5", "6", "7"]},
}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Silent."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = self.path.strip("/").split("/")[0]
        SEEN[name] = SEEN.get(name, 0) + 1
        if name == "chat":
            assert request["response_format"]["json_schema"]["strict"] is True
            assert self.headers["Authorization"] == "Bearer secret"
            content = json.dumps(CHAT)
            self.answer(json.dumps({"choices": [{"message": {"content": content}}]}).encode())
        elif name == "babble":
            said = "Sure! Here is your JSON: {}"
            self.answer(json.dumps({"choices": [{"message": {"content": said}}]}).encode())
        elif name == "text":
            self.answer(b"<html>hello</html>")
        elif name == "large":
            self.drip(b" " * 65536, 0.0)
        elif name == "slow":
            self.drip(b" ", 0.2)
        elif name == "headers":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write(b"X-Wait: 1\r\n")
                time.sleep(0.2)
        elif name == "moved":
            self.send_response(302)
            self.send_header("Location", "/outside")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif name == "shaky" and SEEN[name] % 2:
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif name == "shaky":
            self.answer(json.dumps(layer(start=31, end=33)).encode())
        else:
            self.answer(json.dumps(ANSWERS[name]).encode())

    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def drip(self, piece: bytes, pause: float) -> None:
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(pause)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
