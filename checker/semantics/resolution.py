"""Chains that resolve: `chain resolves`, and the slots in which a chain closes, resolves and is cleaned up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.domain.diagnostics import Label
from checker.domain.fact import Term, term
from checker.domain.language import say
from checker.domain.source import Span
from checker.domain.story import Play
from checker.semantics.draft import Draft
from checker.semantics.plays import no_link
from checker.syntax import tree


def chain_resolves(draft: Draft, node: tree.ChainResolves) -> None:
    """`chain resolves [{ … }]`: what the block tells of a link replaces what its card would do."""
    draft.blocks += 1
    block = draft.blocks
    seen: dict[int, Span] = {}
    moments: list[int] = []
    for entry in node.block:
        if entry.link in seen:
            labels = [Label(seen[entry.link], say("first told here"))]
            message = say("link {link} resolves twice", link=entry.link)
            draft.problems.error("story/resolved-twice", message, entry.span, labels=labels)
        elif not 1 <= entry.link <= len(draft.chain):
            no_link(draft, entry.link, len(draft.chain), entry.span, say("there is no chain to resolve"))
        else:
            moments.append(len(entry.moments))
            draft.fact("tells", block, entry.link)
            draft.scripts.sequence(_told(block, entry.link), entry.moments, draft.speaker(None))
        seen.setdefault(entry.link, entry.span)
    slots = resolution(draft, node.span, moments, block=block)
    draft.plays.append(Play("resolve", slots[0], node.span, chain=block))


def _told(block: int, link: int) -> Callable[[int], Term]:
    """The name of what a block tells of a moment of a link."""
    return lambda moment: term("told", block, link, moment)


def resolution(draft: Draft, span: Span, told: Iterable[int], *, block: int = 0) -> list[int]:
    """Slots for closing the chain, each moment of each link from the newest down, cleaning up, and what follows.

    `told` are the numbers of moments that a block tells of links: any link may be the one that it means, as long as
    nobody knows which activations were legal.
    """
    close = draft.deciding(span)
    draft.fact("closes", close)
    slots = [close]
    longest = max(told, default=1)
    for play, moments in reversed(draft.chain):
        for moment in range(max(moments, longest)):
            slot = draft.slot(span)
            slots.append(slot)
            draft.fact("resolves", slot, play.node, moment)
            draft.fact("in_resolution", slot, block)
            slots += draft.pauses(span)
    finish = draft.slot(span)
    draft.fact("finishes", finish)
    settle = draft.deciding(span)
    draft.fact("settles", settle)
    draft.closed_chain = [*draft.chain], draft.lost_link
    draft.chain.clear()
    draft.lost_link = False
    return [*slots, finish, settle]


def reopen(draft: Draft, play: Play) -> None:
    """Takes back that a play, which the file calls illegal, closed a chain: what stands below is said of that chain."""
    made_way = play.kind in ("action", "happening") and len(play.implied) > 2  # not only for two windows
    if play.kind == "resolve" or made_way:
        draft.chain[:], draft.lost_link = draft.closed_chain
