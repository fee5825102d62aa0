"""Depth 3, in the chain: activations, passes, and triggers that are declined.

A play that cannot be read leaves a mark in the draft, so that what follows from its absence is not reported too.
"""

from __future__ import annotations

from checker.domain.diagnostics import Fix
from checker.domain.fact import constant
from checker.domain.language import plural, say
from checker.domain.source import Span
from checker.domain.story import Play
from checker.semantics import library
from checker.semantics.draft import Draft
from checker.semantics.problems import quote, shorten
from checker.syntax import tree


def activates(draft: Draft, node: tree.Activates) -> None:
    """`PLAYER activates CARD …`: one slot, before it two for the passes that it may imply."""
    player = draft.names.player(node.player)
    chosen = _chosen(draft, node.card, player)
    targets = draft.cards(node.targets, player)
    costs = [(operation.verb, _paid(draft, operation, player)) for operation in node.costs]
    against = _against(draft, node, player)
    if chosen is None or player is None:
        draft.lost_play = draft.lost_link = True
        return
    card, options = chosen
    implied: tuple[int, ...] = ()
    if _opens(draft, card, options):
        implied = draft.closings(node.span)
    slot = draft.deciding(node.span)
    for before in implied:
        draft.fact("clearing", before, slot)
    draft.fact("activates", slot, player)
    for option in options:
        draft.fact("option", slot, option)
    for target in targets or ():
        draft.fact("told_target", slot, target)
    for verb, cards in costs:
        for paid in cards:
            draft.fact("told_cost", slot, constant(verb), paid)
    if against is not None:
        draft.fact("against", slot, against)
    if node.at_once:
        draft.fact("at_once", slot)
    play = Play("activation", slot, node.span, player, card, options, node.card.span, implied)
    draft.plays.append(play)
    draft.chain.append((play, max(draft.names.moments[option] for option in options)))
    draft.pauses(node.span)


def _chosen(draft: Draft, ref: tree.Ref, player: str | None) -> tuple[str, tuple[str, ...]] | None:
    """The card, and the effects of it that may be meant; None after a report."""
    card = draft.names.card(ref, player)
    options = effects_of(draft, ref, card)
    return None if card is None or options is None else (card, options)


def effects_of(draft: Draft, ref: tree.Ref, card: str | None) -> tuple[str, ...] | None:
    """The effects of a card that a reference may mean, at least one; None after a report."""
    if card is None:
        return None
    options = draft.names.options(card, ref.label, ref.span)
    if options == ():
        _no_effects(draft, card, ref.span)
        return None
    return options


def _no_effects(draft: Draft, card: str, span: Span) -> None:
    """Reports that a card has no effect that activates."""
    known = draft.names.cards[card]
    draft.reported.add(known.name)
    hints: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    if known.defined and draft.names.spots[card].zone != "told":
        message = say("{known} has no effect that activates", known=quote(known.name))
    else:
        message = say("{known} has no definition, so it has no effect to activate", known=quote(known.name))
        hints, fixes = _how_to_define(draft, known.name)
    draft.problems.error("name/no-effect", message, span, hints=hints, fixes=fixes)


def _how_to_define(draft: Draft, name: str) -> tuple[tuple[str, ...], tuple[Fix, ...]]:
    """What to do about a card without a definition."""
    for bundle in library.bundled():
        if name in library.card_names(bundle):
            return (say("`use {bundle}` brings its definition in", bundle=bundle),), (draft.using(bundle),)
    meant = draft.problems.near(name, (known for shelf in draft.shelves for known in shelf.names()))
    return (*meant.hints, say('define it: `card "{name}" KIND {{ … }}`', name=shorten(name))), ()


def _opens(draft: Draft, card: str, options: tuple[str, ...]) -> bool:
    """True if one of these effects activates in the open state only."""
    return any(
        effect.kind in ("ignition", "activate") and not effect.fast
        for effect in draft.names.effects[card]
        if effect.id in options
    )


def _paid(draft: Draft, operation: tree.Operation, player: str | None) -> tuple[str, ...]:
    refs = [thing for thing in operation.objects if isinstance(thing, tree.Ref)]
    return draft.cards(refs, player) or ()


def _against(draft: Draft, node: tree.Activates, player: str | None) -> str | None:
    """The card that is answered, if the play says so."""
    if node.against_card is not None:
        return draft.names.card(node.against_card, player)
    number = node.against_link
    if number is None:
        return None
    links = [play.card for play, _ in draft.chain if play.node not in draft.left_out]
    if 1 <= number <= len(links):
        return links[number - 1]
    no_link(draft, number, len(links), node.span, say("there is no chain to answer"))
    return None


def no_link(draft: Draft, number: int, count: int, span: Span, without: str) -> None:
    """Reports a link that the newest chain of `count` links does not have, unless one of them could not be read.

    `without` is what to say if there is no chain at all.
    """
    if draft.lost_link:
        return
    if count:
        message = say("the chain has no link {number}", number=number)
        hint = plural("it has {number} link", "it has {number} links", count)
    else:
        message = without
        hint = say("links are counted from the last `chain resolves` on")
    draft.problems.error("story/no-such-link", message, span, hints=(hint,))


def passes(draft: Draft, node: tree.Passes) -> None:
    """`PLAYER passes`."""
    player = draft.names.player(node.player)
    if player is None:
        draft.lost_play = True
        return
    slot = draft.deciding(node.span)
    draft.fact("passes", slot, player)
    draft.plays.append(Play("pass", slot, node.span, player))
    draft.pauses(node.span)


def both_pass(draft: Draft, node: tree.BothPass) -> None:
    """`both pass`."""
    slot = draft.deciding(node.span)
    draft.fact("both_pass", slot)
    draft.plays.append(Play("both-pass", slot, node.span))
    draft.pauses(node.span)


def declines(draft: Draft, node: tree.Declines) -> None:
    """`PLAYER declines CARD`: an optional trigger is passed over."""
    player = draft.names.player(node.player)
    chosen = _chosen(draft, node.card, player)
    if chosen is None or player is None:
        draft.lost_play = True
        return
    card, options = chosen
    slot = draft.deciding(node.span)
    for option in options:
        draft.fact("declines", slot, option)
    draft.plays.append(Play("decline", slot, node.span, player, card, options, node.card.span))
