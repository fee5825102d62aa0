"""Writes `docs/coverage.md`: which law, toggle, model file and story carries each entry of the rules ledger.

python docs/make_coverage.py            write the page
python docs/make_coverage.py --check    fail if it is not up to date
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from checker.laws import law, law_names  # noqa: E402
from checker.rulesets import names, rule_set, toggles  # noqa: E402

PAGE = ROOT / "docs" / "coverage.md"
STORIES = ROOT / "tests" / "stories"
ENTRY = re.compile(r"\b(?:SS|CH|TW|TR|SEGOC|RES|RST|ERA|RUSH)-\d+\b")
_BLOCK = re.compile(r"^```chain\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LAW = re.compile(r"\b(?:because|illegal)\s+((?:[a-z]+/[a-z-]+)(?:,\s*[a-z]+/[a-z-]+)*)")
LEDGER = {
    "SS": "Spell Speed",
    "CH": "Who may respond to what",
    "TW": "Timing windows",
    "TR": "Triggered effects",
    "SEGOC": "Simultaneous effects",
    "RES": "Resolution",
    "RST": "Texts that restrict chains",
    "ERA": "Eras",
    "RUSH": "Rush Duel",
}
_SHOWN = 8


@cache
def entries() -> dict[str, dict[str, list[str] | str]]:
    """The entries of rules/coverage.toml: `title`, and `laws` or `reason`."""
    return tomllib.loads((ROOT / "rules" / "coverage.toml").read_text("utf-8"))


@cache
def stories() -> dict[str, str]:
    """Every story by its name: the path below tests/stories, or `examples/…`, or the page on which it stands."""
    found = {
        path.relative_to(STORIES).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in sorted(STORIES.rglob("*.chain"))
    }
    for path in sorted((ROOT / "examples").glob("*.chain")):
        found[f"examples/{path.stem}"] = path.read_text("utf-8")
    for folder in ("law", "term"):
        for path in sorted((ROOT / "rules" / folder).rglob("*.md")):
            page = path.relative_to(ROOT / "rules" / folder).with_suffix("").as_posix()
            for number, text in enumerate(_BLOCK.findall(path.read_text("utf-8")), 1):
                found[f"page {page} {number}"] = text
    return found


@cache
def stories_of_entry(entry: str) -> tuple[str, ...]:
    """Stories whose file name or first line names an entry."""
    family, _, number = entry.partition("-")
    named = re.compile(rf"ledger/{family.lower()}/{family.lower()}-0*{number}-")
    return tuple(
        name
        for name, text in stories().items()
        if named.match(name)
        or (not name.startswith("page ") and entry in ENTRY.findall(text.partition("\n")[0]))
    )


@cache
def stories_of_law(name: str) -> tuple[str, ...]:
    """Stories that expect a law to block something."""
    return tuple(story for story, text in stories().items() if name in laws_expected(text))


def laws_expected(text: str) -> set[str]:
    """The laws that a story expects to be a reason."""
    code = re.sub(r"#.*", "", text)
    laws = {part.strip() for found in _LAW.findall(code) for part in found.split(",")}
    return laws | ({"timing/missed"} if re.search(r"\bexpect\s+(?:in\s+\S+\s+)?missed\b", code) else set())


def pages_of_entry(entry: str) -> tuple[str, ...]:
    """Pages of laws and terms that cite an entry and hold stories."""
    told = {name.split(" ")[1] for name in stories() if name.startswith("page ")}
    found = []
    for page in sorted(told):
        folder = "law" if "/" in page else "term"
        text = (ROOT / "rules" / folder / f"{page}.md").read_text("utf-8")
        ledger = re.search(r"^Ledger: (.*)$", text, re.MULTILINE)
        if ledger is not None and entry in ENTRY.findall(ledger[1]):
            found.append(page)
    return tuple(found)


def public_cases() -> dict[str, tuple[str, ...]]:
    """Public cases by number, with their stories."""
    found: dict[str, tuple[str, ...]] = {}
    for name in stories():
        case = re.match(r"public/(c\d+)-", name)
        if case is not None:
            found[case[1]] = (*found.get(case[1], ()), name)
    return found


def notes_on_cases() -> dict[str, str]:
    """What tests/stories/public/README.md says about cases in its tables."""
    path = STORIES / "public" / "README.md"
    text = path.read_text("utf-8") if path.exists() else ""
    found: dict[str, str] = {}
    for first, note in re.findall(r"^\| *(c\d[^|]*?) *\| *(.*?) *\|$", text, re.MULTILINE):
        for case in re.findall(r"c\d+", first):
            found[case] = note
    return found


def _list(found: Sequence[str], shown: int = _SHOWN) -> str:
    rest = f" and {len(found) - shown} more" if len(found) > shown else ""
    return ", ".join(f"`{name}`" for name in found[:shown]) + rest


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    cells = [tuple(head), *(tuple(row) for row in rows)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]
    return [lines[0], "|" + "---|" * len(cells[0]), *lines[1:], ""]


def _ledger() -> Iterable[str]:
    yield from (
        "## Entries of the ledger",
        "",
        "Stories are named as they lie in `tests/stories`; a page stands for the stories on it.",
        "",
    )
    for family, heading in LEDGER.items():
        yield from (f"### {family}: {heading}", "")
        rows = []
        for entry, known in entries().items():
            if entry.partition("-")[0] != family:
                continue
            where = known.get("laws", [])
            carried = (
                _list(where, 99) if isinstance(where, list) and where else f"none: {known.get('reason', '')}"
            )
            told = _list(stories_of_entry(entry))
            pages = pages_of_entry(entry)
            told += ("; " if told and pages else "") + (f"pages {_list(pages, 4)}" if pages else "")
            rows.append((entry, str(known["title"]), carried, told or "none"))
        yield from _table(("entry", "about", "carried by", "stories"), rows)


def _laws() -> Iterable[str]:
    yield from ("## Laws", "", "Stories in which the law is expected to block something.", "")
    rows = [(f"`{name}`", ", ".join(law(name).cites), _list(stories_of_law(name), 5)) for name in law_names()]
    yield from _table(("law", "entries", "stories"), rows)


def _toggles() -> Iterable[str]:
    yield from ("## Toggles", "", "A value in brackets is the other reading where the sources disagree.", "")
    listed = names()
    rows = []
    for toggle in toggles():
        row = [f"`{toggle}`"]
        for rules in listed:
            other = rule_set(rules).contested.get(toggle)
            row.append(rule_set(rules).values[toggle] + (f" ({other})" if other else ""))
        rows.append(row)
    yield from _table(("toggle", *listed), rows)


def _cases() -> Iterable[str]:
    cases, notes = public_cases(), notes_on_cases()
    if not cases and not notes:
        return
    yield from (
        "## Public cases",
        "",
        f"{len(cases)} cases are told in {sum(map(len, cases.values()))} stories.",
        "",
    )
    rows = [
        (case, _list(cases[case], 99) if case in cases else "none", notes.get(case, ""))
        for case in sorted({*cases, *notes})
    ]
    yield from _table(("case", "stories", "what is not told, and why"), rows)


def page() -> str:
    """The whole page."""
    carried = sum("laws" in known for known in entries().values())
    on_pages = sum(name.startswith("page ") for name in stories())
    lines = [
        "# Coverage",
        "",
        "Made by `python docs/make_coverage.py`; a test fails when it is not up to date.",
        "",
        f"- {len(entries())} entries of the rules ledger: {carried} are carried, the others have a reason",
        f"- {len(law_names())} laws, {len(toggles())} toggles",
        f"- {len(stories()) - on_pages} stories in files, {on_pages} on pages",
        "",
        *_ledger(),
        *_laws(),
        *_toggles(),
        *_cases(),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or with `--check` only say whether it is up to date."""
    parser = argparse.ArgumentParser(description="docs/coverage.md, made from the rules and the stories")
    parser.add_argument("--check", action="store_true", help="fail if the page is not up to date")
    options = parser.parse_args(arguments)
    text = page()
    if not options.check:
        PAGE.write_text(text, "utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text("utf-8") == text:
        return 0
    sys.stderr.write("docs/coverage.md is not up to date: run `python docs/make_coverage.py`\n")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
