"""From a syntax tree to a story: names, copies, definitions, slots. Decides nothing about legality.

`read` is the door and `stage` the conductor; both work on a `draft`. `header`, `cards`, `told` (depth 1), `plays`,
`actions`, `resolution` and `expectations` read the statements that their names say; `names` knows who is who,
`library` and `definitions` bring in the effects of cards, `undefined` speaks of cards without any, `scripts` writes
operations and events as facts, and `problems` collects what is wrong.
"""

from checker.semantics.read import read

__all__ = ["read"]
