"""Stories as long as a test needs them."""

from __future__ import annotations


def triggers(number: int, kind: str = "optional") -> str:
    """A story in which one player's effects triggered at once."""
    return "players A, B\n" + "".join(f'A triggers {kind} "Card {i}" as c{i}\n' for i in range(number))


def long_chain(number: int) -> str:
    """A story with so many activations on one chain, which is hard to ground."""
    lines = ["players A, B"]
    for i in range(number):
        lines.append(f'card "Trap {i}" normal trap {{ activate -> "something" }}')
        lines.append(f'{"AB"[i % 2]} set: "Trap {i}" as t{i}')
    lines += [f"{'AB'[i % 2]} activates t{i}" for i in range(number)]
    return "\n".join(lines) + "\n"
