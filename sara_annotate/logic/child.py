"""The process in which Prolog runs: `python -m sara_annotate.logic.child MEMORY LIBSWIPL HOME`.

It loads Prolog, gives up what it may do, and answers requests, one line of JSON each, until
its input ends. pyswip is imported here and nowhere else.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

ENGINE = Path(__file__).resolve().parent / "engine" / "serve.pl"
ARGUMENTS = 6


class Engine:
    """Prolog with our engine loaded; `ask` hands it one request."""

    def __init__(self, library: str, home: str) -> None:
        # pyswip looks for Prolog by starting it, and Prolog for a start file at home: neither here.
        os.environ.update(LIBSWIPL_PATH=library, SWI_HOME_DIR=home, HOME="/nonexistent")
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = "/nonexistent"
        from pyswip import core
        from pyswip.prolog import Prolog

        self.core = core
        self.get_nchars = core._lib.PL_get_nchars
        self.get_nchars.argtypes = [
            core.term_t,
            ctypes.POINTER(ctypes.c_size_t),
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.c_uint,
        ]
        # The collector's own thread could not be started later.
        list(Prolog.query("set_prolog_flag(gc_thread, false)"))
        list(Prolog.query(f"load_files('{ENGINE.as_posix()}', [silent(true)])"))
        if not list(Prolog.query("serve:ready")):
            raise RuntimeError("The engine did not get ready.")
        self.predicate = core.PL_predicate("serve", ARGUMENTS + 2, "serve")

    def ask(self, verb: str, arguments: list[str]) -> bytes:
        """The reply, as JSON."""
        core = self.core
        frame = core.PL_open_foreign_frame()
        terms = core.PL_new_term_refs(ARGUMENTS + 2)
        padded = [verb, *arguments, *[""] * (ARGUMENTS - len(arguments))]
        for i, text in enumerate(padded):
            raw = text.encode()
            core.PL_put_chars(terms + i, core.PL_STRING | core.REP_UTF8, len(raw), raw)
        flags = core.PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION
        done = core.PL_call_predicate(None, flags, self.predicate, terms)
        reply = self._text(terms + ARGUMENTS + 1) if done else b'{"fault":"no answer"}'
        core.PL_discard_foreign_frame(frame)
        return reply

    def _text(self, term: int) -> bytes:
        size, place = ctypes.c_size_t(), ctypes.c_void_p()
        flags = self.core.CVT_STRING | self.core.REP_UTF8
        if not self.get_nchars(term, ctypes.byref(size), ctypes.byref(place), flags):
            return b'{"fault":"answer is no text"}'
        return ctypes.string_at(place.value or 0, size.value)


def main() -> None:
    memory, library, home = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    incoming, outgoing = _take_channels()
    engine = Engine(library, home)
    from sara_annotate.logic.confine import confine

    held = confine(memory_bytes=memory)
    _send(outgoing, json.dumps({"ready": held}).encode())
    for line in incoming:
        _send(outgoing, _answer(engine, json.loads(line)))


def _take_channels() -> tuple[BinaryIO, BinaryIO]:
    """Our own ends of the pipes; Prolog finds nothing to read, and writes to nobody."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    os.set_blocking(2, False)  # complaints that nobody reads must not hold us up
    return incoming, outgoing


def _answer(engine: Engine, request: dict[str, Any]) -> bytes:
    # Should the process that watches over us be gone, this ends us all the same.
    signal.setitimer(signal.ITIMER_REAL, request["seconds"] + 1)
    reply = engine.ask(request["verb"], request["args"])
    signal.setitimer(signal.ITIMER_REAL, 0)
    return reply


def _send(outgoing: BinaryIO, reply: bytes) -> None:
    outgoing.write(reply + b"\n")
    outgoing.flush()


if __name__ == "__main__":
    main()
