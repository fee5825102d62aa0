"""Cards that do nothing because nothing defines them, where somebody probably meant otherwise.

A card without a definition is no mistake in itself: most monsters in a story need no effects. It is one when its
name is nearly that of a defined card, or when the bundled library has it and the file does not use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checker.domain.data import dataclass
from checker.domain.story import Card
from checker.semantics import library
from checker.semantics.draft import Draft
from checker.semantics.problems import quote

_CUTOFF = 0.8  # of `difflib`'s ratio
_MOST_COMPARED = 3_000  # pairs of names: a millisecond or two
_MOST_LISTED = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Name:
    """A card's name, in lower case, as it is compared with others."""

    text: str
    letters: frozenset[str]


def report(draft: Draft) -> None:
    """A warning for every placed name that is probably misspelt, and one note on the names of a library not used."""
    unknown = _unknown(draft)
    if not unknown:
        return
    in_library: dict[str, list[Card]] = {}
    others: list[Card] = []
    bundled = {name: bundle for bundle in library.bundled() for name in library.card_names(bundle)}
    for card in unknown:
        if card.name in bundled:
            if library.has_effects(bundled[card.name], card.name):
                in_library.setdefault(bundled[card.name], []).append(card)
        else:
            others.append(card)
    for card, meant in _misspelt(others, [name for shelf in draft.shelves for name in shelf.names()]):
        message = f"{quote(card.name)} has no definition, so it has no effects"
        hints = (f"did you mean {quote(meant)}?",)
        draft.problems.warning("story/undefined-card", message, card.span, hints=hints)
    for bundle, cards in in_library.items():
        _note(draft, bundle, cards)


def _unknown(draft: Draft) -> list[Card]:
    """The first placed card of each name that nothing defines and of which nothing else was told or said."""
    names = draft.names
    found: dict[str, Card] = {}
    heard = set(draft.reported)
    for card in names.cards.values():
        if names.spots[card.id].zone == "told":
            heard.add(card.name)
        elif not card.defined:
            found.setdefault(card.name, card)
    return [card for name, card in found.items() if name not in heard]


def _note(draft: Draft, bundle: str, cards: Sequence[Card]) -> None:
    listed = ", ".join(quote(card.name) for card in cards[:_MOST_LISTED])
    if len(cards) > _MOST_LISTED:
        listed += f" and {len(cards) - _MOST_LISTED} more"
    verb, whose = ("has", "its definition") if len(cards) == 1 else ("have", "their definitions")
    message = f"{listed} {verb} no definition here, so no effects"
    hints = (f"`use {bundle}` would bring {whose}",)
    draft.problems.note("story/undefined-card", message, cards[0].span, hints=hints)


def _misspelt(cards: Sequence[Card], known: Sequence[str]) -> Iterator[tuple[Card, str]]:
    """Those of the cards whose names are nearly one that is known, with that one."""
    if not cards or not known:
        return
    names = [_name(text) for text in known[:_MOST_COMPARED]]
    for card in cards[: max(_MOST_COMPARED // len(names), 1)]:
        written = _name(card.name)
        best = max(
            ((_ratio(written, name), text) for name, text in zip(names, known, strict=False)),
            key=lambda found: found[0],
        )
        if best[0] >= _CUTOFF:
            yield card, best[1]


def _name(text: str) -> _Name:
    lower = text[:200].lower()
    return _Name(lower, frozenset(lower))


def _ratio(one: _Name, other: _Name) -> float:
    """How near two names are; 0 below the cutoff, and for names that differ in a whole word: `Token 1`, `Token 2`."""
    total = len(one.text) + len(other.text)
    if 2 * min(len(one.text), len(other.text)) < _CUTOFF * total:
        return 0.0
    strange = sum(one.text.count(char) for char in one.letters - other.letters)
    strange += sum(other.text.count(char) for char in other.letters - one.letters)
    if strange > (1 - _CUTOFF) * total:
        return 0.0
    from difflib import SequenceMatcher  # costs 5 ms to import, needed for near names only

    matcher = SequenceMatcher(None, one.text, other.text, autojunk=False)
    if matcher.quick_ratio() < _CUTOFF or matcher.ratio() < _CUTOFF:
        return 0.0
    words, others = _WORD.findall(one.text), _WORD.findall(other.text)
    if len(words) == len(others):
        for word, its in zip(words, others, strict=True):
            if word != its and SequenceMatcher(None, word, its, autojunk=False).ratio() < 0.5:
                return 0.0
    return matcher.ratio()
