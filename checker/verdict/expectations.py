"""Expectations: what the file says should be true, against what the trial found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from checker.domain.language import mark, plural, say
from checker.domain.report import ExpectationReport
from checker.domain.story import Expectation, Story
from checker.solver.trial import Questions, Trial
from checker.solver.walk import Walk
from checker.verdict.plays import laws_against

_MOST_SHOWN = 8
_LINKS = {
    "resolved": mark("link {number} resolves"),
    "no-effect": mark("link {number} has no effect"),
    "negated": mark("link {number} is negated"),
    "waiting": mark("link {number} has not resolved"),
}
_ORDER_QUESTIONS = ("orders", "all-orders", "order", "count")


def questions(expectations: Iterable[Expectation], story: Story) -> Questions:
    """What must be asked of the program to judge these expectations."""
    expectations = list(expectations)
    orders = sorted({e.node for e in expectations if e.question in _ORDER_QUESTIONS})
    effects: dict[int, set[str]] = {}
    for e in expectations:
        if e.question in ("may", "missed", "lost"):
            effects.setdefault(e.node, set()).update(e.effects)
    state = sorted(
        {e.node for e in expectations if e.question in ("to-act", "place", "lost", "link", "missed")}
    )
    asked = tuple((node, tuple(sorted(found))) for node, found in sorted(effects.items()))
    named = any(_names_fast(e, story) for e in expectations)
    room = max((len(order) for e in expectations for order in e.orders), default=0)
    return Questions(
        tuple(orders),
        asked,
        tuple(state),
        named=named,
        room=room,
    )


def _names_fast(e: Expectation, story: Story) -> bool:
    """An order may name fast effects; then they can be placed in it."""
    return e.question == "order" and any(
        story.effects[effect].fast for order in e.orders for entry in order for effect in entry.split("|")
    )


def judge(e: Expectation, story: Story, trial: Trial) -> ExpectationReport:
    """Whether one expectation holds, and what is so."""
    line = e.span.start.line
    if e.question in {"orders", "all-orders"}:
        passed, found, missing, surplus = _compare(e, story, trial, declines=e.question == "all-orders")
        return ExpectationReport(line, e.text, passed, found, e.span, missing, surplus)
    passed, found = _FINDERS[e.question](e, story, trial)
    return ExpectationReport(line, e.text, passed, found, e.span)


# ---------------------------------------------------------------- plays


def _legal(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    assert e.play is not None
    laws = laws_against(e.play, trial)
    if e.play.node in trial.several:
        return False, say("several effects could be meant")
    return not laws, say("it is legal") if not laws else say("it is blocked by {laws}", laws=", ".join(laws))


def _illegal(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    assert e.play is not None
    laws = laws_against(e.play, trial)
    if not laws:
        return False, say("it is legal")
    return e.law is None or e.law in laws, say("it is blocked by {laws}", laws=", ".join(laws))


# ---------------------------------------------------------------- orders


def _bracketed(orders: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple("[" + ", ".join(order) + "]" for order in orders)


def _shown(texts: Sequence[str], more: int = 0) -> str:
    text = " ".join(texts[:_MOST_SHOWN]) or say("none")
    return (
        say("{text} and {more} more", text=text, more=more + len(texts) - _MOST_SHOWN)
        if more + len(texts) > _MOST_SHOWN
        else text
    )


def resolve(order: Sequence[str], walk: Walk) -> tuple[str, ...]:
    """An order's entries as effects.

    An entry that may mean several is the one that is waiting there, else the one against which the fewest laws speak.
    """
    waiting = {member.effect for member in walk.members()}
    chosen: list[str] = []
    for entry in order:
        options = entry.split("|")
        fitting = [option for option in options if option in waiting] or options
        if len(fitting) > 1:
            fitting.sort(key=lambda option: len(walk.judge((*chosen, option))))
        chosen.append(fitting[0])
    return tuple(chosen)


def _compare(
    e: Expectation, story: Story, trial: Trial, *, declines: bool
) -> tuple[bool, str, tuple[str, ...], tuple[str, ...]]:
    """Whether exactly the wanted orders are legal, what is so, wanted ones that are not, legal ones not wanted."""
    walk = trial.walks[e.node]
    wanted = {fold(resolve(order, walk), story) for order in e.orders}
    number = walk.count(declines=declines)
    found: set[tuple[str, ...]] = set()
    for order in islice(walk.orders(declines=declines), 20_000):
        found.add(fold(order.links, story))
        if len(found) > len(wanted) + _MOST_SHOWN:
            break
    if found == wanted:
        return True, f"{_number(len(found))}: {_shown(_bracketed(sorted(found)))}", (), ()
    # Not all were looked at, so that one may be legal without having been found.
    absent = [order for order in sorted(wanted - found) if not walk.has(order, declines=declines)]
    missing, extra = _bracketed(absent), _bracketed(sorted(found - wanted))
    parts = []
    if missing:
        parts.append(say("not legal: {missing}", missing=_shown(missing)))
    if extra:
        parts.append(say("also legal: {extra}", extra=_shown(extra)))
    more = ("…",) if len(extra) > _MOST_SHOWN else ()
    return False, f"{_number(number)}; " + "; ".join(parts), missing, extra[:_MOST_SHOWN] + more


def fold(order: Sequence[str], story: Story) -> tuple[str, ...]:
    """The order with unnamed identical copies taken in their own order: such orders count once."""
    group_of = {copy: first for first, copies in story.copies.items() for copy in copies}
    used: dict[str, int] = {}
    result: list[str] = []
    for effect in order:
        card = story.effects[effect].card
        first = group_of.get(card)
        if first is None:
            result.append(effect)
            continue
        copies = story.copies[first]
        index = used.get(first, 0)
        used[first] = index + 1
        # The same copy twice (triggered twice) stays itself.
        result.append(effect.replace(card, copies[min(index, len(copies) - 1)], 1))
    return tuple(result)


def _order(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    walk = trial.wide[e.node]
    order = resolve(e.orders[0], walk)
    laws = sorted({law for _, _, law in walk.judge(order)})
    found = say("it is blocked by {laws}", laws=", ".join(laws)) if laws else say("it is legal")
    if e.legal:
        return not laws, found
    return bool(laws) and (e.law is None or e.law in laws), found


def _count(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    found = trial.walks[e.node].count()
    return found == e.number, _number(found)


def _number(orders: int) -> str:
    return plural("{number} order", "{number} orders", orders)


# ---------------------------------------------------------------- effects and state


def _missed(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    laws = trial.asked.get(e.node, {})
    found = sorted({law for effect in e.effects for law in laws.get(effect, ())})
    missed = any("timing/missed" in laws.get(effect, ()) for effect in e.effects)
    return missed, say("it missed the timing") if missed else _not_missed(found)


def _not_missed(laws: Sequence[str]) -> str:
    return (
        say("it did not miss the timing; blocked by {laws}", laws=", ".join(laws))
        if laws
        else say("it did not miss the timing")
    )


def _lost(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    found = sorted({law for effect in e.effects for law in trial.lost.get(e.node, {}).get(effect, ())})
    if not found:
        return False, say("it is not lost")
    return e.law is None or e.law in found, say("it is lost because of {laws}", laws=", ".join(found))


def _may(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    laws = trial.asked.get(e.node, {})
    allowed = [effect for effect in e.effects if not laws.get(effect)]
    if allowed:
        return not e.negated, say("it may be activated")
    found = sorted({law for effect in e.effects for law in laws.get(effect, ())})
    passed = e.negated and (e.law is None or e.law in found)
    return passed, say("it may not be activated because of {laws}", laws=", ".join(found))


def _link(e: Expectation, story: Story, trial: Trial) -> tuple[bool, str]:
    newest: dict[int, str] = {}
    for play in story.plays:
        if play.node >= e.node or play.node not in trial.placed:
            continue
        position = trial.positions[play.node]
        if position == 1:
            newest = {}
        newest[position] = trial.outcomes.get(play.node, "waiting")
    if e.number not in newest:
        return False, say("the newest chain has {number} links", number=len(newest))
    return newest[e.number] == e.outcome, say(_LINKS[newest[e.number]], number=e.number)


def _to_act(e: Expectation, _: Story, trial: Trial) -> tuple[bool, str]:
    players = [str(args[0]) for args in trial.fluents(e.node, "act")]
    found = players[0] if players else say("nobody")
    return found == e.player, say("{player} is to act", player=found)


def _place(e: Expectation, story: Story, trial: Trial) -> tuple[bool, str]:
    at = {str(card): str(zone) for card, zone in trial.fluents(e.node, "at")}
    control = {str(card): str(player) for card, player in trial.fluents(e.node, "control")}
    wrong = [card for card in e.cards if at.get(card) != e.zone or control.get(card) != e.player]
    if not wrong:
        return True, say("they are there")
    return False, "; ".join(
        say(
            "`{card}` is {player}'s, zone {zone}",
            card=story.cards[card].name,
            player=control.get(card),
            zone=at.get(card, "unknown"),
        )
        for card in wrong
    )


_FINDERS = {
    "legal": _legal,
    "illegal": _illegal,
    "order": _order,
    "count": _count,
    "missed": _missed,
    "lost": _lost,
    "may": _may,
    "link": _link,
    "to-act": _to_act,
    "place": _place,
}
