"""The quick question: `segoc order --turn 'Sangan!' 'Peten?' --opponent 'Sangan!'` as a story."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.language import say

_NATURES = {"!": "mandatory", "?": "optional"}
_SIGNS = "!?,"  # in a name they are more likely several effects run together


def story_text(turn: Sequence[str], opponent: Sequence[str]) -> str:
    """A depth-1 story; `!` ends a mandatory effect, `?` an optional one.

    Raises ValueError for any other ending, and for several effects in one text.
    """
    lines = ["players Turn, Opponent"]
    for player, effects in (("Turn", turn), ("Opponent", opponent)):
        for effect in effects:
            text = effect.strip()
            name, nature = text[:-1].strip(), _NATURES.get(text[-1:])
            if nature is None or not name:
                raise ValueError(
                    say(
                        "`{effect}` must end with ! (mandatory) or ? (optional), for example 'Sangan!'",
                        effect=effect,
                    )
                )
            if sign := next((char for char in name if char in _SIGNS), None):
                raise ValueError(
                    say(
                        "`{effect}` has a {sign} inside; write each effect by itself, as in 'Sangan!' 'Peten?' "
                        "(a card whose name has a {sign} needs a file)",
                        effect=effect,
                        sign=sign,
                    )
                )
            quoted = name.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'{player} triggers {nature} "{quoted}"')
    return "\n".join(lines) + "\n"
