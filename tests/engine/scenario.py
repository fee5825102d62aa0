"""A situation as data: it is told as a `.chain` story, and parts of it can be taken away to make it smaller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

TURN, OPPONENT = "Turn", "Opponent"


@dataclass(frozen=True, slots=True)
class Operation:
    """`verb objects tail`, e.g. `send "Card a" and "Card b" to gy`."""

    verb: str
    objects: tuple[str, ...] = ()
    tail: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.verb, " and ".join(self.objects), self.tail) if part)


Moments = tuple[tuple[Operation, ...], ...]


def sequence(moments: Moments, joint: str = " then ") -> str:
    """Operations of one moment joined by `and`, moments by `then`."""
    return joint.join(" and ".join(map(str, moment)) for moment in moments)


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect line: `head` up to its event, then modifiers and operations."""

    head: str
    modifiers: tuple[str, ...] = ()
    moments: Moments = ()

    def __str__(self) -> str:
        line = ", ".join((self.head, *self.modifiers))
        return f"{line} -> {sequence(self.moments)}" if self.moments else line


@dataclass(frozen=True, slots=True)
class Definition:
    """A card's definition."""

    name: str
    kind: str
    effects: tuple[Effect, ...] = ()

    def __str__(self) -> str:
        effects = "".join(f"\n  {effect}" for effect in self.effects)
        return (
            f'card "{self.name}" {self.kind} {{{effects}\n}}'
            if effects
            else f'card "{self.name}" {self.kind}'
        )


@dataclass(frozen=True, slots=True)
class Copy:
    """A card on the table."""

    id: str
    name: str
    player: str
    zone: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """Definitions, where the cards lie, and the plays as lines; a `happens` line comes from `happening`."""

    definitions: tuple[Definition, ...]
    copies: tuple[Copy, ...]
    happening: Moments = ()
    plays: tuple[str, ...] = ()
    rules: str = "ocg"

    def __str__(self) -> str:
        used = {copy.name for copy in self.copies}
        lines = [f"rules {self.rules}", f"players {TURN}, {OPPONENT}", ""]
        lines += [str(definition) for definition in self.definitions if definition.name in used]
        lines.append("")
        lines += _places(self.copies)
        lines.append("")
        if self.happening:
            lines.append(f"happens {sequence(self.happening, chr(10) + 'then ')}")
        lines += self.plays
        return "\n".join(lines) + "\n"


def _places(copies: Iterable[Copy]) -> list[str]:
    places: dict[tuple[str, str], list[str]] = {}
    for copy in copies:
        places.setdefault((copy.player, copy.zone), []).append(f'"{copy.name}" as {copy.id}')
    return [f"{player} {zone}: {', '.join(items)}" for (player, zone), items in places.items()]
