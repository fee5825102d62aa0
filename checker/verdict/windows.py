"""The names of the states that a story can be in, for people."""

from __future__ import annotations

from checker.solver.trial import Trial

NAMES = {
    "open": "open game state",
    "summon-negation": "summon negation window",
    "summon-response": "summon response window",
    "attack-declaration": "attack declaration window",
    "triggers": "trigger window",
    "response": "response window",
    "chain": "chain being built",
    "ready-to-resolve": "chain ready to resolve",
}
_STEPS = {
    "start": "Start Step",
    "battle": "Battle Step",
    "damage-start": "start of the Damage Step",
    "before-damage-calculation": "before damage calculation",
    "damage-calculation": "damage calculation",
    "after-damage-calculation": "after damage calculation",
    "damage-end": "end of the Damage Step",
    "end": "End Step",
}
_PHASES = {"draw": "Draw Phase", "standby": "Standby Phase", "main2": "Main Phase 2", "end": "End Phase"}


def window_name(trial: Trial, moment: int) -> str:
    """The state at a moment: what is open, how long the chain is, and the phase or step unless it is Main Phase 1."""
    name = trial.windows.get(moment, "open")
    text = NAMES[name]
    if name == "chain":
        links = next((str(args[0]) for args in trial.fluents(moment, "size")), "?")
        text = f"chain of {links} link{'s' if links != '1' else ''} being built"
    where = _where(trial, moment)
    return f"{text}, {where}" if where else text


def _where(trial: Trial, moment: int) -> str:
    step = next((str(args[0]).replace("_", "-") for args in trial.fluents(moment, "step")), "")
    phase = next((str(args[0]) for args in trial.fluents(moment, "phase")), "")
    return _STEPS.get(step, "") if phase == "battle" else _PHASES.get(phase, "")
