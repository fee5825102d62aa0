"""Contested readings: toggles on which sources disagree, where the other reading would change the answer."""

from __future__ import annotations

from checker.domain.language import mark, plural, say
from checker.domain.report import ContestedReading, RulesUsed
from checker.domain.story import Story
from checker.rulesets import rule_set
from checker.solver.trial import Questions, Trial, hold
from checker.verdict.plays import laws_against

_MOST_COMPARED = 2_000
_OUTCOMES = {
    "resolved": mark("resolved"),
    "no-effect": mark("no-effect"),
    "negated": mark("negated"),
    "waiting": mark("waiting"),
}


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
    """The first thing on which two trials of a story disagree, as what would be so in the other."""
    for find in (_plays, _orders, _outcomes, _questions):
        found = find(story, one, other)
        if found is not None:
            return found
    return None


def _plays(story: Story, one: Trial, other: Trial) -> str | None:
    for play in story.plays:
        here, there = laws_against(play, one), laws_against(play, other)
        if bool(here) != bool(there):
            line = play.span.start.line
            if here:
                return say("the play in line {line} would be legal", line=line)
            return say("the play in line {line} would be blocked by {laws}", line=line, laws=", ".join(there))
    return None


def _orders(_: Story, one: Trial, other: Trial) -> str | None:
    for moment, walk in one.walks.items():
        here, there = walk.count(), other.walks[moment].count()
        if here != there:
            return plural(
                "there would be {number} order instead of {here}",
                "there would be {number} orders instead of {here}",
                there,
                here=f"{here:,}",
            )
        if here <= _MOST_COMPARED:
            mine = {order.links for order in walk.orders()}
            theirs = {order.links for order in other.walks[moment].orders()}
            if mine != theirs:
                return say("other orders would be legal")
    return None


def _outcomes(_: Story, one: Trial, other: Trial) -> str | None:
    for node, outcome in one.outcomes.items():
        changed = other.outcomes.get(node)
        if changed != outcome:
            return say(
                "a chain link would end otherwise: {changed} instead of {outcome}",
                changed=say(_OUTCOMES[changed]) if changed else say("not at all"),
                outcome=say(_OUTCOMES[outcome]),
            )
    return None


def _questions(_: Story, one: Trial, other: Trial) -> str | None:
    for moment in {*one.asked, *other.asked}:
        here, there = one.asked.get(moment, {}), other.asked.get(moment, {})
        for effect in sorted({*here, *there}):
            if bool(here.get(effect)) != bool(there.get(effect)):
                if there.get(effect):
                    return say("`{effect}` could not be activated", effect=effect)
                return say("`{effect}` could be activated", effect=effect)
    return None
