"""Which file of an archive is what in the SARA layout, wherever its folders begin."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from sara_annotate.domain.formats.report import FormatError, Report

SOURCE, PROLOG = "statutes/source", "statutes/prolog"
BOUNDARIES, PLACEHOLDERS, STRUCTURE = "boundaries", "argument_placeholders", "structure"
CASES, SPLITS = "cases", "splits"
GOLD, SILVER = "argument_instantiation", "argument_instantiation_silver"

_FOLDERS = (SOURCE, PROLOG, BOUNDARIES, PLACEHOLDERS, STRUCTURE, CASES, SPLITS)
_FILES = (GOLD, SILVER)
_BY_SECTION = (SOURCE, BOUNDARIES, PLACEHOLDERS, STRUCTURE)


@dataclass(frozen=True, slots=True)
class LayoutIndex:
    """Names of an archive by their role; the values are the archive's own names."""

    by_section: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """Folder, then section, then name."""
    cases: dict[str, str] = field(default_factory=dict)
    splits: dict[str, str] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    case_lines: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def sections(self) -> list[str]:
        """Every section that any file is about, in the order of their numbers."""
        found = {section for folder in self.by_section.values() for section in folder}
        return sorted(found, key=_section_key)


def _section_key(section: str) -> tuple[int, int, str]:
    digits = section[: len(section) - len(section.lstrip("0123456789"))]
    return (0, int(digits), section) if digits and len(digits) < 10 else (1, 0, section)


def index_layout(names: Iterable[str], report: Report) -> LayoutIndex:
    """The index of an archive's files; two data sets in one archive are refused."""
    index = LayoutIndex()
    split_names = [(name, *_split_root(name)) for name in names]
    root = _choose_root(split_names)
    for name, prefix, path in split_names:
        own = prefix == root or path.startswith(f"{SPLITS}/")
        if not path or not own or not _place(index, name, path):
            index.unknown.append(name)
    _note_unknown(index, report)
    return index


def _split_root(name: str) -> tuple[str, str]:
    """What stands before the layout's own folders, and the path from there on."""
    steps = name.split("/")
    for i in range(len(steps)):
        path = "/".join(steps[i:])
        inside = any(path.startswith(f"{folder}/") for folder in _FOLDERS)
        if inside or path in _FILES or (i == len(steps) - 1 and path.endswith(".jsonl")):
            return "/".join(steps[:i]), path
    return "", ""


def _choose_root(names: list[tuple[str, str, str]]) -> str:
    weight: Counter[str] = Counter()
    owners: dict[str, set[str]] = defaultdict(set)
    for _, prefix, path in names:
        if path and not path.startswith(f"{SPLITS}/"):
            weight[prefix] += 1
            if path.startswith((f"{SOURCE}/", f"{CASES}/")):
                owners[path.split("/")[0]].add(prefix)
    several = sorted({prefix for found in owners.values() if len(found) > 1 for prefix in found})
    if several:
        report = Report()
        report.at(several[0] or ".").error(
            "layout_ambiguous",
            f"Several data sets are in one archive: {', '.join(p or '.' for p in several[:5])}.",
            "Import them one at a time.",
        )
        raise FormatError(report.errors)
    return weight.most_common(1)[0][0] if weight else ""


def _place(index: LayoutIndex, name: str, path: str) -> bool:
    """Put a file where it belongs; False when the layout has no place for it."""
    folder, _, rest = path.rpartition("/")
    if path in _FILES:
        index.rows[path] = name
    elif folder in _BY_SECTION and rest.startswith("section") and len(rest) > len("section"):
        index.by_section[folder][rest.removeprefix("section")] = name
    elif folder == CASES and rest.endswith(".pl"):
        index.cases[rest.removesuffix(".pl")] = name
    elif folder == SPLITS and rest in ("train", "test") and rest not in index.splits:
        index.splits[rest] = name
    elif path.startswith(f"{PROLOG}/") and path.endswith(".pl"):
        index.programs[path] = name
    elif not folder and path.endswith(".jsonl"):
        index.case_lines.append(name)
    else:
        return False
    return True


def _note_unknown(index: LayoutIndex, report: Report) -> None:
    """One note a folder, so that a stray repository does not fill the report."""
    folders = Counter(name.rpartition("/")[0] for name in index.unknown)
    for name in index.unknown:
        folder = name.rpartition("/")[0]
        count = folders.pop(folder, 0)
        if count == 1:
            report.at(name).note(
                "file_ignored", "The file is no part of the layout and was ignored."
            )
        elif count > 1:
            report.at(folder or ".").note(
                "file_ignored", f"{count} files are no part of the layout and were ignored."
            )
