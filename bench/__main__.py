"""python -m bench [NAME …]: run benchmarks and print their ratios; fails when one is too high."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from bench.report import render_table

USUAL = ("exchange", "logic", "clauses", "prelabel", "web")
"""A name is a module of this package with `measure() -> list[Figure]`."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", default=USUAL, help=f"default: {' '.join(USUAL)}")
    figures = []
    for name in parser.parse_args(arguments).names:
        if not name.isidentifier():
            parser.error(f"“{name}” is no benchmark's name.")
        figures += importlib.import_module(f"bench.{name}").measure()
    print(render_table(figures))
    return 0 if all(figure.is_good for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
