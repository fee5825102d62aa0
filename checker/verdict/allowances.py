"""What a file allows with `# segoc: allow LAW reason`: found all the same, but nothing that is wrong.

Such a play stays blocked, as after `expect illegal`: what the game forbids has no effect on the rest of the story.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.domain.data import replace
from checker.domain.diagnostics import Diagnostic, Fix
from checker.domain.language import say
from checker.domain.levels import CONTESTED, REMARKS
from checker.domain.report import ContestedReading
from checker.domain.source import SourceFile
from checker.semantics.problems import meant, quote
from checker.syntax.comments import Directive, directives


def marked(source: SourceFile, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings, with what the file allows marked so."""
    allowed = _allowances(directives(source))
    return tuple(_marked(diagnostic, allowed) for diagnostic in found)


def marked_readings(
    source: SourceFile, contested: Iterable[ContestedReading]
) -> tuple[ContestedReading, ...]:
    """Contested readings, with those that the file allows marked so."""
    reasons = {directive.law: directive.reason for directive in _allowances(directives(source))}
    return tuple(replace(one, allowed=reasons.get(CONTESTED + one.toggle, "")) for one in contested)


def unused(
    source: SourceFile, found: Sequence[Diagnostic], contested: Sequence[ContestedReading]
) -> list[Diagnostic]:
    """What is wrong with the comments themselves."""
    wrong = [_misspelt(directive) or _idle(directive, found, contested) for directive in directives(source)]
    return [diagnostic for diagnostic in wrong if diagnostic is not None]


def allowable() -> tuple[str, ...]:
    """All that can be allowed: laws, what is only remarked, and what sources disagree on."""
    from checker.laws import law_names
    from checker.rulesets import toggles

    return (*law_names(), *sorted(REMARKS), *(CONTESTED + toggle for toggle in toggles()))


def _allowances(found: Iterable[Directive]) -> list[Directive]:
    return [
        directive for directive in found if directive.word == "allow" and directive.law and directive.reason
    ]


def _marked(diagnostic: Diagnostic, allowed: Iterable[Directive]) -> Diagnostic:
    if diagnostic.expected or (diagnostic.severity == "error" and diagnostic.law.startswith(_UNREADABLE)):
        return diagnostic
    for directive in allowed:
        if _concerns(directive, diagnostic):
            return replace(diagnostic, expected=True, allowed=directive.reason)
    return diagnostic


_UNREADABLE = ("syntax/", "name/", "story/")  # errors that leave nothing to judge


def _concerns(directive: Directive, diagnostic: Diagnostic) -> bool:
    return directive.law == diagnostic.law and diagnostic.span.start.line in directive.lines


def _misspelt(directive: Directive) -> Diagnostic | None:
    """What is wrong with a comment, whatever the story is."""
    if directive.word != "allow" or not directive.law:
        message = say("this comment begins with `segoc:` and says nothing that the checker knows")
        hints = (say("write `# segoc: allow LAW reason`"),)
        return Diagnostic("name/unknown-allow", "warning", message, directive.span, help=hints)
    known = allowable()
    if directive.law not in known:
        near = meant(directive.law, known)
        message = say("nothing that could be allowed is called {law}", law=quote(directive.law))
        fixes = tuple(Fix(directive.law_span, name) for name in near.names)
        return Diagnostic(
            "name/unknown-allow", "warning", message, directive.law_span, help=near.hints, fixes=fixes
        )
    if not directive.reason:
        message = say("{law} is not allowed here, because no reason is given", law=quote(directive.law))
        hints = (say("write the reason after it: `# segoc: allow {law} REASON`", law=directive.law),)
        return Diagnostic("story/allow-without-reason", "warning", message, directive.span, help=hints)
    return None


def _idle(
    directive: Directive, found: Iterable[Diagnostic], contested: Iterable[ContestedReading]
) -> Diagnostic | None:
    used = any(d.allowed and _concerns(directive, d) for d in found) or any(
        directive.law == CONTESTED + one.toggle for one in contested
    )
    if used:
        return None
    message = say("there is no {law} here to allow", law=quote(directive.law))
    hints = (say("delete the comment, or put it on the line of the play or directly before it"),)
    return Diagnostic("story/unused-allow", "warning", message, directive.span, help=hints)
