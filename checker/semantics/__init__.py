"""From a syntax tree to a story: names, copies, definitions, slots. Decides nothing about legality."""

from checker.semantics.read import read

__all__ = ["read"]
