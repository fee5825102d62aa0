"""`next`: who may activate what where the story ends, and why the rest may not."""

from __future__ import annotations

from checker.domain.report import MayReport, NextReport
from checker.domain.story import Story
from checker.solver.trial import Questions, hold
from checker.verdict.explore import to_act
from checker.verdict.plays import announced, problems
from checker.verdict.windows import window_name
from checker.verdict.wording import Wording


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
        (*story.diagnostics, *problems(story, trial, announced(story.expectations))),
    )
