"""Terms of the domain as clingo symbols, and back."""

from __future__ import annotations

from functools import lru_cache

import clingo

from checker.domain.fact import Term, Value


def symbol(value: Value) -> clingo.Symbol:
    """The clingo symbol of a term, a number or a string."""
    if isinstance(value, str):
        return clingo.String(value)
    if isinstance(value, int):
        return clingo.Number(value)
    return _compound(value)


@lru_cache(maxsize=20_000)
def _compound(value: Term) -> clingo.Symbol:
    if value.name == "#sup":
        return clingo.Supremum
    return clingo.Function(value.name, [symbol(arg) for arg in value.args])


def value(found: clingo.Symbol) -> Value:
    """The domain's term of a clingo symbol."""
    if found.type is clingo.SymbolType.String:
        return found.string
    if found.type is clingo.SymbolType.Number:
        return found.number
    return Term(found.name, tuple(value(arg) for arg in found.arguments))
