"""Who is who: players, cards and the effects of cards, and what a reference may mean."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Label
from checker.domain.source import Span
from checker.domain.story import Card, Effect
from checker.semantics.problems import Problems, near
from checker.syntax import tree


@dataclass
class Names:
    """The players and cards that a file has introduced so far."""

    problems: Problems
    players: tuple[str, str] = ("A", "B")
    cards: dict[str, Card] = field(default_factory=dict)
    effects: dict[str, list[Effect]] = field(default_factory=dict)  # by card id
    holders: dict[str, str] = field(default_factory=dict)  # card id → player whose line names it
    places: dict[str, object] = field(default_factory=dict)  # card id → what tells copies apart

    def player(self, word: tree.Word) -> str | None:
        """The player of that name; an unknown one is reported and gives None."""
        if word.text in self.players:
            return word.text
        self.problems.error(
            "name/unknown-player",
            f"there is no player `{word.text}`",
            word.span,
            help=near(word.text, self.players),
        )
        return None

    def opponent(self, player: str) -> str:
        """The other player."""
        first, second = self.players
        return second if player == first else first

    def new_id(self, name: str) -> str:
        """A free id for an unnamed copy: `Sangan`, `Sangan-2`, …"""
        if name not in self.cards:
            return name
        number = 2
        while f"{name}-{number}" in self.cards:
            number += 1
        return f"{name}-{number}"

    def add(self, card: Card, holder: str, place: object) -> bool:
        """Introduces a card; an id that is taken is reported and gives False."""
        if card.id in self.cards:
            first = self.cards[card.id]
            self.problems.error(
                "name/taken",
                f"the ID `{card.id}` is already used",
                card.span,
                labels=[Label(first.span, "first used here")],
                help=("give each copy an ID of its own",),
            )
            return False
        self.cards[card.id] = card
        self.effects.setdefault(card.id, [])
        self.holders[card.id] = holder
        self.places[card.id] = place
        return True

    def candidates(self, ref: tree.Ref) -> list[str]:
        """The ids of the cards that a reference fits, before any preference."""
        owner = ref.owner.text if ref.owner else None
        if not ref.quoted:
            return [ref.text] if ref.text in self.cards else []
        found = [
            card.id
            for card in self.cards.values()
            if card.name == ref.text and owner in (None, self.holders[card.id])
        ]
        if found:
            return found
        return [ref.text] if ref.text in self.cards else []

    def card(self, ref: tree.Ref, actor: str | None) -> str | None:
        """The one card that a reference means for the acting player; reports what is unknown or ambiguous."""
        if ref.owner is not None and self.player(ref.owner) is None:
            return None
        found = self.candidates(ref)
        if not found:
            self._unknown(ref)
            return None
        if len(found) > 1 and actor is not None and ref.owner is None:
            own = [card for card in found if self.holders[card] == actor]
            found = own or found
        if len(found) > 1 and not self._alike(found):
            self.ambiguous(ref, found)
            return None
        return found[0]

    def _alike(self, found: Sequence[str]) -> bool:
        first = found[0]
        return all(not self.cards[card].named and self.places[card] == self.places[first] for card in found)

    def ambiguous(self, ref: tree.Ref, found: Sequence[str]) -> None:
        """Reports a name that fits several cards, and lists them."""
        labels = [Label(self.cards[card].span, f"`{card}`, {self.holders[card]}'s") for card in found[:6]]
        named = [card for card in found if self.cards[card].named]
        hint = (
            "write " + " or ".join(f"`{card}`" for card in named[:6])
            if named
            else "give the copies IDs with `as`"
        )
        self.problems.error(
            "name/ambiguous", f"`{ref.text}` fits {len(found)} cards", ref.span, labels=labels, help=(hint,)
        )

    def _unknown(self, ref: tree.Ref) -> None:
        names = {card.name for card in self.cards.values()} if ref.quoted else set(self.cards)
        hint = near(ref.text, names) or ("say where the card lies first, for example `Yugi hand: …`",)
        if ref.owner is not None:
            hint = (*hint, f"{ref.owner.text} has no card of that name here")
        self.problems.error("name/unknown-card", f"no card `{ref.text}` is in the story", ref.span, help=hint)

    def options(self, card: str, label: tree.Word | None, span: Span) -> tuple[str, ...] | None:
        """The ids of the effects of a card that a reference may mean; None after a report."""
        known = [effect for effect in self.effects[card] if effect.kind != "continuous"]
        if label is None:
            return tuple(effect.id for effect in known)
        found = tuple(effect.id for effect in known if effect.label == label.text)
        if not found:
            labels = [effect.label for effect in known if effect.label]
            self.problems.error(
                "name/unknown-effect",
                f"`{self.cards[card].name}` has no effect `{label.text}`",
                span,
                help=near(label.text, labels),
            )
            return None
        return found
