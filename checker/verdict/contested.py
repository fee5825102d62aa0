"""Contested readings: toggles on which sources disagree, where the other reading would change the answer."""

from __future__ import annotations

from itertools import islice

from checker.domain.report import ContestedReading, RulesUsed
from checker.domain.story import Story
from checker.rulesets import rule_set
from checker.solver.trial import Questions, Trial, hold
from checker.verdict.plays import laws_against

_MOST_COMPARED = 2_000


def contested(
    story: Story, trial: Trial, questions: Questions, deadline: float | None = None
) -> tuple[ContestedReading, ...]:
    """The contested toggles of the rule set that decide something in this story, found by asking under both values."""
    found: list[ContestedReading] = []
    known = rule_set(story.rules.name)
    for toggle, other in sorted(known.contested.items()):
        if toggle in story.rules.toggles or toggle not in trial.depends_on():
            continue
        changed = RulesUsed(story.rules.name, {**story.rules.toggles, toggle: other})
        effect = _difference(story, trial, hold(story, changed, questions, deadline))
        if effect is not None:
            found.append(ContestedReading(toggle, known.values[toggle], other, effect))
    return tuple(found)


def _difference(story: Story, one: Trial, other: Trial) -> str | None:
    for play in story.plays:
        here, there = laws_against(play, one), laws_against(play, other)
        if bool(here) != bool(there):
            verb = "would be legal" if here else f"would be blocked by {', '.join(there)}"
            return f"the play in line {play.span.start.line} {verb}"
    for moment, walk in one.walks.items():
        here_count, there_count = walk.count(), other.walks[moment].count()
        if here_count != there_count:
            return f"there would be {there_count} orders instead of {here_count}"
        if here_count <= _MOST_COMPARED:
            mine = {order.links for order in islice(walk.orders(), _MOST_COMPARED)}
            theirs = {order.links for order in islice(other.walks[moment].orders(), _MOST_COMPARED)}
            if mine != theirs:
                return "other orders would be legal"
    for node, outcome in one.outcomes.items():
        if other.outcomes.get(node) != outcome:
            return f"a chain link would end otherwise: {other.outcomes.get(node, 'not at all')} instead of {outcome}"
    for moment, laws in one.asked.items():
        for effect, reasons in laws.items():
            if bool(reasons) != bool(other.asked.get(moment, {}).get(effect)):
                return f"`{effect}` could be activated"
    for moment, laws in other.asked.items():
        for effect in laws:
            if not one.asked.get(moment, {}).get(effect):
                return f"`{effect}` could not be activated"
    return None
