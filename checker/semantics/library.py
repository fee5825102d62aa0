"""The cards that `use` brings in: the bundled library, and other files beside the story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from checker import files
from checker.domain.data import dataclass
from checker.domain.diagnostics import Label
from checker.domain.language import say
from checker.domain.source import SourceFile, Span
from checker.semantics.problems import Problems, quote
from checker.syntax import parse, tree

_LIBRARY = Path(__file__).resolve().parent.parent / "library"
_COMMENT = re.compile(r" #[^\n]*")
_EFFECT = re.compile(r"[{:\n].*\b(?:activate|ignition|trigger|flip|quick|continuous|phase)\b")
_CARD = re.compile(r'^card "((?:[^"\\]|\\.)*)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Card definitions from one place: `find` looks one up by the card's name, `names` lists the names."""

    find: Callable[[str], tree.CardDefinition | None]
    names: Callable[[], Iterable[str]]


def _shelf(cards: dict[str, tree.CardDefinition]) -> Shelf:
    return Shelf(cards.get, cards.keys)


def bundled() -> tuple[str, ...]:
    """The names that `use NAME` knows."""
    return tuple(sorted(path.stem for path in _LIBRARY.glob("*.chain")))


def card_names(library: str) -> tuple[str, ...]:
    """The cards that a bundled library defines."""
    return tuple(_blocks(library))


def card_text(library: str, card: str) -> str | None:
    """The text of a card's definition in a bundled library, or None."""
    text = _blocks(library).get(card)
    return None if text is None else text.split("\n\n")[0].split("\n#")[0].rstrip() + "\n"


def place(library: str) -> Path:
    """The file of a bundled library."""
    return _LIBRARY / f"{library}.chain"


def line_of(library: str, card: str) -> int:
    """The line, from 1, in which a bundled library begins the definition of one of its cards."""
    text = place(library).read_text("utf-8")
    return text.count("\n", 0, text.index(_blocks(library)[card])) + 1


def has_effects(library: str, card: str) -> bool:
    """Whether the definition of a card in a bundled library has effects; it is not parsed for that."""
    return _EFFECT.search(_COMMENT.sub("", card_text(library, card) or "")) is not None


def shelves(
    statements: Iterable[tree.Statement],
    folders: tuple[Path, ...],
    problems: Problems,
    *,
    outside: bool = False,
) -> list[Shelf]:
    """Where a file's cards are defined: in itself first, then in what it uses, in that order.

    A path starts from the first of the folders, or from the next that has it, and may leave them only with `outside`.
    What cannot be read is reported and left out.
    """
    own: dict[str, tree.CardDefinition] = {}
    used: list[Shelf] = []
    for statement in statements:
        if isinstance(statement, tree.Use):
            used += _used(statement, folders, problems, outside=outside)
        elif isinstance(statement, tree.CardDefinition):
            _labels(statement, problems)
            first = own.setdefault(statement.name, statement)
            if first is not statement:
                labels = [Label(first.name_span, say("first defined here"))]
                message = say("{statement} is defined twice", statement=quote(statement.name))
                problems.error("story/twice", message, statement.name_span, labels=labels)
    return [_shelf(own), *used]


def _labels(card: tree.CardDefinition, problems: Problems) -> None:
    """Reports effects of one definition that have the same label."""
    seen: dict[str, Span] = {}
    for word in (effect.label for effect in card.effects):
        if word is not None and seen.setdefault(word.text, word.span) is not word.span:
            message = say(
                "two effects of {card} have the label {word}", card=quote(card.name), word=quote(word.text)
            )
            labels = [Label(seen[word.text], say("first used here"))]
            hints = (say("each effect of a card has a label of its own"),)
            problems.error("name/taken", message, word.span, labels=labels, hints=hints)


