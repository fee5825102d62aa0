"""Renaming a player, a card or an ID throughout a file, or saying why that is refused."""

from __future__ import annotations

import re

from checker.domain.diagnostics import Fix
from checker.domain.language import say
from checker.domain.source import Position
from checker.lsp.analysis import Analysis, Definition
from checker.lsp.names import Name, definition, name_at, names, same
from checker.semantics.names import spelled
from checker.syntax.scanner import quoted, unquoted, vocabulary

_RENAMED = ("player", "card", "id")


class Refused(Exception):
    """A name that cannot be changed so; the message says why, for people."""


def check(analysis: Analysis, place: Position) -> Name:
    """The name at a place; raises `Refused` if there is none that can be renamed here."""
    name = name_at(analysis, place)
    if name is None or name.role not in _RENAMED:
        raise Refused(say("only players, cards and IDs can be renamed"))
    if any(one.law.startswith("syntax/") and one.severity == "error" for one in analysis.parsed[1]):
        raise Refused(say("a statement cannot be read, and the name may stand in it; mend that first"))
    if name.role == "card":
        found = definition(analysis, name.text)
        if found is not None and not (isinstance(found, Definition) and found.file is analysis):
            where = found[0] if isinstance(found, tuple) else found.file.source.name
            raise Refused(say("`{name}` comes from `{where}`", name=name.text, where=where))
        card = analysis.story.cards.get(name.text)
        if card is not None and card.name != name.text:
            raise Refused(
                say("`{name}` is a copy of `{card}`; give it an ID with `as`", name=name.text, card=card.name)
            )
    if name.role == "player" and name.text not in analysis.story.players:
        raise Refused(say("there is no player `{name}`", name=name.text))
    if name.role == "player" and name.text not in {one.text for one in _players(analysis)}:
        raise Refused(say("the players are `A` and `B` because no `players` line names them"))
    if name.role == "id" and not analysis.story.cards.get(name.text, None):
        raise Refused(say("no card has the ID `{name}`", name=name.text))
    return name


def changes(analysis: Analysis, place: Position, new: str) -> list[Fix]:
    """The changes that give the name at a place another; raises `Refused`."""
    name = check(analysis, place)
    new = unquoted(new) if len(new) > 1 and new.startswith('"') and new.endswith('"') else new
    if not new.strip() or "\n" in new or not new.isprintable():
        raise Refused(say("a name has at least one letter, and stands on one line"))
    match name.role:
        case "player":
            if new in analysis.story.players and new != name.text:
                raise Refused(say("the other player is called `{name}`", name=new))
            return [Fix(one.span, spelled(new)) for one in same(analysis, name)]
        case "id":
            return _id(analysis, name, new)
        case _:
            return _card(analysis, name, new)


def _players(analysis: Analysis) -> list[Name]:
    from checker.syntax import tree

    return [one for one in names(analysis) if isinstance(one.statement, tree.Players)]


def _id(analysis: Analysis, name: Name, new: str) -> list[Fix]:
    plain = re.fullmatch(vocabulary().pattern, new)
    if plain is None or plain.lastgroup != "BARE_NAME":
        raise Refused(say("an ID is one word: letters, digits, `_` and `-`, beginning with a letter"))
    if new in vocabulary().types:
        raise Refused(say("`{word}` is a reserved word and cannot be an ID", word=new))
    if new in analysis.story.cards and new != name.text:
        raise Refused(say("the ID `{name}` is already used", name=new))
    card = analysis.story.cards[name.text]
    if not card.named:
        raise Refused(say("`{name}` has no ID of its own; give it one with `as`", name=name.text))
    found = [one for one in names(analysis) if one.text == name.text and one.role in ("id", "card")]
    others = {other.name for other in analysis.story.cards.values()}
    return sorted(
        (
            Fix(one.span, new if one.role == "id" else quoted(new))
            for one in found
            if one.role == "id" or name.text not in others
        ),
        key=lambda fix: fix.span.start,
    )


def _card(analysis: Analysis, name: Name, new: str) -> list[Fix]:
    cards = analysis.story.cards.values()
    known = {card.name for card in cards} | set(analysis.definitions) | {card.id for card in cards}
    if new != name.text and (new in known or definition(analysis, new) is not None):
        raise Refused(say("there is a card `{name}` already", name=new))
    copies = {card.id for card in cards if card.name == name.text and not card.named}
    found: list[Fix] = []
    for one in names(analysis):
        if one.role == "card" and one.text == name.text:
            found.append(Fix(one.span, quoted(new)))
        elif one.role in ("card", "id") and one.text in copies:
            text = new + one.text.removeprefix(name.text)
            found.append(Fix(one.span, quoted(text)))
    return sorted(found, key=lambda fix: fix.span.start)
