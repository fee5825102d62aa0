"""Depth 1: `triggers` and `may use` lines, each of which introduces a card and an effect of it."""

from __future__ import annotations

from checker.domain.fact import Term, term
from checker.domain.language import say
from checker.domain.story import Effect
from checker.semantics import definitions
from checker.semantics.cards import introduce
from checker.semantics.draft import Draft, Meeting
from checker.semantics.names import Spot
from checker.semantics.problems import quote, shorten
from checker.syntax import tree


def triggers(draft: Draft, node: tree.Triggers) -> None:
    """`PLAYER triggers …`: effects met in the moment that is being collected, or in a new one."""
    player = draft.names.player(node.player) or draft.names.players[0]
    count = node.count
    if node.alias is not None and count > 1:
        message = say(
            "{count} effects cannot share the ID {alias}", count=count, alias=quote(node.alias.text)
        )
        hints = (say("write one line for each"),)
        draft.problems.error("name/taken", message, node.alias.span, hints=hints)
        count = 1
    meeting = draft.meeting
    if meeting.slot is None:
        meeting.slot = draft.deciding(node.span)
        draft.fact("meets", meeting.slot)
        if meeting.first is None:
            meeting.first = meeting.slot
    meeting.then = None
    for _ in range(count):
        effect = _effect(draft, node, player, kind="trigger", mandatory=node.mandatory)
        if effect is None:
            return
        draft.fact("met", meeting.slot, effect)


def later_moment(draft: Draft, node: tree.LaterMoment) -> None:
    """`then` alone: the `triggers` lines that follow were met later."""
    meeting = draft.meeting
    if meeting.first is None:
        hints = (say("it stands between `triggers` lines; a `happens` goes on with `then OPERATIONS`"),)
        draft.problems.error(
            "story/then", say("`then` alone follows no `triggers` line"), node.span, hints=hints
        )
        return
    _nothing_then(draft)
    meeting.slot = None
    meeting.then = node.span


def end_meeting(draft: Draft) -> None:
    """What was met is now pending: the window of the triggers opens."""
    meeting = draft.meeting
    if meeting.first is None:
        return
    _nothing_then(draft)
    draft.fact("opening", draft.node - 1, meeting.first)
    draft.meeting = Meeting()


def _nothing_then(draft: Draft) -> None:
    if draft.meeting.then is not None:
        draft.problems.warning(
            "story/then", say("no `triggers` line follows this `then`"), draft.meeting.then
        )


def may_use(draft: Draft, node: tree.MayUse) -> None:
    """`PLAYER may use …`: a quick effect that may answer."""
    player = draft.names.player(node.player) or draft.names.players[0]
    mandatory = any(modifier.kind == "mandatory" for modifier in node.attributes)
    _effect(draft, node, player, kind="quick", mandatory=mandatory)


def _effect(
    draft: Draft, node: tree.Triggers | tree.MayUse, player: str, *, kind: str, mandatory: bool
) -> str | None:
    """The new effect that a line introduces, on a new card unless it adds one to a known card; None after a report."""
    label = node.label.text if node.label else None
    card = _card(draft, node, player)
    if card is None:
        return None
    effect = f"{card}.{label}" if label else card
    if effect in draft.names.effect_ids:
        hints = (say("each effect of a card has a label of its own"),)
        draft.problems.error(
            "name/taken",
            say("the ID {effect} is already used", effect=quote(effect)),
            node.name_span,
            hints=hints,
        )
        return None
    definitions.announce(draft.scripts, effect, card, f"{node.name}#{label or ''}", kind, mandatory)
    draft.fact("told", effect)
    definitions.modifiers(draft.scripts, effect, card, node.attributes)
    fast = kind == "quick" and not mandatory
    draft.names.add_effect(Effect(effect, card, label, kind, mandatory, fast, told=True))
    return effect


def _card(draft: Draft, node: tree.Triggers | tree.MayUse, player: str) -> str | None:
    """The card of a line: with `as x.label` it may be known already, else it is new. None after a report."""
    alias = node.alias.text if node.alias else None
    known = draft.names.cards.get(alias) if alias else None
    hints: tuple[str, ...] = ()
    if known is not None:
        holder = draft.names.spots[known.id].player
        if known.name != node.name or holder != player:
            hints = (
                say(
                    "{known} is {holder}'s {name}",
                    known=quote(known.id),
                    holder=shorten(holder),
                    name=quote(known.name),
                ),
            )
        elif node.label is not None:
            return known.id
        else:
            hints = (
                say("for one more effect of that card write `as {known}.LABEL`", known=shorten(known.id)),
            )
    zone = next((one.zones[0] for one in node.attributes if one.kind == "from" and one.zones), "elsewhere")
    spot = Spot("told", player, player, _shape(node))
    card = introduce(draft, node.name, alias, node.name_span, spot, *hints)
    if card is None:
        return None
    draft.fact("init", term("at", card, Term(zone)))
    draft.fact("init", term("control", card, player))
    if any(modifier.kind == "revealed" for modifier in node.attributes):
        draft.fact("init", term("revealed", card))
    return card


def _shape(node: tree.Triggers | tree.MayUse) -> tuple[object, ...]:
    """What must be equal for two unnamed lines to be copies of each other."""
    mandatory = node.mandatory if isinstance(node, tree.Triggers) else None
    return (
        mandatory,
        *(
            (one.kind, one.zones, one.also_hand, one.by_name, one.number, one.wording)
            for one in node.attributes
        ),
    )
