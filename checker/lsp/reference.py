"""What `grammar/README.md` says of a keyword: rows of its tables, forms in its text, lines of its examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from checker.domain.data import dataclass
from checker.domain.language import say
from checker.pages import find
from checker.resources import grammar_dir

_WORD = re.compile(r"[\w-]+")
_CODE = re.compile(r"`([^`]+)`")
_LIST = "Reserved words"  # a section that says nothing else of them
_MOST = 4  # forms, and examples


@dataclass(frozen=True, slots=True)
class _Entry:
    """A form or an example: its section, its code, what it means (empty if the code says it), and its words."""

    section: str
    code: str
    meaning: str
    words: frozenset[str]


def about(keyword: str) -> str:
    """Markdown on a keyword: where it stands, with what, and its page of `segoc explain` if it has one."""
    rows = _with(keyword) or _with(keyword.removesuffix("s"))  # a plural that is written like its singular
    forms = [entry for entry in rows if entry.code.startswith("`")]
    telling = [entry for entry in forms if entry.meaning or len(entry.words) > 1]
    forms = sorted(telling or forms, key=lambda entry: not entry.meaning)[:_MOST]
    examples = [entry for entry in rows if entry not in forms and not entry.code.startswith("`")][:_MOST]
    parts = [f"**{keyword}**: " + say("a word of the language")]
    if forms:
        parts.append(
            "\n".join(f"- {entry.code}" + (f": {entry.meaning}" if entry.meaning else "") for entry in forms)
        )
    if examples:
        lines = "\n".join(dict.fromkeys(entry.code for entry in examples))
        parts.append(f"```chain\n{lines}\n```")
    sections = ", ".join(dict.fromkeys(entry.section for entry in (*forms, *examples)))
    if sections:
        parts.append(f"_{sections}_")
    page = find(keyword)
    if page is not None and page.kind == "term":
        parts.append(page.text.partition("\n")[2].strip())
    return "\n\n".join(parts)


def _with(keyword: str) -> list[_Entry]:
    return [entry for entry in _entries() if keyword in entry.words]


@cache
def _entries() -> tuple[_Entry, ...]:
    return tuple(_read((grammar_dir() / "README.md").read_text("utf-8")))


def _read(text: str) -> Iterator[_Entry]:
    section, example = "", False
    for line in text.split("\n"):
        if line.startswith("```"):
            example = line == "```chain"
        elif line.startswith("#") and not example:
            section = line.lstrip("# ")
        elif example:
            code = line.partition("#")[0].strip()
            if code.count("{") != code.count("}"):
                continue
            plain = re.sub(r'"[^"]*"', "", code)
            yield _Entry(section, code, "", frozenset(_WORD.findall(plain)))
        elif line.startswith("| ") and "`" in line:
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            words = frozenset(word for code in _CODE.findall(cells[0]) for word in _WORD.findall(code))
            yield _Entry(section, cells[0].strip("| "), " ".join(cells[1:]).strip("| "), words)
        elif section != _LIST:
            for code in _CODE.findall(line):
                yield _Entry(section, f"`{code}`", "", frozenset(_WORD.findall(code)))
