"""A data set of our own, small enough to see whole, for tables of what can go wrong."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping

TEXT = "§7. Mooring dues\n\n(a) A master owes the dues.\n\n(b) A pilot owes nothing.\n"
CASE = """% Text
% Ada moored in 2020.

% Question
% Ada owes the dues. Entailment

% Facts
mooring_(m).
agent_(m,ada).

% Test
:- s7_a(ada,_).
:- halt.
"""

GOOD: dict[str, str] = {
    "statutes/source/section7": TEXT,
    "boundaries/section7": "0,15,7\n18,44,7(a)\n47,71,7(b)\n",
    "argument_placeholders/section7": "# 7\n# 7(a)\n22,29,Master\n36,43,Dues\n"
    "# 7(b)\n51,57,Pilot\n",
    "structure/section7": "s7(MASTER,DUES) :- s7_a(MASTER,DUES) OR s7_b(PILOT:MASTER).\n"
    "s7_a(MASTER,DUES).\ns7_b(PILOT).\n",
    "argument_instantiation": 'dues_pos\ts7_a\t{"Master": "Ada"}\t{}\n'
    'dues_neg\ts7_a\t{"Master": "Ada"}\tfalse\n',
    "cases/dues_pos.pl": CASE,
    "cases/dues_neg.pl": CASE.replace("Entailment", "Contradiction").replace(":- s7", ":- \\+ s7"),
    "splits/train": "dues_pos\n",
    "splits/test": "dues_neg\n",
}


def pack_tar(files: Mapping[str, str | bytes], *, top: str = "") -> io.BytesIO:
    """The files as a tar.gz, in the order given."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as tar:
        for name, content in files.items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            header = tarfile.TarInfo(top + name)
            header.size = len(data)
            tar.addfile(header, io.BytesIO(data))
    target.seek(0)
    return target


def pack_zip(files: Mapping[str, str | bytes], *, top: str = "") -> io.BytesIO:
    """The files as a zip."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(top + name, content)
    target.seek(0)
    return target
