"""`explore --why`: every law that an order breaks, and the nearest legal orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.report import Broken, EffectInfo, Order, WhyReport
from checker.domain.source import SourceFile, Span
from checker.domain.story import Effect, Story
from checker.laws import law
from checker.semantics.problems import near
from checker.solver.nearest import nearest
from checker.solver.trial import MOST_WAITING, Questions, TooManyError, Trial, hold
from checker.solver.walk import Walk
from checker.verdict.allowed import findings
from checker.verdict.explore import effects
from checker.verdict.wording import Wording

_MOST_NEAREST = 3
_SEPARATOR = re.compile(r'(?:,|→|->)(?=(?:[^"]*"[^"]*")*[^"]*$)')  # outside quotes


def why(story: Story, text: str, deadline: float | None) -> WhyReport:
    """The report on an order typed by hand: ids, names or `Player's Name`, separated by commas, brackets optional."""
    if story.broken:
        return WhyReport(story.source, story.rules, (), (), (), 0, {}, story.diagnostics, invalid=True)
    entries = [part.strip() for part in _SEPARATOR.split(text.strip().removeprefix("[").removesuffix("]"))]
    entries = [entry.strip('"') for entry in entries if entry]
    if len(entries) > MOST_WAITING:
        raise TooManyError(story.end, len(entries))
    fast = any(_named(story, entry, lambda effect: effect.fast) for entry in entries)
    trial = hold(story, story.rules, Questions(orders=(story.end,), responses=fast, room=len(entries)))
    walk = trial.walks[story.end]
    order, wrong = _resolve(story, walk, entries, text)
    if wrong:
        return WhyReport(SourceFile("<order>", text), story.rules, (), (), (), 0, {}, wrong, invalid=True)
    broken = _broken(story, trial, walk, order)
    near_orders: tuple[Order, ...] = ()
    moved = 0
    if broken:
        found, moved = nearest(trial, order, responses=fast, most=_MOST_NEAREST, deadline=deadline)
        near_orders = tuple(_order(walk, links) for links in found)
    diagnostics = findings(story, trial)
    return WhyReport(
        story.source,
        story.rules,
        order,
        broken,
        near_orders,
        moved,
        _with(effects(story, trial, walk), story, trial, order),
        diagnostics,
    )


def _order(walk: Walk, links: Sequence[str]) -> Order:
    stop = walk.stop(tuple(links))
    return Order(tuple(links), stop.declined, stop.lost)


def _with(known: object, story: Story, trial: Trial, order: Sequence[str]) -> dict[str, EffectInfo]:
    """The effects of the set, and those that the order names besides."""
    assert isinstance(known, dict)
    found: dict[str, EffectInfo] = dict(known)
    for effect in order:
        if effect not in found:
            card = story.cards[story.effects[effect].card]
            speed = trial.speeds.get(effect, 1)
            found[effect] = EffectInfo(
                effect, card.name, card.owner, "fast", speed, True, 0, story.effects[effect].mandatory
            )
    return found


def _broken(story: Story, trial: Trial, walk: Walk, order: Sequence[str]) -> tuple[Broken, ...]:
    wording = Wording(story, trial)
    found: list[Broken] = []
    for link, effect, name in walk.judge(tuple(order), details=True):
        roles = walk.details(link, effect, name)
        subject = effect or "close"
        message = wording.fill(law(name).message, subject, None, roles)
        found.append(Broken(link or None, effect, name, message, law(name).cites))
    return tuple(found)


def _named(story: Story, entry: str, want: object) -> bool:
    assert callable(want)
    return any(want(effect) for effect in _options(story, entry))


def _options(story: Story, entry: str) -> list[Effect]:
    """The effects that an entry may mean: an id, a card's id, or a card's name."""
    if entry in story.effects:
        return [story.effects[entry]]
    owner, _, name = entry.partition("'s ")
    owner, name = (owner, name.strip('" ')) if name else ("", entry)
    cards = [card for card in story.cards.values() if entry == card.id]
    cards = cards or [
        card for card in story.cards.values() if name == card.name and owner in ("", card.owner)
    ]
    ids = {card.id for card in cards}
    return [effect for effect in story.effects.values() if effect.card in ids and effect.kind != "continuous"]


def _resolve(
    story: Story, walk: Walk, entries: Sequence[str], text: str
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    waiting = {member.effect for member in walk.members()}
    chosen: list[str] = []
    wrong: list[Diagnostic] = []
    for entry in entries:
        options = [effect.id for effect in _options(story, entry)]
        fitting = [option for option in options if option in waiting and option not in chosen] or options
        start = max(text.find(entry), 0) + 1
        span = Span.of(1, start, 1, start + len(entry))
        if not fitting:
            known = {*story.effects, *(card.name for card in story.cards.values())}
            message = say("no effect of the story is called `{entry}`", entry=entry)
            wrong.append(Diagnostic("name/unknown-effect", "error", message, span, help=near(entry, known)))
        elif (
            len(fitting) > 1
            and len({story.cards[story.effects[option].card].named for option in fitting}) == 1
            and any(story.cards[story.effects[option].card].named for option in fitting)
        ):
            hint = "write " + " or ".join(f"`{option}`" for option in fitting)
            message = say("`{entry}` fits {number} effects", entry=entry, number=len(fitting))
            wrong.append(Diagnostic("name/ambiguous", "error", message, span, help=(hint,)))
        else:
            chosen.append(fitting[0])
    return tuple(chosen), tuple(wrong)
