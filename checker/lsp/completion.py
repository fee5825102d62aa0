"""What could be written at a place: the words that the parser accepts there, and the names in scope."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from checker.domain.data import dataclass
from checker.domain.language import say
from checker.domain.source import Position, Span
from checker.laws import law_names
from checker.lsp.analysis import Analysis
from checker.lsp.names import definition
from checker.rulesets import names as rule_sets
from checker.rulesets import toggles
from checker.semantics import library
from checker.semantics.names import spelled
from checker.syntax.cutter import unfinished
from checker.syntax.engine import acceptable, meanings
from checker.syntax.scanner import quoted, scan, vocabulary
from checker.syntax.tokens import Token
from checker.verdict.allowances import allowable

Kind = Literal[
    "keyword", "player", "card", "id", "label", "law", "rules", "toggle", "value", "library", "sign"
]
Found = tuple[str, Kind, str]

_WORD = re.compile(r"[^\W\d](?:[\w/-]*[\w/])?-?$")
_ALLOWING = re.compile(r"#\s*segoc:\s*allow\s+([\w/-]*)$")
_SIGNS = ("->",)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that could stand at `span`, in place of what was begun there; `detail` says in a few words what it is."""

    text: str
    kind: Kind
    detail: str
    span: Span


def proposals(analysis: Analysis, place: Position) -> list[Proposal]:
    """Everything that could stand at a place, the names in scope before the words of the language."""
    before = analysis.lines[place.line - 1][: place.column - 1]
    begun = _begun(before)
    if begun is None:
        return _in_a_comment(before, place)
    lines = scan("\n".join([*analysis.lines[: place.line - 1], before[: len(before) - len(begun)]])).lines
    words, start = unfinished(lines)
    after = analysis.lines[place.line - 1][place.column - 1 :]
    end = place.column + (1 if begun.startswith('"') and after.startswith('"') else 0)
    span = Span.of(place.line, place.column - len(begun), place.line, end)
    found = _fitting(analysis, words, start)
    if begun.startswith('"'):
        found = ((text, kind, detail) for text, kind, detail in found if text.startswith('"'))
    texts: dict[str, Proposal] = {}
    for text, kind, detail in found:
        texts.setdefault(text, Proposal(text, kind, detail, span))
    return list(texts.values())


def _in_a_comment(before: str, place: Position) -> list[Proposal]:
    """What `# segoc: allow` can allow; nothing in any other comment."""
    allowing = _ALLOWING.search(before)
    if allowing is None:
        return []
    span = Span.of(place.line, place.column - len(allowing[1]), place.line, place.column)
    return [Proposal(name, "law", "", span) for name in allowable()]


def _begun(before: str) -> str | None:
    """The word, or the name in quotes, that a line ends in the middle of; None in a comment."""
    quote = None
    for index, sign in enumerate(before):
        if sign == '"' and (quote is None or before[index - 1] != "\\"):
            quote = index if quote is None else None
        elif sign == "#" and quote is None:
            return None
    if quote is not None:
        return before[quote:]
    word = _WORD.search(before)
    return word[0] if word else ""


def _fitting(analysis: Analysis, words: list[Token], start: str) -> Iterator[Found]:
    accepted = acceptable(words, start)
    if words and words[-1].type == "DOT":
        yield from _labels(analysis, words)
        return
    said = [word.value for word in words]
    for kind in ("BARE_NAME", "QUOTED"):
        if kind in accepted:
            yield from _names(analysis, kind, meanings(words, start, kind), said)
    if "LAW_NAME" in accepted:
        yield from ((law, "law", say("law")) for law in law_names())
    yield from _keywords(words, accepted)


def _keywords(words: list[Token], accepted: frozenset[str]) -> Iterator[Found]:
    texts = vocabulary().texts
    for text in sorted(texts[kind] for kind in accepted if kind in texts):
        if text[0].isalpha():
            yield text, "keyword", ""
        elif text in _SIGNS:
            yield text, "sign", ""
    if "$END" in accepted and words and words[0].value in ("card", "chain"):
        yield "{", "sign", ""


def _names(analysis: Analysis, kind: str, roles: frozenset[str], said: list[str]) -> Iterator[Found]:
    """Names for a word of a type, by what the grammar takes it for."""
    bare = kind == "BARE_NAME"
    if not roles.isdisjoint(("player", "recipient")):
        yield from _players(analysis, bare)
    if not roles.isdisjoint(("card_id", "card_name", "owned_card", "card")):
        yield from _cards(analysis, bare, placing=_is_placing(said))
    if "name" in roles and bare:
        yield from _of_the_header(said)
    if "toggle_value" in roles and bare and said and said[-1] in toggles():
        values = toggles()[said[-1]]["values"]
        yield from ((value.replace("_", "-"), "value", text) for value, text in values.items())
    if not bare and _names_a_card(said):
        yield from _all_cards(analysis)


def _names_a_card(said: list[str]) -> bool:
    """Whether a text in quotes can only be a card's name after these words."""
    return said[:1] == ["card"] or said[1:2] == ["triggers"] or said[1:3] == ["may", "use"]


def _is_placing(said: list[str]) -> bool:
    return ":" in said[:3] and said[:1] != ["expect"] and said[:1] != ["link"]


def _players(analysis: Analysis, bare: bool) -> Iterator[Found]:
    for player in analysis.story.players:
        text = spelled(player)
        if text.startswith('"') != bare:
            yield text, "player", say("player")


def _cards(analysis: Analysis, bare: bool, *, placing: bool) -> Iterator[Found]:
    cards = analysis.story.cards.values()
    if bare:
        if not placing:
            yield from ((card.id, "id", card.name) for card in cards if card.named)
        return
    yield from ((quoted(card.name), "card", say("in the story")) for card in cards)
    yield from (
        (quoted(card.id), "card", card.name) for card in cards if not card.named and card.id != card.name
    )
    if placing:
        yield from _all_cards(analysis)


def _all_cards(analysis: Analysis) -> Iterator[Found]:
    """Every card that this file or what it uses defines."""
    yield from ((quoted(name), "card", say("defined in this file")) for name in analysis.definitions)
    for used in analysis.used:
        if isinstance(used, Analysis):
            yield from ((quoted(name), "card", used.source.name) for name in used.definitions)
        elif used in library.bundled():
            yield from ((quoted(name), "card", f"use {used}") for name in library.card_names(used))


def _of_the_header(said: list[str]) -> Iterable[Found]:
    """Names after `rules`, `with`, `use` and `expect in`."""
    match said:
        case ["rules"] | ["expect", "in"]:
            return [(name, "rules", say("rule set")) for name in rule_sets()]
        case ["rules", _, "with", *_] if said[-1] in ("with", ","):
            return [(name, "toggle", entry["description"]) for name, entry in toggles().items()]
        case ["use"]:
            return [(name, "library", say("bundled library")) for name in library.bundled()]
        case _:
            return []


def _labels(analysis: Analysis, words: list[Token]) -> Iterator[Found]:
    """The effects of the card before the `.`."""
    if len(words) < 2:
        return
    card = words[-2]
    name = card.value[1:-1] if card.type == "QUOTED" else card.value
    known = analysis.story.cards.get(name)
    found = definition(analysis, known.name if known else name)
    if found is None:
        return
    effects = [e for e in analysis.story.effects.values() if known is not None and e.card == known.id]
    if not effects:
        effects = [e for e in analysis.story.effects.values() if analysis.story.cards[e.card].name == name]
    for effect in effects:
        label = effect.id.removeprefix(effect.card).removeprefix(".")
        if label and effect.kind != "continuous":
            yield label, "label", effect.kind
