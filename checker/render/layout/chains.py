"""Chains as stacks of links: what is written on each link, whether it was placed in a story or only could be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from checker.domain.data import dataclass
from checker.domain.language import mark, say
from checker.domain.report import EffectInfo, LinkReport, Order, TraceStep
from checker.render.layout.decisions import called, speed
from checker.render.layout.orders import GROUPS, links
from checker.render.layout.tree import fates

OUTCOMES = {
    "resolved": mark("resolved"),
    "no-effect": mark("resolved without effect"),
    "negated": mark("its activation was negated"),
    "waiting": mark("has not resolved yet"),
}


@dataclass(frozen=True, slots=True)
class LinkBox:
    """What is written on a chain link: its number, its card, whose it is and how fast, and its group or its outcome."""

    place: int
    player: str
    name: str
    who: str
    outcome: str
    done: tuple[str, ...] = ()  # what resolving it did


def from_link(link: LinkReport) -> LinkBox:
    """A link of the story."""
    name = link.card if link.effect in ("", link.card) else f"{link.card} ({link.effect})"
    group = f" · {say(GROUPS[link.group])}" if link.group else ""
    who = f"{link.player} · {speed(link.speed)}{group}"
    return LinkBox(link.link, link.player, name, who, say(OUTCOMES[link.outcome]), link.done)


def from_order(effect: EffectInfo, place: int) -> LinkBox:
    """A link of an order that could be chosen."""
    who = f"{effect.player} · {speed(effect.speed)}"
    return LinkBox(place, effect.player, called(effect), who, say(GROUPS[effect.group]))


def chains(found: Sequence[LinkReport]) -> Iterator[tuple[int, list[LinkReport]]]:
    """The links, chain by chain, link 1 first."""
    for number, group in groupby(found, lambda link: link.chain):
        yield number, list(group)


def told_in_order(order: Order) -> str:
    """An order as a sentence, with what became of the rest."""
    return ", ".join([links(order.links), *fates(order)])


def reached(step: TraceStep) -> str:
    """The state after a step, in words; empty if it is no new one."""
    if not step.window:
        return ""
    state = say("{window}; {player} is to act", window=step.window, player=step.to_act or say("nobody"))
    return (
        say("{state}; may be activated: {names}", state=state, names=", ".join(step.may))
        if step.may
        else state
    )
