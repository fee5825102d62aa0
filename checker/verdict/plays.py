"""The plays of a story: which were legal, and what is said of those that were not."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say, together
from checker.domain.report import LinkReport
from checker.domain.story import Expectation, Play, Story
from checker.solver.trial import Trial
from checker.verdict.wording import Wording

_SUBJECTS = {
    "pass": "pass",
    "both-pass": "pass",
    "action": "action",
    "happening": "action",
    "resolve": "close",
}


def laws_against(play: Play, trial: Trial) -> list[str]:
    """The laws that a play breaks, sorted; empty if it was carried out (or its effect is not settled)."""
    return sorted({law for laws in reasons(play, trial).values() for law in laws})


def reasons(play: Play, trial: Trial) -> dict[str, list[str]]:
    """The laws that a play breaks, by subject (an effect, or what else was tried)."""
    if play.kind == "activation":
        if play.node in trial.placed or play.node in trial.several:
            return {}
        found = trial.blocked.get(play.node, {})
        return {effect: found[effect] for effect in play.effects if effect in found}
    if play.kind == "decline":
        return {}
    subject = _SUBJECTS[play.kind]
    found = trial.blocked.get(play.node, {})
    if play.kind in ("action", "happening") and play.node in trial.acted:
        return {}
    return {subject: found[subject]} if subject in found else {}


def problems(story: Story, trial: Trial, announced: dict[int, str | None]) -> list[Diagnostic]:
    """A diagnostic for each thing wrong; `announced` maps the node of a play to the law that the file expects."""
    wording = Wording(story, trial)
    found: list[Diagnostic] = []
    left_out = (
        False  # a link of the chain that is being built: then nothing is said of a chain that is missing
    )
    for play in story.plays:
        expected = play.node in announced
        span = play.subject_span or play.span
        if play.node in trial.several:
            found.append(_several(play, story, trial, wording))
        against = reasons(play, trial)
        left_out = left_out or (play.kind == "activation" and bool(against))
        for subject, laws in against.items():
            found.extend(wording.diagnostic(play, subject, law, span, expected=expected) for law in laws)
        if play.kind == "resolve":
            if not against and play.node not in trial.resolved and not left_out:
                message = say("there is no chain to resolve")
                found.append(Diagnostic("story/no-chain", "error", message, play.span))
            left_out = False
        if play.kind == "activation" and play.node in trial.placed:
            found.extend(_notes(play, trial))
    for node in trial.idle_negations:
        if node in story.lines:
            message = say("there is nothing here that could be negated")
            found.append(Diagnostic("story/nothing-to-negate", "error", message, story.lines[node]))
    for node, _ in trial.unsettled:
        if node in story.lines:
            message = say("the story does not say which card this concerns, so none was moved")
            hint = (say("tell it with `chain resolves { link N: … }` or with `targeting`"),)
            found.append(Diagnostic("story/unsettled", "note", message, story.lines[node], help=hint))
    return sorted(dict.fromkeys(found), key=lambda d: (d.span.start, d.severity != "error", d.law))


def _several(play: Play, story: Story, trial: Trial, wording: Wording) -> Diagnostic:
    names = together([f"`{effect}`" for effect in sorted(trial.several[play.node])])
    card = wording.card(story.effects[play.effects[0]].card)
    message = say("several effects of {card} could be meant: {names}", card=card, names=names)
    hint = (say("name one with `.LABEL`, or say what it answers with `against`"),)
    return Diagnostic("name/ambiguous-effect", "error", message, play.subject_span or play.span, help=hint)


def _notes(play: Play, trial: Trial) -> list[Diagnostic]:
    closed = [node for node in play.implied if node in trial.cleared]
    if not closed:
        return []
    message = say("both players are taken to have passed before this, so that the game state is open")
    return [Diagnostic("story/implied-passes", "note", message, play.span)]


def links(story: Story, trial: Trial) -> tuple[LinkReport, ...]:
    """The chain links of the story in the order of activation, numbered chain by chain."""
    found: list[LinkReport] = []
    chain = 0
    for play in story.plays:
        if play.node not in trial.placed:
            continue
        effect, player = trial.placed[play.node]
        position = trial.positions[play.node]
        if position == 1:
            chain += 1
        outcome = trial.outcomes.get(play.node, "waiting")
        name = story.cards[story.effects[effect].card].name
        speed = trial.speeds.get(effect, 1)
        span = play.subject_span
        found.append(LinkReport(chain, position, player, name, speed, outcome, span, effect))  # type: ignore[arg-type]
    return tuple(found)


def announced(expectations: Sequence[Expectation]) -> dict[int, str | None]:
    """The plays that the file expects to be illegal: node → law, if it names one."""
    return {
        e.play.node: e.law
        for e in expectations
        if e.question == "illegal" and e.play is not None and e.rules is None
    }
