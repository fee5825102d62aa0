"""What could stand at a place, in the user's terms instead of the grammar's."""

from __future__ import annotations

from checker.domain.language import say
from checker.syntax import words
from checker.syntax.scanner import vocabulary
from checker.syntax.tokens import Token

_MOST_PHRASES = 7
_BEFORE_PLAYERS = frozenset(("players", "turn", "limit", "by", "damage"))

# Groups of words that are named by one phrase when all of them could stand here.
_GROUPS: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset(words.PLAYS + words.ZONES),
        "a play (`activates`, `passes`, …) or a zone (`hand:`, `field:`, …)",
    ),
    (frozenset(words.OPERATIONS), "an operation (`destroy`, `banish`, `special summon`, …)"),
    (frozenset(words.MODIFIERS), "a modifier (`cost`, `target`, `once per turn`, …)"),
    (frozenset(words.STEPS + words.PHASES), "a phase or step"),
    (frozenset(words.STEPS), "a step"),
    (frozenset(words.PHASES), "a phase"),
    (frozenset(words.ZONES), "a zone"),
    (frozenset(words.ATTRIBUTE_ZONES), "a zone"),
    (frozenset(words.EFFECT_KINDS), "a kind of effect (`activate`, `trigger`, `quick`, …)"),
    (frozenset(words.EXPECTATIONS), "an expectation (`legal`, `orders { … }`, `count`, …)"),
    (
        frozenset(("monster", "monsters", "spell", "spells", "trap", "traps", "card", "cards")),
        "`monster`, `spell`, `trap` or `card`",
    ),
    (
        frozenset(("tributing", "discarding", "banishing", "sending", "paying")),
        "a cost (`tributing`, `discarding`, …)",
    ),
    (
        frozenset(("once", "speed", "summons", "cannot", "only", "from", "when")),
        "an attribute (`from hand`, `once per turn`, …)",
    ),
    (frozenset(("all", "another", "a")), "`all`, `another` or a number of cards"),
    (frozenset(("this", "target", "it", "the")), "`this`, `target`, `the summoned` or `it`"),
    (frozenset(("is", "leaves", "would", "attacks")), "what happens (`is destroyed`, `is sent to gy`, …)"),
)


def phrases(accepts: frozenset[str], before: Token | None) -> list[str]:
    """The things that could stand at a place: names first, then words and signs, then the end of the line."""
    texts = vocabulary().texts
    left = {texts[kind] for kind in accepts if kind in texts}
    found = _names(accepts, before)
    for members, phrase in _GROUPS:
        if members <= left:
            found.append(phrase)
            left -= members
    if len(left) > 1 or found:
        left.discard(".")  # possible after any ID, and never what is missing
    found += [f"`{text}`" for text in sorted(left, key=lambda text: (text[0].isalpha(), text))]
    if len(found) > _MOST_PHRASES:
        found = [*found[: _MOST_PHRASES - 1], "…"]
    if "$END" in accepts:
        found.append(say("the end of the line"))
    return found


def _names(accepts: frozenset[str], before: Token | None) -> list[str]:
    found: list[str] = []
    said = before.value if before is not None else ""
    if "BARE_NAME" in accepts and said in _BEFORE_PLAYERS:
        found.append(say("a player's name"))
    elif {"BARE_NAME", "QUOTED"} <= accepts:
        found.append(say("a card (its ID, or its name in quotes)"))
    elif "BARE_NAME" in accepts:
        found.append(say("an ID") if said == "as" else say("a name without quotes"))
    elif "QUOTED" in accepts:
        found.append(say("a name in quotes"))
    if "NUMBER" in accepts:
        found.append(say("a number"))
    if "LAW_NAME" in accepts:
        found.append(say("a law such as `speed/too-low`"))
    if accepts == {"_POSSESSIVE"}:
        found.append("`'s`")
    if "LABEL" in accepts and said == ".":
        found.append(say("the label of an effect"))
    return found
