"""The names of a file: what each one is, where it stands, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from checker.domain.data import dataclass, fields
from checker.domain.source import Position, Span
from checker.lsp.analysis import Analysis, Definition
from checker.resources import rules_dir
from checker.semantics import library
from checker.syntax import tree
from checker.syntax.problems import span_of

Role = Literal["player", "id", "card", "label", "law", "rules", "toggle", "value", "library", "path"]

# What a word is, by the field of the node that holds it.
_ROLES: dict[str, Role] = {
    "player": "player",
    "owner": "player",
    "names": "player",
    "alias": "id",
    "label": "label",
    "law": "law",
    "in_rules": "rules",
    "library": "library",
    "value": "value",
}
_OF_DEFINITIONS = frozenset(("you", "your opponent"))


@dataclass(frozen=True, slots=True)
class Name:
    """A name at one place: what it is, its text, and the statement that it stands in.

    For a label `card` is the reference or definition that it belongs to.
    """

    role: Role
    text: str
    span: Span
    statement: tree.Statement
    card: str = ""


def names(analysis: Analysis) -> Iterator[Name]:
    """All names of the statements that could be read, in no particular order."""
    for statement in analysis.statements:
        yield from _inside(analysis, statement, statement)


def name_at(analysis: Analysis, place: Position) -> Name | None:
    """The name at a place."""
    for name in names(analysis):
        if name.span.start <= place <= name.span.end:
            return name
    return None


def same(analysis: Analysis, name: Name) -> list[Name]:
    """All places of a name; an ID that a copy has by its card's name is that name."""
    found = [
        other for other in names(analysis) if (other.role, other.text, other.card) == _key(analysis, name)
    ]
    return sorted(found, key=lambda other: other.span.start)


def _key(analysis: Analysis, name: Name) -> tuple[Role, str, str]:
    card = analysis.story.cards.get(name.text)
    if name.role == "card" and card is not None and card.name != name.text and card.named:
        return "id", name.text, ""
    return name.role, name.text, name.card


def _inside(analysis: Analysis, statement: tree.Statement, node: tree.Node) -> Iterator[Name]:
    if isinstance(node, tree.Ref):
        yield from _reference(analysis, statement, node)
        return
    yield from _own(analysis, statement, node)
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, tree.Word):
                role = _role(node, field.name)
                if role is not None and part.text not in _OF_DEFINITIONS:
                    yield Name(role, part.text, part.span, statement, _card_of(statement, role))
            elif isinstance(part, tree.Node):
                yield from _inside(analysis, statement, part)
            elif isinstance(part, tuple):
                for inner in part:
                    if isinstance(inner, tree.Node):
                        yield from _inside(analysis, statement, inner)


def _role(node: tree.Node, field: str) -> Role | None:
    if field == "name":
        return "rules" if isinstance(node, tree.Rules) else "toggle"
    return _ROLES.get(field)


def _card_of(statement: tree.Statement, role: Role) -> str:
    """The card that a label in a statement's own words belongs to."""
    if role != "label":
        return ""
    return getattr(statement, "name", "")


def _reference(analysis: Analysis, statement: tree.Statement, ref: tree.Ref) -> Iterator[Name]:
    """A card, its owner and its label."""
    after = ref.span.start
    if ref.owner is not None:
        yield Name("player", ref.owner.text, ref.owner.span, statement)
        after = ref.owner.span.end
    for word in analysis.words_in(Span(after, ref.span.end)):
        if word.type != "_POSSESSIVE":
            yield Name("card" if ref.quoted else "id", ref.text, span_of(word), statement)
            break
    if ref.label is not None:
        card = analysis.story.cards.get(ref.text)
        name = card.name if card is not None else ref.text
        yield Name("label", ref.label.text, ref.label.span, statement, name)


def _own(analysis: Analysis, statement: tree.Statement, node: tree.Node) -> Iterator[Name]:
    """The names that a node holds as texts."""
    match node:
        case tree.CardDefinition() | tree.Triggers() | tree.MayUse():
            yield Name("card", node.name, node.name_span, statement)
        case tree.Subject(kind="name"):
            yield Name("card", node.name or "", node.span, statement)
        case tree.Use(path=str() as path):
            for word in analysis.words_in(node.span):
                if word.type == "QUOTED":
                    yield Name("path", path, span_of(word), statement)


# ---------------------------------------------------------------- where they come from


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file; `path` None is the file itself."""

    path: Path | None
    span: Span


def definition(analysis: Analysis, card: str) -> Definition | tuple[str, str] | None:
    """Where a card of that name is defined: in a file, or in a bundled library with its text there."""
    own = analysis.definitions.get(card)
    if own is not None:
        return own
    for used in analysis.used:
        if isinstance(used, Analysis):
            if card in used.definitions:
                return used.definitions[card]
        elif used in library.bundled():
            text = library.card_text(used, card)
            if text is not None:
                return used, text
    return None


def origin(analysis: Analysis, name: Name) -> Place | None:
    """Where a name comes from: the definition of a card, the placing of an ID, the `players` line, a page of a law."""
    match name.role:
        case "card":
            return _defined(analysis, name.text) or _placed(analysis, name.text)
        case "id":
            return _placed(analysis, name.text)
        case "player":
            return _players_line(analysis, name.text)
        case "label":
            return _labelled(analysis, name)
        case "law":
            return _page(rules_dir() / "law" / f"{name.text}.md")
        case "rules":
            return _page(rules_dir() / "ruleset" / f"{name.text}.md")
        case "path":
            found = analysis.file(name.text)
            return None if found is None else _page(Path(found.source.name))
        case "library":
            return _page(library.place(name.text))
        case _:
            return None


def _defined(analysis: Analysis, card: str) -> Place | None:
    match definition(analysis, card):
        case Definition() as found:
            path = None if found.file is analysis else Path(found.file.source.name)
            return Place(path, found.node.name_span)
        case (str() as bundle, _):
            line = library.line_of(bundle, card)
            column = len('card "')
            return Place(library.place(bundle), Span.of(line, column, line, column + len(card) + 2))
        case _:
            return None


def _placed(analysis: Analysis, text: str) -> Place | None:
    cards = analysis.story.cards
    card = cards.get(text) or next((card for card in cards.values() if card.name == text), None)
    return None if card is None else Place(None, card.span)


def _players_line(analysis: Analysis, player: str) -> Place | None:
    for statement in analysis.statements:
        if isinstance(statement, tree.Players):
            for word in statement.names:
                if word.text == player:
                    return Place(None, word.span)
    return None


def _labelled(analysis: Analysis, name: Name) -> Place | None:
    found = definition(analysis, name.card)
    if isinstance(found, Definition):
        for effect in found.node.effects:
            if effect.label is not None and effect.label.text == name.text:
                path = None if found.file is analysis else Path(found.file.source.name)
                return Place(path, effect.label.span)
    return _defined(analysis, name.card)


def _page(path: Path) -> Place | None:
    return Place(path, Span.of(1, 1, 1, 1)) if path.is_file() else None
