"""The cards that `use` brings in: the bundled library, and other files beside the story."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from checker.domain.source import SourceFile
from checker.semantics.problems import Problems, near
from checker.syntax import parse, tree

_LIBRARY = Path(__file__).resolve().parent.parent / "library"
_LARGEST = 2_000_000
_CARD = re.compile(r'^card "((?:[^"\\]|\\.)*)"', re.MULTILINE)

Lookup = Callable[[str], tree.CardDefinition | None]


def bundled() -> tuple[str, ...]:
    """The names that `use NAME` knows."""
    return tuple(sorted(path.stem for path in _LIBRARY.glob("*.chain")))


def card_names(library: str) -> tuple[str, ...]:
    """The cards that a bundled library defines."""
    return tuple(_blocks(library))


def definitions(node: tree.Use, base: Path, problems: Problems) -> Lookup:
    """Finds a definition by card name; what cannot be read is reported and then nothing is found."""
    if node.library is not None:
        name = node.library.text
        if name in bundled():
            return lambda card: _bundled(name, card)
        problems.error(
            "name/unknown-library",
            f"there is no bundled library `{name}`",
            node.library.span,
            help=near(name, bundled()),
        )
        return lambda card: None
    path = base / (node.path or "")
    try:
        text = _text_of(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problems.error("name/unreadable-file", f"`{node.path}` cannot be read: {reason}", node.span)
        return lambda card: None
    file, found = parse(SourceFile(str(path), text))
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    if errors:
        where = errors[0].span.start.line
        message = f"`{node.path}` has errors, the first in line {where}: {errors[0].message}"
        problems.error("name/unreadable-file", message, node.span)
    cards = {card.name: card for card in file.statements if isinstance(card, tree.CardDefinition)}
    return cards.get


def _text_of(path: Path) -> str:
    """The text of a file; raises OSError or ValueError with a reason for people."""
    data = path.read_bytes()
    if len(data) > _LARGEST:
        raise ValueError(f"it is larger than {_LARGEST:,} bytes")
    return data.decode("utf-8")


@cache
def _blocks(library: str) -> dict[str, str]:
    """Card name → the text of its definition: a story parses only what it uses."""
    text = (_LIBRARY / f"{library}.chain").read_text("utf-8")
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
