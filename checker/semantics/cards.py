"""Cards: placing them, and giving every copy the effects of its definition.

All cards are placed before the first play, wherever their lines stand: a line `PLAYER ZONE: …` says how the story
begins, never how it stands by then.
"""

from __future__ import annotations

from checker.domain.diagnostics import Fix
from checker.domain.fact import Term, constant, term
from checker.domain.language import mark, say
from checker.domain.source import Span
from checker.domain.story import Card
from checker.semantics import definitions
from checker.semantics.draft import MOST_CARDS, MOST_EFFECTS, Draft
from checker.semantics.names import Spot
from checker.semantics.problems import quote, shorten
from checker.syntax import tree
from checker.syntax.scanner import quoted

_MONSTER_ZONES = ("field", "facedown")
_BACKROW_ZONES = ("field", "set", "pendulum")
_NOUN_ZONES = {
    "monster": _MONSTER_ZONES,
    "spell": _BACKROW_ZONES,
    "trap": _BACKROW_ZONES,
    "spell_or_trap": _BACKROW_ZONES,
}
_OPEN_PILES = ("gy", "banished")  # hand, Deck and Extra Deck may hold more than is told


def place(draft: Draft, node: tree.Place) -> None:
    """`PLAYER ZONE: ITEM, …`. Cards of an unknown player are introduced too: one error is enough."""
    player = draft.names.player(node.player) or draft.names.players[0]
    draft.zones_told.add(node.zone)
    for item in node.items:
        owner = player if item.owner is None else draft.names.player(item.owner) or player
        count = item.count
        if item.alias is not None and count > 1:
            message = say(
                "{count} copies cannot share the ID {alias}", count=count, alias=quote(item.alias.text)
            )
            hints = (say("write one item for each copy"),)
            draft.problems.error("name/taken", message, item.alias.span, hints=hints)
            count = 1
        for _ in range(count):
            _item(draft, node.zone, item, player, owner)


def _item(draft: Draft, zone: str, item: tree.Item, player: str, owner: str) -> None:
    alias = item.alias.text if item.alias else None
    name = item.card.text
    if not item.card.quoted and not _bare(draft, item.card):
        return
    marks = (item.this_turn, item.revealed, item.doomed, item.on.text if item.on else None)
    card = introduce(draft, name, alias, item.card.span, Spot(zone, player, owner, marks))
    if card is None:
        return
    draft.fact("init", term("at", card, Term(zone)))
    draft.fact("init", term("control", card, player))
    if item.this_turn:
        draft.fact("init", term("set_this_turn", card))
    if item.revealed:
        draft.fact("init", term("revealed", card))
    if item.doomed:
        draft.fact("init", term("doomed", card))
    if item.on is not None:
        draft.worn.append((card, item.on, player))
    _define(draft, card, name, item.card.span)


def _bare(draft: Draft, ref: tree.Ref) -> bool:
    """Reports a name without quotes; true if it may be introduced all the same."""
    name = shorten(ref.text)
    known = ref.text in draft.names.cards
    if known:
        message, hint = (
            say("{ref} lies somewhere already", ref=quote(ref.text)),
            say("a card is placed once, where the story begins"),
        )
    else:
        message, hint = (
            say("{ref} is not a card's name", ref=quote(ref.text)),
            say('write `"{name}"` in quotes', name=name),
        )
    draft.reported.add(ref.text)
    fixes = () if known else (Fix(ref.span, quoted(ref.text)),)
    law = "name/taken" if known else "name/unknown-card"
    draft.problems.error(law, message, ref.span, hints=(hint,), fixes=fixes)
    return not known


def introduce(draft: Draft, name: str, alias: str | None, span: Span, spot: Spot, *hints: str) -> str | None:
    """A new card and its id; None after a report that its ID is taken (with `hints`). Raises `Full`."""
    if len(draft.names.cards) >= MOST_CARDS:
        draft.too_much(mark("cards"), MOST_CARDS, span)
    card = alias or draft.names.new_id(name)
    definition = draft.definition(name)
    if not draft.names.add(
        Card(card, name, spot.owner, span, alias is not None, definition is not None), spot, *hints
    ):
        return None
    draft.fact("card", card)
    draft.fact("name", card, name)
    draft.fact("owner", card, spot.owner)
    if definition is None:
        draft.fact("kind", card, Term("trap" if spot.zone == "set" else "monster"))
        return card
    draft.fact("kind", card, Term(definition.kind))
    if definition.subtype is not None:
        draft.fact("subtype", card, constant(definition.subtype))
    for tag in definition.tags:
        draft.fact("tag", card, tag)
    return card


def _define(draft: Draft, card: str, name: str, span: Span) -> None:
    """Gives a copy the effects of its definition, if there is one."""
    definition = draft.definition(name)
    if definition is None:
        return
    if len(draft.names.effect_ids) + len(definition.effects) > MOST_EFFECTS:
        draft.too_much(mark("effects"), MOST_EFFECTS, span)
    effects = definitions.define(draft.scripts, card, name, definition)
    for effect, node in zip(effects, definition.effects, strict=True):
        draft.names.add_effect(effect, len(node.operations))
        if effect.kind == "continuous" and node.operations:
            draft.continuous += 1


def equip(draft: Draft) -> None:
    """What `on CARD` said, once all cards are placed."""
    for card, ref, player in draft.worn:
        other = draft.names.card(ref, player)
        if other == card:
            message = say("{card} cannot be equipped to itself", card=quote(card))
            draft.problems.error("story/equipped-to-itself", message, ref.span)
        elif other is not None:
            draft.fact("init", term("equipped", card, other))


def tell_zones(draft: Draft) -> None:
    """Facts on which zones the story speaks of: there, what is not told is not there."""
    told = draft.zones_told
    for noun, zones in _NOUN_ZONES.items():
        if not told.isdisjoint(zones):
            for zone in zones:
                draft.fact("told_of", Term(noun), Term(zone))
    for noun in (*_NOUN_ZONES, "card"):
        for zone in _OPEN_PILES:
            if zone in told:
                draft.fact("told_of", Term(noun), Term(zone))
