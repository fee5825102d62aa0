"""How an effect is named where several stand in a row."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.report import Lost


def shown(name: str) -> str:
    """An id as it is, or in quotes where it would run into its neighbours."""
    return f'"{name}"' if any(char in name for char in " ,;") else name


def gone(lost: Iterable[Lost]) -> str:
    """Lost effects with the law that forbids them: `a, b (response/barred), c (limit/once-per-turn)`."""
    by_law: dict[str, list[str]] = {}
    for one in lost:
        by_law.setdefault(one.law, []).append(shown(one.effect))
    return ", ".join(f"{', '.join(names)} ({law})" for law, names in by_law.items())
