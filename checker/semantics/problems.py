"""Collecting what is wrong in a file, with suggestions, so that one run reports everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.domain.data import dataclass, replace
from checker.domain.diagnostics import Diagnostic, Fix, Label
from checker.domain.language import either, say
from checker.domain.source import Span

MOST_ERRORS = 100
MOST_LISTED = 8  # so many known names are listed when none is near
_LONGEST = 60  # characters of the user's words in a message


@dataclass(frozen=True, slots=True)
class Meant:
    """What a word was probably meant to be: `names`, the best first, and the help lines that say so."""

    hints: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def fixes(self, span: Span, spell: Callable[[str], str] = str) -> tuple[Fix, ...]:
        """The changes that put one of the names, as `spell` writes it, where the word stands."""
        return tuple(Fix(span, spell(name)) for name in self.names)


class Problems:
    """The diagnostics of reading one file, in the order in which they were found.

    After `MOST_ERRORS` errors the rest are only counted; `close` says how many they were.
    """

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self._errors = 0
        self._unshown: Diagnostic | None = None

    def error(
        self,
        law: str,
        message: str,
        span: Span,
        *,
        hints: Iterable[str] = (),
        labels: Iterable[Label] = (),
        fixes: Iterable[Fix] = (),
    ) -> None:
        """Adds an error; `law` is `name/…` or `story/…`."""
        self._errors += 1
        if self._errors <= MOST_ERRORS:
            self.found.append(
                Diagnostic(
                    law,
                    "error",
                    message,
                    span,
                    help=tuple(hints),
                    labels=tuple(labels),
                    fixes=tuple(fixes),
                )
            )
        elif self._unshown is None:
            self._unshown = Diagnostic(
                "story/too-many-errors", "error", "", span, help=(say("they begin here"),)
            )

    def warning(
        self, law: str, message: str, span: Span, *, hints: Iterable[str] = (), fixes: Iterable[Fix] = ()
    ) -> None:
        """Adds a warning: the story can still be judged."""
        self.found.append(Diagnostic(law, "warning", message, span, help=tuple(hints), fixes=tuple(fixes)))

    def note(
        self, law: str, message: str, span: Span, *, hints: Iterable[str] = (), fixes: Iterable[Fix] = ()
    ) -> None:
        """Adds a note: nothing is wrong, but people may want to know."""
        self.found.append(Diagnostic(law, "note", message, span, help=tuple(hints), fixes=tuple(fixes)))

    def near(self, word: str, known: Iterable[str], *, most: int = MOST_LISTED) -> Meant:
        """`meant`, unless the error that it is for will not be shown."""
        return meant(word, known, most=most) if self._errors < MOST_ERRORS else Meant()

    def close(self) -> tuple[Diagnostic, ...]:
        """All that was found."""
        if self._unshown is not None:
            message = say("there are {number:,} more errors", number=self._errors - MOST_ERRORS)
            self.found.append(replace(self._unshown, message=message))
            self._unshown = None
        return tuple(self.found)


def quote(text: str) -> str:
    """The user's words in backticks, cut when they are long and safe to print whatever they contain."""
    return f"`{shorten(text)}`"


def shorten(text: str) -> str:
    """The user's words without backticks, as `quote` spells them."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    if not text.isprintable():
        text = "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in text)
    return text.replace("`", "ˋ")


def near(word: str, known: Iterable[str], *, most: int = MOST_LISTED) -> tuple[str, ...]:
    """A help line with the nearest known names, or with all if they are at most `most`, or nothing."""
    return meant(word, known, most=most).hints


def meant(word: str, known: Iterable[str], *, most: int = MOST_LISTED) -> Meant:
    """The nearest known names, with the help line of `near`."""
    from difflib import get_close_matches

    names = sorted(set(known))
    lower = {name.lower()[:200]: name for name in names}
    matches = get_close_matches(word.lower()[:200], list(lower), n=3, cutoff=0.55)
    if matches:
        found = tuple(lower[match] for match in matches)
        return Meant((say("did you mean {names}?", names=either([quote(name) for name in found])),), found)
    if names and len(names) <= most:
        return Meant((say("known: {names}", names=", ".join(map(quote, names))),))
    return Meant()
