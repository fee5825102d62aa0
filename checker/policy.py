"""Which findings are reported, and how much remarks matter: `--select`, `--ignore` and `levels`.

This is about what is said. What is legal stays as the rules say, and what kept a story from being read is always
reported: a level or a pattern for that is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from checker.config import ConfigError
from checker.domain.data import dataclass, replace
from checker.domain.diagnostics import Diagnostic, Severity
from checker.domain.language import say
from checker.domain.levels import CONTESTED, REMARKS
from checker.domain.report import CheckReport, ContestedReading
from checker.semantics.problems import near

LEVELS = ("error", "warning", "note", "off")


@dataclass(frozen=True, slots=True)
class Policy:
    """Patterns of laws to report and not to report, and levels by pattern; the last level that fits holds."""

    select: tuple[str, ...] = ("*",)
    ignore: tuple[str, ...] = ()
    levels: tuple[tuple[str, str], ...] = ()

    def applied(self, report: CheckReport) -> CheckReport:
        """A report as this policy wants it; `ignored` says how many findings were left out by a pattern."""
        graded = self.graded(report.diagnostics)
        kept = tuple(found for found in graded if self._reports(found, report))
        contested = tuple(
            reading for reading in self._weighed(report.contested) if self._wants(CONTESTED + reading.toggle)
        )
        verdict = report.verdict
        if verdict == "illegal" and not any(d.severity == "error" and not d.expected for d in kept):
            verdict = "legal"
        ignored = len(graded) - len(kept) + len(self._weighed(report.contested)) - len(contested)
        return replace(report, verdict=verdict, diagnostics=kept, contested=contested, ignored=ignored)

    def graded(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Findings with the levels that this policy gives to remarks; those that are off are left out."""
        if not self.levels:
            return tuple(found)
        graded = []
        for diagnostic in found:
            level = None if diagnostic.severity == "error" else self._level(diagnostic.law)
            if level in {None, "error", "warning", "note"}:
                graded.append(replace(diagnostic, severity=level) if level else diagnostic)
        return tuple(graded)

    def _weighed(self, readings: Iterable[ContestedReading]) -> tuple[ContestedReading, ...]:
        weighed = ((reading, self._level(CONTESTED + reading.toggle)) for reading in readings)
        return tuple(
            replace(reading, level=level) if level else reading
            for reading, level in weighed
            if level != "off"
        )

    def _level(self, law: str) -> Severity | Any | None:
        return next((level for pattern, level in reversed(self.levels) if fnmatchcase(law, pattern)), None)

    def _reports(self, found: Diagnostic, report: CheckReport) -> bool:
        unread = found.severity == "error" and (
            report.verdict == "invalid" or found.law.startswith(("syntax/", "name/", "story/"))
        )
        return unread or found.expected or self._wants(found.law)

    def _wants(self, law: str) -> bool:
        return any(fnmatchcase(law, pattern) for pattern in self.select) and not any(
            fnmatchcase(law, pattern) for pattern in self.ignore
        )


def check_patterns(patterns: Iterable[str]) -> None:
    """Raises `ConfigError` if a pattern fits nothing that could be left out."""
    known = _known()
    for pattern in patterns:
        if pattern.startswith(("syntax/", "expect/")):
            raise ConfigError(say("`{pattern}` is always reported", pattern=pattern))
        if not any(fnmatchcase(name, pattern) for name in known):
            message = say("no finding is called `{pattern}`", pattern=pattern)
            raise ConfigError(message + _meant(pattern))


def check_levels(levels: Mapping[str, Any]) -> None:
    """Raises `ConfigError` if a level is none, or is given to what is a law of the game or to nothing at all."""
    known = _known()
    for pattern, level in levels.items():
        if level not in LEVELS:
            wanted = ", ".join(f"`{one}`" for one in LEVELS)
            raise ConfigError(
                say("the level of `{pattern}` has to be one of {levels}", pattern=pattern, levels=wanted)
            )
        fits = [name for name in known if fnmatchcase(name, pattern)]
        if not fits:
            message = say("no finding is called `{pattern}`", pattern=pattern)
            raise ConfigError(message + _meant(pattern))
        if not any(name in REMARKS or name.startswith(CONTESTED) for name in fits):
            message = say(
                "`{pattern}` is a law of the game, which has no level: a play that breaks it is illegal",
                pattern=pattern,
            )
            hint = say("accept one with `# segoc: allow {pattern} REASON`", pattern=pattern)
            raise ConfigError(f"{message}; {hint}")


def _meant(pattern: str) -> str:
    families = {f"{name.partition('/')[0]}/*" for name in _known()}
    return "".join(f"; {hint}" for hint in near(pattern, (*_known(), *families)))


def _known() -> tuple[str, ...]:
    from checker.verdict.allowances import allowable

    return allowable()
