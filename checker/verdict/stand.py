"""`play`: where a story has come to, and what may come next."""

from __future__ import annotations

from checker.domain.report import Choice, StandReport
from checker.domain.story import Card, Effect, Story
from checker.solver.trial import Questions, hold
from checker.syntax.scanner import quoted
from checker.verdict.allowed import findings
from checker.verdict.explore import effects, to_act
from checker.verdict.plays import links
from checker.verdict.windows import window_name
from checker.verdict.wording import Wording


def stand(story: Story) -> StandReport:
    """The report on the moment at which a story ends; what may be activated comes first."""
    if story.broken:
        return StandReport(
            story.source, story.rules, story.players, "", "", (), (), story.diagnostics, invalid=True
        )
    asked = tuple(sorted(effect.id for effect in story.effects.values() if effect.kind != "continuous"))
    trial = hold(
        story, story.rules, Questions(orders=(story.end,), effects=((story.end, asked),), state=(story.end,))
    )
    wording = Wording(story, trial)
    controllers = {str(card): str(player) for card, player in trial.fluents(story.end, "control")}
    waiting = effects(story, trial, trial.walks[story.end])
    choices: list[Choice] = []
    for one in asked:
        effect = story.effects[one]
        card = story.cards[effect.card]
        player = controllers.get(card.id, card.owner)
        laws = tuple(trial.asked.get(story.end, {}).get(one, ()))
        reasons = tuple(wording.reason(story.end, one, law, player) for law in laws)
        group = waiting[one].group if one in waiting else None
        speed = trial.speeds.get(one, 1)
        reference = _reference(card, effect)
        choices.append(
            Choice(player, one, card.name, reference, group, speed, effect.mandatory, laws, reasons)
        )
    choices.sort(key=lambda choice: bool(choice.laws))
    chain = links(story, trial)
    newest = chain[-1].chain if chain and chain[-1].outcome == "waiting" else None
    return StandReport(
        story.source,
        story.rules,
        story.players,
        window_name(trial, story.end),
        to_act(trial, story.end),
        tuple(link for link in chain if link.chain == newest),
        tuple(choices),
        findings(story, trial),
    )


def _reference(card: Card, effect: Effect) -> str:
    name = card.id if card.named else quoted(card.id)
    return f"{name}.{effect.label}" if effect.label else name
