"""What is wrong in a file as a flat list, for the formats that other programs turn into marks and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from checker.domain.data import dataclass
from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.levels import CONTESTED
from checker.domain.report import CheckReport, ContestedReading, ExpectationReport, NotJudged
from checker.domain.source import SourceFile, Span
from checker.render.layout.documents import cannot
from checker.render.layout.width import clean

FAILED = "expect/failed"
_ESCAPES = str.maketrans({"\n": "\\n", "\r": "\\r", "\t": "\\t"})
_ENCODED = "\n\r\t"
_ENCODED_SIGN = re.compile(f"([{_ENCODED}])")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mark: the file by the name people gave it, the finding, and its help in lines of its own."""

    source: SourceFile
    diagnostic: Diagnostic

    @property
    def path(self) -> str:
        """The file as these formats want it: from the working directory on, if it lies there, with slashes."""
        return relative(self.source.name)

    @property
    def message(self) -> str:
        """The sentence in one line."""
        return line(self.diagnostic.message)

    @property
    def help(self) -> tuple[str, ...]:
        """Lines on what would be right and which rule this is."""
        found = self.diagnostic
        lines = [f"{say('help')}: {line(text)}" for text in found.help]
        if found.cites:
            lines.append(f"{say('rule')}: {', '.join(found.cites)}, `segoc explain {found.law}`")
        return tuple(lines)


def findings(report: CheckReport | NotJudged, *, expected: bool = False, notes: bool = True) -> list[Finding]:
    """What a report says is wrong, by place: findings, expectations that failed, or why there is no judgement.

    `expected` includes what the file itself announces with `expect illegal`; `notes` what is only remarked.
    """
    if isinstance(report, NotJudged):
        return [Finding(SourceFile(report.name, ""), cannot(report))]
    found = [*report.diagnostics, *map(_contested, report.contested)]
    found = [d for d in found if (expected or not d.expected) and (notes or d.severity != "note")]
    found += [failed(expectation) for expectation in report.expectations if not expectation.passed]
    return [Finding(report.source, d) for d in sorted(found, key=lambda d: d.span)]


def errors(report: CheckReport) -> list[Diagnostic]:
    """What is an error in a file, by place, without the expectations that failed."""
    found = (finding.diagnostic for finding in findings(report, notes=False))
    return [d for d in found if d.severity == "error" and d.law != FAILED]


def _contested(reading: ContestedReading) -> Diagnostic:
    """What sources disagree on, as a finding about the whole file; it is expected if a comment allows it."""
    text = say("sources disagree on `{toggle}`, and this answer depends on it", toggle=reading.toggle)
    said = say(
        "used here: {used}; with `{toggle} {other}`: {effect}",
        used=reading.used,
        toggle=reading.toggle,
        other=reading.other,
        effect=reading.effect,
    )
    return Diagnostic(
        f"{CONTESTED}{reading.toggle}",
        reading.level,
        f"{text}; {said}",
        Span.of(1, 1, 1, 1),
        expected=bool(reading.allowed),
        allowed=reading.allowed,
    )


def failed(expectation: ExpectationReport) -> Diagnostic:
    """An expectation that does not hold, as a finding."""
    claim = say("`{claim}` does not hold", claim=line(expectation.text))
    message = f"{claim}; {say('found')}: {line(expectation.found)}"
    return Diagnostic(FAILED, "error", message, expectation.span)


def line(text: str) -> str:
    """`text` in one line that no terminal, parser or page can be misled by."""
    return clean(" ".join(text.split()))


def relative(name: str) -> str:
    """The name of a file seen from the working directory, if it lies below it; with slashes, a new line as in Python.

    Spaces stay as they are, so that the name is that of the file.
    """
    return clean(_below(name).translate(_ESCAPES))


def encodable(name: str) -> str:
    """The same with its new lines and tabs as they are, for a format that has its own way to write them."""
    return "".join(part if part in _ENCODED else clean(part) for part in _ENCODED_SIGN.split(_below(name)))


def _below(name: str) -> str:
    path = Path(name)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()


class Fingerprints:
    """Names for findings that stay the same while lines are added and taken away elsewhere in the file."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, finding: Finding) -> str:
        """The name of the next finding of a run: from its file, law, sentence, line of text, and which of the like."""
        from hashlib import sha256

        found = finding.diagnostic
        text = list(_text(finding))
        stem = "\0".join((finding.path, found.law, finding.message, *text))
        number = self._seen[stem] = self._seen.get(stem, 0) + 1
        return sha256(f"{stem}\0{number}".encode("utf-8", "backslashreplace")).hexdigest()[:40]


def _text(finding: Finding) -> Iterator[str]:
    lines = finding.source.lines
    number = finding.diagnostic.span.start.line
    if number <= len(lines):
        yield " ".join(lines[number - 1].split())
