"""Collecting what is wrong in a file, with suggestions, so that one run reports everything."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.source import Span


class Problems:
    """The diagnostics of reading one file, in the order in which they were found."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def error(
        self, law: str, message: str, span: Span, *, help: Iterable[str] = (), labels: Iterable[Label] = ()
    ) -> None:
        """Adds an error; `law` is `name/…` or `story/…`."""
        self.found.append(Diagnostic(law, "error", message, span, help=tuple(help), labels=tuple(labels)))

    def warning(self, law: str, message: str, span: Span, *, help: Iterable[str] = ()) -> None:
        """Adds a warning: the story can still be judged."""
        self.found.append(Diagnostic(law, "warning", message, span, help=tuple(help)))


def near(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """A help line with the nearest known names, or nothing."""
    from difflib import get_close_matches

    names = sorted(set(known))
    lower = {name.lower(): name for name in names}
    matches = get_close_matches(word.lower()[:200], list(lower), n=3, cutoff=0.55)
    found = [f"`{lower[match]}`" for match in matches]
    if found:
        return (f"did you mean {' or '.join(found)}?",)
    if names and len(names) <= 8:
        return ("known: " + ", ".join(f"`{name}`" for name in names),)
    return ()
