"""Depths 2 and 3, outside the chain: `happens`, Summons, Sets, attacks, phases.

An action implies that the chain which is there resolves and that the open windows close; the slots for that stand
before it, and it uses them only if it needs them.
"""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.diagnostics import Label
from checker.domain.fact import Term, Value, constant, term
from checker.domain.language import say
from checker.domain.source import Span
from checker.domain.story import Play
from checker.semantics.draft import Draft
from checker.semantics.problems import quote
from checker.semantics.resolution import resolution
from checker.syntax import tree
from checker.syntax.words import PHASES


def happens(draft: Draft, node: tree.Happens) -> None:
    """`happens [by PLAYER] …`: a slot for each moment."""
    player = draft.turn_player if node.player is None else draft.names.player(node.player)
    draft.lost_play = player is None
    player = player or draft.turn_player
    implied = _make_way(draft, node.span)
    first = _start(draft, implied, player, Term("happens"), node.span)
    slots = [first]
    for _ in node.moments[1:]:
        slots.append(draft.slot(node.span))
        draft.fact("later", slots[-1], first)
    for slot in slots:
        draft.fact("happens", slot, term("event", slot), player)
    draft.scripts.sequence(lambda moment: term("event", slots[moment]), node.moments, draft.speaker(player))
    slots += draft.pauses(node.span)
    draft.fact("opening", slots[-1], first)
    draft.plays.append(Play("happening", first, node.span, player, implied=implied))


def _make_way(draft: Draft, span: Span) -> tuple[int, ...]:
    """Slots in which the chain that is there resolves and two windows close, if the next action needs it."""
    slots = resolution(draft, span, ()) if draft.chain else []
    return (*slots, *draft.closings(span))


def _start(draft: Draft, implied: tuple[int, ...], player: str, action: Term, span: Span) -> int:
    """The slot of an action, after the slots that it implies."""
    slot = draft.deciding(span)
    for before in implied:
        draft.fact("implied_by", before, slot)
    for before in implied[-2:]:
        draft.fact("clearing", before, slot)
    draft.fact("action", slot, player, action)
    return slot


def _act(
    draft: Draft,
    player: str | None,
    action: Term | None,
    span: Span,
    *,
    facts: Iterable[tuple[str, str]] = (),
    card: str | None = None,
) -> None:
    """One game action with `facts` (name and card) about it; none if its player or what it is could not be read."""
    if player is None or action is None:
        draft.lost_play = True
        return
    implied = _make_way(draft, span)
    slot = _start(draft, implied, player, action, span)
    for name, value in facts:
        draft.fact(name, slot, value)
    draft.plays.append(Play("action", slot, span, player, card, implied=implied))
    draft.pauses(span)


def summons(draft: Draft, node: tree.Summons) -> None:
    """`normal|flip|special summons …`."""
    player = draft.names.player(node.player)
    cards = draft.cards(node.cards, player)
    materials = draft.cards(node.materials, player)
    if cards is None or materials is None:
        draft.lost_play = True
        return
    how = "tribute" if node.how == "normal" and materials else node.how
    facts = [*(("summoned", card) for card in cards), *(("material", card) for card in materials)]
    _act(draft, player, term("summon", Term(how)), node.span, facts=facts, card=cards[0])


def sets(draft: Draft, node: tree.Sets) -> None:
    """`PLAYER sets CARD`."""
    player = draft.names.player(node.player)
    card = draft.names.card(node.card, player)
    action = term("set", card) if card is not None else None
    _act(draft, player, action, node.span, card=card)


def discards(draft: Draft, node: tree.Discards) -> None:
    """`PLAYER discards CARDS`, down to the hand size."""
    player = draft.names.player(node.player)
    cards = draft.cards(node.cards, player)
    if cards is None:
        draft.lost_play = True
        return
    facts = [("discarded", card) for card in cards]
    _act(draft, player, Term("discard"), node.span, facts=facts, card=cards[0])


def attacks(draft: Draft, node: tree.Attacks) -> None:
    """`PLAYER attacks …`; without `with` by the only monster that he has on the field when the story begins."""
    player = draft.names.player(node.player)
    goal: Value | None = Term("directly")
    if node.target is not None:
        goal = _attacked(draft, node.target, player)
    attacker = draft.names.card(node.attacker, player) if node.attacker else None
    if node.attacker is None and player is not None:
        attacker = _only_monster(draft, player, node.span)
    action = term("attack", attacker, goal) if attacker is not None and goal is not None else None
    _act(draft, player, action, node.span, card=attacker)


def _attacked(draft: Draft, ref: tree.Ref, player: str | None) -> str | None:
    """The monster that is attacked: one of the other player's, if only one of those fits."""
    found = [card for card in draft.names.candidates(ref) if draft.names.spots[card].player != player]
    return found[0] if len(found) == 1 else draft.names.card(ref, None)


def _only_monster(draft: Draft, player: str, span: Span) -> str | None:
    spots = draft.names.spots
    found = [card for card, spot in spots.items() if spot.zone == "field" and spot.player == player]
    if len(found) == 1:
        return found[0]
    listed = [(card, draft.names.cards[card]) for card in found[:6]]
    draft.problems.error(
        "story/which-attacker",
        say("the play does not say which monster attacks"),
        span,
        labels=[Label(card.span, say("{card_id} could", card_id=quote(card_id))) for card_id, card in listed],
        hints=(say("write `attacks … with CARD`"),),
    )
    return None


def moves_to(draft: Draft, node: tree.MovesTo) -> None:
    """`PLAYER moves to PHASE|STEP`."""
    where = "phase" if node.place in PHASES else "step"
    _act(draft, draft.names.player(node.player), term(where, constant(node.place)), node.span)


def ends_turn(draft: Draft, node: tree.EndsTurn) -> None:
    """`PLAYER ends turn`."""
    _act(draft, draft.names.player(node.player), Term("end_turn"), node.span)
