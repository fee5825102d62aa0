"""Who is who: players, cards and the effects of cards, and what a reference may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Fix, Label
from checker.domain.language import either, say, together
from checker.domain.source import Position, Span
from checker.domain.story import Card, Effect
from checker.semantics.problems import Meant, Problems, quote, shorten
from checker.syntax import tree
from checker.syntax.scanner import quoted, vocabulary

_MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class Spot:
    """Where and how a card is introduced; unnamed cards of one name with equal spots are copies of each other.

    `zone` is a zone word, or "told" for a card that only a `triggers` or `may use` line mentions. `player` is
    whose line it stands in, `marks` whatever else tells copies apart.
    """

    zone: str
    player: str
    owner: str
    marks: tuple[object, ...]


@dataclass
class Names:
    """The players and cards that a file has introduced so far."""

    problems: Problems
    players: tuple[str, str] = ("A", "B")
    told_players: bool = False  # a `players` line said who they are
    doubtful_players: bool = False  # it said so wrongly: no more is said about unknown players
    cards: dict[str, Card] = field(default_factory=dict)
    effects: dict[str, list[Effect]] = field(default_factory=dict)  # by card id
    effect_ids: set[str] = field(default_factory=set)
    moments: dict[str, int] = field(default_factory=dict)  # effect id → how many moments it takes to resolve
    spots: dict[str, Spot] = field(default_factory=dict)  # by card id
    named: dict[str, list[str]] = field(default_factory=dict)  # card name → ids
    _numbers: dict[str, int] = field(default_factory=dict)  # card name → the last number given to a copy
    _same_spots: dict[Spot, Spot] = field(default_factory=dict)  # one object for all equal ones
    _strangers: set[str] = field(default_factory=set)

    # ------------------------------------------------------------ players

    def player(self, word: tree.Word) -> str | None:
        """The player of that name; an unknown one is reported and gives None."""
        if word.text in self.players:
            return word.text
        if self.doubtful_players or (not self.told_players and word.text in self._strangers):
            return None
        self._strangers.add(word.text)
        meant = self.problems.near(word.text, self.players)
        if not self.told_players:
            one = shorten(word.text) if word.text.isidentifier() else "Yugi"
            hint = say(
                "name the players at the top: `players {one}, …`; without that line they are `A` and `B`",
                one=one,
            )
            meant = Meant((hint,))
        self.problems.error(
            "name/unknown-player",
            say("there is no player {word}", word=quote(word.text)),
            word.span,
            hints=meant.hints,
            fixes=meant.fixes(word.span, spelled),
        )
        return None

    # ------------------------------------------------------------ introducing cards

    def new_id(self, name: str) -> str:
        """A free id for an unnamed copy: `Sangan`, `Sangan-2` and so on."""
        if name not in self.cards:
            return name
        number = self._numbers.get(name, 1) + 1
        while f"{name}-{number}" in self.cards:
            number += 1
        self._numbers[name] = number
        return f"{name}-{number}"

    def add(self, card: Card, spot: Spot, *hints: str) -> bool:
        """Introduces a card; an id that is taken is reported (with `hints`) and gives False."""
        first = self.cards.get(card.id)
        if first is not None:
            self.problems.error(
                "name/taken",
                say("the ID {card} is already used", card=quote(card.id)),
                card.span,
                labels=[Label(first.span, say("first used here"))],
                hints=hints or (say("give each copy an ID of its own"),),
            )
            return False
        self.cards[card.id] = card
        self.effects[card.id] = []
        self.spots[card.id] = self._same_spots.setdefault(spot, spot)
        self.named.setdefault(card.name, []).append(card.id)
        return True

    def add_effect(self, effect: Effect, moments: int = 1) -> None:
        """Introduces an effect of a card that is there; `moments` is how many it may take to resolve."""
        self.effects[effect.card].append(effect)
        self.effect_ids.add(effect.id)
        self.moments[effect.id] = max(moments, 1)

    # ------------------------------------------------------------ what a reference means

    def candidates(self, ref: tree.Ref) -> list[str]:
        """The ids of the cards that a reference fits, before any preference.

        A quoted text is a card's name, else the id of a copy (`"Sangan-2"`). `Yugi's` is who holds the card where it
        is introduced, else who owns it.
        """
        copy = [ref.text] if ref.text in self.cards else []
        if not ref.quoted:
            return copy
        found = self.named.get(ref.text) or copy
        if ref.owner is None:
            return found
        owner = ref.owner.text
        held = [card for card in found if self.spots[card].player == owner]
        return held or [card for card in found if self.spots[card].owner == owner]

    def card(self, ref: tree.Ref, actor: str | None) -> str | None:
        """The one card that a reference means for the acting player; reports what is unknown or ambiguous."""
        if ref.owner is not None and self.player(ref.owner) is None:
            return None
        found = self.candidates(ref)
        if not found:
            self._unknown(ref, actor)
            return None
        if len(found) > 1 and actor is not None and ref.owner is None:
            own = [card for card in found if self.spots[card].player == actor]
            found = own or found
        if len(found) > 1 and not self.alike(found):
            self.ambiguous(ref, found)
            return None
        return found[0]

    def alike(self, found: Sequence[str]) -> bool:
        """True if these are unnamed copies in one place: any of them can stand for the others."""
        first = self.spots[found[0]]
        return all(self.spots[card] is first and not self.cards[card].named for card in found)

    def ambiguous(self, ref: tree.Ref, found: Sequence[str]) -> None:
        """Reports a name that fits several cards, and lists them."""
        listed = found[:_MOST_LISTED]
        labels = [
            Label(
                self.cards[card].span,
                f"{quote(card)}, {shorten(self.spots[card].player)}'s ({_zone(self.spots[card])})",
            )
            for card in listed
        ]
        message = say("{ref} fits {number} cards", ref=quote(ref.text), number=len(found))
        ways = self._ways_out(ref, listed)
        hint = say("give the copies IDs with `as`")
        if ways:
            hint = say("write {names}", names=either([quote(way) for way in ways]))
        fixes = [Fix(ref.span, _with_label(way, ref)) for way in ways]
        self.problems.error("name/ambiguous", message, ref.span, labels=labels, hints=(hint,), fixes=fixes)

    def _ways_out(self, ref: tree.Ref, found: Sequence[str]) -> list[str]:
        """What could be written instead of a name that fits several cards."""
        named = [card for card in found if self.cards[card].named]
        players = [self.spots[card].player for card in found]
        if not named and ref.owner is None and len(set(players)) == len(players):
            return [f"{spelled(player)}'s {quoted(ref.text)}" for player in players]
        return named

    def _unknown(self, ref: tree.Ref, actor: str | None) -> None:
        text = shorten(ref.text)
        fixes: tuple[Fix, ...] = ()
        elsewhere = self.named.get(ref.text, [])
        if elsewhere and ref.owner is not None:
            holders = together(sorted({self.spots[card].player for card in elsewhere}))
            message = say(
                "{owner} has no card {ref} here", owner=shorten(ref.owner.text), ref=quote(ref.text)
            )
            hints: tuple[str, ...] = (say("{holders} has one", holders=shorten(holders)),)
        elif elsewhere:
            message = say("no card has the ID {ref}", ref=quote(ref.text))
            ids = [card for card in elsewhere if self.cards[card].named]
            name = say('`"{text}"` in quotes, for the name', text=text)
            hints = (say("write {names}", names=either([*map(quote, ids[:3]), name])),)
            fixes = tuple(Fix(ref.span, _with_label(way, ref)) for way in (quoted(ref.text), *ids[:3]))
        else:
            message = say("no card {ref} is in the story", ref=quote(ref.text))
            meant = self.problems.near(ref.text, self.named if ref.quoted else self.cards)
            hints = meant.hints
            if ref.owner is None:
                spell = quoted if ref.quoted else self._id
                fixes = meant.fixes(ref.span, lambda name: _with_label(spell(name), ref))
            if not meant.names:
                owner = shorten(ref.owner.text if ref.owner else actor or self.players[0])
                name = f'"{text}"' if ref.quoted else f'"…" as {text}'
                hints = (
                    say("say where it lies, for example `{owner} hand: {name}`", owner=owner, name=name),
                    *hints,
                )
        self.problems.error("name/unknown-card", message, ref.span, hints=hints, fixes=fixes)

    def _id(self, card: str) -> str:
        """How a card's ID is written: that of a copy nobody named is its name in quotes."""
        return card if self.cards[card].named else quoted(card)

    def options(self, card: str, label: tree.Word | None, span: Span) -> tuple[str, ...] | None:
        """The ids of the effects of a card that a reference may mean; None after a report."""
        known = [effect for effect in self.effects[card] if effect.kind != "continuous"]
        if label is None:
            return tuple(effect.id for effect in known)
        # What has no label can be called by what the checker calls it.
        named = f"{card}.{label.text}"
        found = tuple(effect.id for effect in known if effect.label == label.text or effect.id == named)
        if found:
            return found
        labels = [effect.label for effect in known if effect.label]
        meant = self.problems.near(label.text, labels)
        fixes = meant.fixes(label.span)
        if known and not labels:
            meant = Meant((say("its effects have no labels; leave the `.` and what follows out"),))
            fixes = (Fix(Span(_before(label.span.start), label.span.end), ""),)
        name = quote(self.cards[card].name)
        self.problems.error(
            "name/unknown-effect",
            say("{name} has no effect {label}", name=name, label=quote(label.text)),
            span,
            hints=meant.hints,
            fixes=fixes,
        )
        return None


def spelled(name: str) -> str:
    """A player's name as it is written: in quotes if it is no bare name."""
    plain = re.fullmatch(vocabulary().pattern, name)
    bare = plain is not None and plain.lastgroup == "BARE_NAME" and name not in vocabulary().types
    return name if bare else quoted(name)


def _with_label(text: str, ref: tree.Ref) -> str:
    return text if ref.label is None else f"{text}.{ref.label.text}"


def _before(place: Position) -> Position:
    """The place of the `.` before a label."""
    return Position(place.line, place.column - 1)


def _zone(spot: Spot) -> str:
    return "triggers" if spot.zone == "told" else spot.zone


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something in the story: the names, and whose own cards are preferred (None: nobody's)."""

    names: Names
    actor: str | None

    def card(self, ref: tree.Ref) -> str | None:
        """The id of the card that is meant; None after a report."""
        return self.names.card(ref, self.actor)

    def again(self, ref: tree.Ref) -> None:
        """Reports a name that means a card for the second time in one list, where it could mean another as well."""
        found = self.names.candidates(ref)
        if len(found) > 1:
            self.names.ambiguous(ref, found)

    def player(self, word: tree.Word) -> str | None:
        """The player who is meant; None after a report."""
        return self.names.player(word)
