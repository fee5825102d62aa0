"""`explore`: every legal order from where the story ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from sys import maxsize
from time import monotonic

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.report import ContestedReading, EffectInfo, ExploreReport, Order
from checker.domain.source import Span
from checker.domain.story import Story
from checker.solver.ask import TimeUpError
from checker.solver.trial import Questions, Trial, copies_of, hold
from checker.solver.walk import Walk
from checker.verdict.allowed import findings, readings
from checker.verdict.contested import contested
from checker.verdict.windows import window_name


def explore(
    story: Story, *, limit: int | None, declines: bool, responses: bool, deadline: float | None = None
) -> ExploreReport:
    """The report on the orders from the end of a story; `limit` 0 only counts."""
    if story.broken:
        return ExploreReport(
            story.source,
            story.rules,
            None,
            {},
            iter(()),
            limit,
            False,
            "",
            "",
            story.diagnostics,
            invalid=True,
        )
    questions = Questions(orders=(story.end,), responses=responses)
    started = monotonic()
    trial = hold(story, story.rules, questions, deadline)
    spent = monotonic() - started
    walk = trial.walks[story.end]
    number: int | None = None
    # Counting too may take longer than there is time; the orders are then listed as far as possible.
    walk.deadline = _halfway(deadline)
    with suppress(TimeUpError):
        number = walk.count(declines=declines)
    walk.deadline = deadline
    disputed = None
    if number is not None:
        disputed = _disputed(story, trial, questions, _halfway(deadline), spent)
    orders = walk.orders(declines=declines)
    report = ExploreReport(
        story.source,
        story.rules,
        number,
        effects(story, trial, walk, walk.found() if number is not None else _might_join(story, trial, walk)),
        iter(()),
        limit,
        number is not None and (limit is None or number <= limit),
        window_name(trial, story.end),
        to_act(trial, story.end),
        findings(story, trial, [*unfinished(story, trial, walk), *(_unasked() if disputed is None else ())]),
        readings(story, disputed or ()),
        {copies[0]: len(copies) for copies in story.copies.values()},
        declines=declines,
        alike={effect: first for effect, (first, _) in copies_of(story).items()},
        players=story.players,
        begun=trial.windows.get(story.end) == "chain",
    )
    if limit != 0:
        report.orders = _until(
            islice(orders, None if limit is None else min(limit, maxsize)), deadline, report
        )
    return report


def _halfway(deadline: float | None) -> float | None:
    """When half of the time is gone that is left until a deadline."""
    return None if deadline is None else (monotonic() + deadline) / 2


def _disputed(
    story: Story, trial: Trial, questions: Questions, deadline: float | None, spent: float
) -> tuple[ContestedReading, ...] | None:
    """What sources disagree on; None if there is no time to find out. One try took `spent` seconds."""
    if deadline is not None and monotonic() + spent > deadline:
        return None
    try:
        return contested(story, trial, questions, deadline)
    except TimeUpError:
        return None


def _unasked() -> list[Diagnostic]:
    """A note that says what was left out for lack of time."""
    message = say("there was no time to look whether sources disagree on this answer")
    return [Diagnostic("story/not-compared", "note", message, Span.of(1, 1, 1, 1))]


def _until(orders: Iterator[Order], deadline: float | None, report: ExploreReport) -> Iterator[Order]:
    """The orders, until the time is up; then the report is not complete."""
    try:
        for order in orders:
            yield order
            if deadline is not None and monotonic() > deadline:
                report.complete, report.stopped = False, "time"
                return
    except TimeUpError:
        report.complete, report.stopped = False, "time"


def unfinished(story: Story, trial: Trial, walk: Walk) -> list[Diagnostic]:
    """A note if nothing can be ordered only because something is not over: a chain, or the attempt of a Summon."""
    hints = {
        "chain": (
            say("the chain has not resolved yet"),
            say("what it triggers can be ordered after `chain resolves`"),
        ),
        "ready-to-resolve": (say("the chain has not resolved yet"), say("write `chain resolves`")),
        "summon-negation": (
            say("the Summon has not succeeded yet"),
            say("if nobody negates it, write `both pass`"),
        ),
    }
    state = trial.windows.get(story.end, "")
    if state not in hints or walk.members() or not story.plays:
        return []
    message, hint = hints[state]
    return [Diagnostic("story/not-over", "note", message, story.plays[-1].span, help=(hint,))]


def _might_join(story: Story, trial: Trial, walk: Walk) -> Iterator[str]:
    """What an order may hold, as far as that is known where there was no time to look at all of them."""
    pending = {str(args[0]) for args in trial.fluents(story.end, "pending")}
    for name in walk.pickable:
        if name in pending or story.effects[name].kind not in ("trigger", "flip"):
            yield name


def effects(story: Story, trial: Trial, walk: Walk, joining: Iterable[str] = ()) -> Mapping[str, EffectInfo]:
    """What the orders are made of, by effect id; `joining` are others that may come on top of the set."""
    members = walk.members()
    moments = sorted({time for member in members for time in member.times})
    found: dict[str, EffectInfo] = {}
    controllers = {str(card): str(player) for card, player in trial.fluents(story.end, "control")}
    for member in members:
        effect = story.effects[member.effect]
        card = story.cards[effect.card]
        found[member.effect] = EffectInfo(
            member.effect,
            card.name,
            controllers.get(card.id, card.owner),
            member.group,  # type: ignore[arg-type]
            trial.speeds.get(member.effect, 1),
            member.public,
            moments.index(member.times[0]) if member.times else 0,
            effect.mandatory,
        )
    for name in sorted(set(joining) - set(found)):
        effect = story.effects[name]
        card = story.cards[effect.card]
        player, speed = controllers.get(card.id, card.owner), trial.speeds.get(name, 1)
        group = walk.group(name) if effect.kind in ("trigger", "flip") else "fast"
        if group:
            found[name] = EffectInfo(name, card.name, player, group, speed, True, 0, effect.mandatory)  # type: ignore[arg-type]
    return found


def to_act(trial: Trial, moment: int) -> str:
    """The player whose right it is to act."""
    return next((str(args[0]) for args in trial.fluents(moment, "act")), "")