def _used(node: tree.Use, folders: tuple[Path, ...], problems: Problems, *, outside: bool) -> list[Shelf]:
    """What one `use` brings in, or nothing after a report.

    Of another file only the `card` statements are taken, never what it uses itself: files may use each other.
    """
    if node.library is not None:
        return _library(node.library, problems)
    name = quote(node.path or "")
    try:
        place = find(folders, node.path or "", outside=outside)
        if place is None:
            message = say("{name} lies outside the folder of this file", name=name)
            hints = (say("copy it into that folder, or allow it with `--allow-outside`"),)
            problems.error("name/outside", message, node.span, hints=hints)
            return []
        text = files.decoded(files.content(place))
    except IsADirectoryError:
        message = say("{name} cannot be read: it is a directory", name=name)
        problems.error("name/unreadable-file", message, node.span)
        return []
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hints = (say("the path starts from the folder of this file"),)
        message = say("{name} cannot be read: {reason}", name=name, reason=reason[:1].lower() + reason[1:])
        problems.error("name/unreadable-file", message, node.span, hints=hints)
        return []
    file, found = parse(SourceFile(node.path or "", text))
    cards = {card.name: card for card in file.statements if isinstance(card, tree.CardDefinition)}
    labels = Problems()
    for card in cards.values():
        _labels(card, labels)
    errors = [diagnostic for diagnostic in (*found, *labels.found) if diagnostic.severity == "error"]
    if errors:
        message = say(
            "{name} has errors: in line {line}, {message}",
            name=name,
            line=errors[0].span.start.line,
            message=errors[0].message,
        )
        hints = (say("check that file by itself to see them all"),)
        problems.error("name/unreadable-file", message, node.span, hints=hints)
    return [_shelf(cards)]


def _library(word: tree.Word, problems: Problems) -> list[Shelf]:
    name = word.text
    if name in bundled():
        return [Shelf(partial(_bundled, name), partial(card_names, name))]
    meant = problems.near(name, bundled())
    problems.error(
        "name/unknown-library",
        say("there is no bundled library {name}", name=quote(name)),
        word.span,
        hints=meant.hints,
        fixes=meant.fixes(word.span),
    )
    return []


def find(folders: tuple[Path, ...], path: str, *, outside: bool) -> Path | None:
    """Where the file of a `use` is: the first that there is, else where it should be in the first folder.

    None if that is outside of all of them and may not be.
    """
    own = _inside(folders[0], path, outside=outside)
    if len(folders) == 1 or (own is not None and own.exists()):
        return own
    for folder in folders[1:]:
        for below in (Path(path), folders[0].resolve() / path):
            place = _inside(folder, str(below), outside=False)
            if place is not None and place.exists():
                return place
    return own


def _inside(base: Path, path: str, *, outside: bool) -> Path | None:
    """Where the file of a `use` is, links followed; None if that is not in the folder `base` and has to be.

    Whether a file outside exists is not looked at. Raises OSError or ValueError where a path is none.
    """
    if outside:
        return base / path
    try:
        folder, place = base.resolve(), (base / path).resolve()
    except RuntimeError as error:  # links that lead to one another, up to Python 3.12
        raise ValueError(say("its links lead in a circle")) from error
    return place if place.is_relative_to(folder) else None


@cache
def _blocks(library: str) -> dict[str, str]:
    """Card name → the text of its definition: a story parses only what it uses."""
    text = place(library).read_text("utf-8")
    starts = list(_CARD.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {
        match[1].replace('\\"', '"'): text[match.start() : end]
        for match, end in zip(starts, ends, strict=True)
    }


@cache
def _bundled(library: str, card: str) -> tree.CardDefinition | None:
    text = _blocks(library).get(card)
    if text is None:
        return None
    file, found = parse(SourceFile(f"{library}.chain", text))
    if found or len(file.statements) != 1 or not isinstance(file.statements[0], tree.CardDefinition):
        raise RuntimeError(f"the bundled definition of {card} is not well formed: {found}")
    return file.statements[0]
