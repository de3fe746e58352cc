"""One HTTP request to a model elsewhere: an end in time, a limit in size, few tries."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sara_annotate.suggestions.errors import RemoteModelError

RETRY_AFTER = (502, 503, 504, 429)
CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Caller:
    """How to ask one address. Redirects are not followed: the address is what was allowed."""

    url: str
    seconds: float = 60.0
    max_bytes: int = 10 * 1024 * 1024
    tries: int = 3
    pause_s: float = 0.5
    headers: Mapping[str, str] = field(default_factory=dict)

    def post(self, body: object) -> bytes:
        """The body of the answer; refuses one that is late, long, or not a success."""
        sent = json.dumps(body, ensure_ascii=False).encode()
        last: RemoteModelError | None = None
        for number in range(self.tries):
            if number:
                time.sleep(self.pause_s * 2 ** (number - 1))
            try:
                return self._post_once(sent)
            except _PassingError as error:
                last = RemoteModelError(f"{error} Tried {number + 1} times.")
        assert last is not None
        raise last

    def _post_once(self, sent: bytes) -> bytes:
        parts = urlsplit(self.url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=min(self.seconds, 10.0))
        clock = _Clock(self.seconds)
        try:
            return self._exchange(connection, clock, parts.path or "/", parts.query, sent)
        except (OSError, http.client.HTTPException) as error:
            if clock.rang:
                raise RemoteModelError(f"{self.url} took more than {self.seconds:g} s.") from error
            raise _PassingError(
                f"{self.url} does not answer: {error or type(error).__name__}."
            ) from error
        finally:
            clock.stop()
            connection.close()

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        clock: _Clock,
        path: str,
        query: str,
        sent: bytes,
    ) -> bytes:
        connection.connect()
        assert connection.sock is not None
        connection.sock.settimeout(self.seconds)
        clock.start(connection.sock)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        target = f"{path}?{query}" if query else path
        connection.request("POST", target, sent, {**headers, **self.headers})
        answer = connection.getresponse()
        if answer.status in RETRY_AFTER:
            raise _PassingError(f"{self.url} answers {answer.status}.")
        if answer.status != 200:
            begin = answer.read(200).decode("utf-8", "replace")
            raise RemoteModelError(f"{self.url} answers {answer.status}: {begin}")
        body = self._read(answer)
        if clock.rang:
            raise RemoteModelError(f"{self.url} took more than {self.seconds:g} s.")
        return body

    def _read(self, answer: http.client.HTTPResponse) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := answer.read1(CHUNK):
            size += len(piece)
            if size > self.max_bytes:
                limit = self.max_bytes / 1024 / 1024
                raise RemoteModelError(f"{self.url} answers with more than {limit:g} MB.")
            pieces.append(piece)
        return b"".join(pieces)


class _PassingError(Exception):
    """Something that may be otherwise the next time."""


class _Clock:
    """Cuts the line when the time is up, also while a byte comes every few seconds."""

    def __init__(self, seconds: float) -> None:
        self.rang = False
        self._line: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True

    def start(self, line: socket.socket) -> None:
        # Kept here: a connection forgets its socket once the answer is to be read to its end.
        self._line = line
        self._timer.start()

    def stop(self) -> None:
        self._timer.cancel()

    def _ring(self) -> None:
        self.rang = True
        if self._line is not None:
            with contextlib.suppress(OSError):  # it may be closed already
                self._line.shutdown(socket.SHUT_RDWR)
