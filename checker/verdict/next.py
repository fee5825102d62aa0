"""`next`: who may activate what where the story ends, and why the rest may not."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.report import CardStatus, MayReport, NextReport
from checker.domain.story import Story
from checker.solver.trial import Questions, hold
from checker.verdict.allowed import findings
from checker.verdict.explore import to_act
from checker.verdict.trace import zone_name
from checker.verdict.windows import window_name
from checker.verdict.wording import Wording


def status(
    story: Story, card_ids: Sequence[str], moment: int, *, deadline: float | None = None
) -> tuple[CardStatus, ...]:
    """Where cards are at a moment of a story, and what each of their effects may do there."""
    wanted = set(card_ids)
    asked = tuple(e.id for e in story.effects.values() if e.card in wanted and e.kind != "continuous")
    trial = hold(story, story.rules, Questions(effects=((moment, asked),), state=(moment,)), deadline)
    wording = Wording(story, trial)
    controllers = {str(card): str(player) for card, player in trial.fluents(moment, "control")}
    zones = {str(card): str(zone) for card, zone in trial.fluents(moment, "at")}
    found: list[CardStatus] = []
    for card in card_ids:
        player = controllers.get(card, story.cards[card].owner)
        answers = []
        for effect in (one for one in asked if story.effects[one].card == card):
            laws = tuple(trial.asked.get(moment, {}).get(effect, ()))
            reasons = tuple(wording.reason(moment, effect, law, player) for law in laws)
            answers.append(MayReport(player, effect, story.cards[card].name, laws, reasons))
        zone = zone_name(zones[card]) if card in zones else ""
        found.append(CardStatus(card, story.cards[card].name, player, zone, tuple(answers)))
    return tuple(found)


def next_(story: Story) -> NextReport:
    """The report on the moment at which a story ends."""
    if story.broken:
        return NextReport(story.source, story.rules, "", "", (), (), story.diagnostics, invalid=True)
    asked = tuple(sorted(effect.id for effect in story.effects.values() if effect.kind != "continuous"))
    trial = hold(story, story.rules, Questions(effects=((story.end, asked),)))
    wording = Wording(story, trial)
    controllers = {str(card): str(player) for card, player in trial.fluents(story.end, "control")}
    may: list[MayReport] = []
    may_not: list[MayReport] = []
    for effect in asked:
        card = story.cards[story.effects[effect].card]
        player = controllers.get(card.id, card.owner)
        laws = tuple(trial.asked.get(story.end, {}).get(effect, ()))
        reasons = tuple(wording.reason(story.end, effect, law, player) for law in laws)
        (may_not if laws else may).append(MayReport(player, effect, card.name, laws, reasons))
    return NextReport(
        story.source,
        story.rules,
        window_name(trial, story.end),
        to_act(trial, story.end),
        tuple(may),
        tuple(may_not),
        findings(story, trial),
    )
