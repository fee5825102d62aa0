"""The stories that mutants are run against, and what each is expected to say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from unittest.mock import patch

from checker import app
from checker.domain.source import SourceFile
from checker.domain.story import Story
from checker.resources import rules_dir
from checker.verdict import check
from tests.conftest import GOLDEN
from tests.said import THOROUGH, is_recorded, record, said

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```chain\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Case:
    """A story that has been read: from a file, or from a page of the rules."""

    name: str
    story: Story
    record: str | None = None  # what is said of it, if that is written down

    @property
    def text(self) -> str:
        """What was read."""
        return self.story.source.text

    def wrong(self) -> str | None:
        """What is not as the story expects and as is written down, or None."""
        if self.name.startswith(THOROUGH):
            report = check.check(self.story)
        else:  # nothing speaks of contested readings, and finding them takes time
            with patch.object(check, "contested", lambda *_: ()):
                report = check.check(self.story)
        for expectation in report.expectations:
            if not expectation.passed:
                return f"line {expectation.line}: {expectation.text}: {expectation.found}"
        if report.verdict != "legal":
            return f"it is {report.verdict}"
        if self.record is None:
            return None
        found = said(self.story, report, self.name)
        lines = list(unified_diff(self.record.splitlines(), found.splitlines(), n=0, lineterm=""))
        return None if not lines else " ".join(lines[3:])


def cases() -> Iterator[Case]:
    """All stories: of the tests, the examples, and the pages in `rules/`."""
    for folder in ("tests/stories", "examples"):
        for path in sorted((ROOT / folder).rglob("*.chain")):
            yield case(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"), path.parent)
    for page in sorted(rules_dir().rglob("*.md")):
        for number, text in enumerate(_BLOCK.findall(page.read_text("utf-8")), 1):
            name = f"{page.relative_to(ROOT).as_posix()}:{number}"
            found = case(name, text, page.parent)
            if found.story.expectations:
                yield found


def case(name: str, text: str, base: Path) -> Case:
    """A story read from a text."""
    file = GOLDEN / record(name)
    written = file.read_text("utf-8") if file.exists() else "" if is_recorded(name) else None
    return Case(name, app._read(SourceFile(name, text), None, base), written)
