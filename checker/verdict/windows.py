"""The names of the states that a story can be in, for people."""

from __future__ import annotations

from checker.solver.trial import Trial


def window_name(trial: Trial, moment: int) -> str:
    """The state at a moment: what is open, and whether a chain is being built."""
    fluents = {
        name: list(trial.fluents(moment, name))
        for name in ("window", "top", "closed", "gathering", "pending", "phase")
    }
    kind = str(fluents["window"][0][0]) if fluents["window"] else "open"
    if fluents["closed"]:
        return "chain ready to resolve"
    if fluents["top"]:
        links = next((str(args[0]) for args in trial.fluents(moment, "size")), "?")
        return f"chain of {links} link{'s' if links != '1' else ''} being built"
    if kind == "attempt":
        return "summon negation window"
    if kind == "open":
        return "open game state"
    if fluents["gathering"] and fluents["pending"]:
        return "trigger window"
    return "response window"
