"""The names of the states that a story can be in, for people."""

from __future__ import annotations

from checker.domain.language import mark, plural, say
from checker.solver.trial import Trial

NAMES = {
    "open": mark("open game state"),
    "summon-negation": mark("summon negation window"),
    "summon-response": mark("summon response window"),
    "attack-declaration": mark("attack declaration window"),
    "triggers": mark("trigger window"),
    "response": mark("response window"),
    "chain": mark("chain being built"),
    "ready-to-resolve": mark("chain ready to resolve"),
}
_STEPS = {
    "start": mark("Start Step"),
    "battle": mark("Battle Step"),
    "damage-start": mark("start of the Damage Step"),
    "before-damage-calculation": mark("before damage calculation"),
    "damage-calculation": mark("damage calculation"),
    "after-damage-calculation": mark("after damage calculation"),
    "damage-end": mark("end of the Damage Step"),
    "end": mark("End Step"),
}
_PHASES = {
    "draw": mark("Draw Phase"),
    "standby": mark("Standby Phase"),
    "main2": mark("Main Phase 2"),
    "end": mark("End Phase"),
}


def window_name(trial: Trial, moment: int) -> str:
    """The state at a moment: what is open, how long the chain is, and the phase or step unless it is Main Phase 1."""
    name = trial.windows.get(moment, "open")
    text = say(NAMES[name])
    if name == "chain":
        links = next((str(args[0]) for args in trial.fluents(moment, "size")), "0")
        text = plural("chain of {number} link being built", "chain of {number} links being built", int(links))
    where = _where(trial, moment)
    return f"{text}, {where}" if where else text


def _where(trial: Trial, moment: int) -> str:
    step = next((str(args[0]).replace("_", "-") for args in trial.fluents(moment, "step")), "")
    phase = next((str(args[0]) for args in trial.fluents(moment, "phase")), "")
    return (
        say(name) if (name := _STEPS.get(step, "") if phase == "battle" else _PHASES.get(phase, "")) else ""
    )
