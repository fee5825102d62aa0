"""Near words: what was probably meant by a word that is not in the language."""

from __future__ import annotations

from collections.abc import Collection

from checker.domain.language import mark
from checker.syntax import words

# What players say, and the word of the language for it: the first one that fits is proposed.
_SAID_BY_PLAYERS: dict[str, tuple[str, ...]] = {
    "graveyard": ("gy",),
    "grave": ("gy",),
    "cemetery": ("gy",),
    "removed": ("banished", "banish"),
    "remove": ("banish",),
    "exile": ("banish", "banished"),
    "exiled": ("banished",),
    "backrow": ("set",),
    "facedown": ("set", "face-down"),
    "face-down": ("facedown", "set"),
    "faceup": ("face-up",),
    "board": ("field",),
    "monsters": ("field",),
    "library": ("deck",),
    "main": ("main1",),
    "m1": ("main1",),
    "m2": ("main2",),
    "mp1": ("main1",),
    "mp2": ("main2",),
    "bp": ("battle",),
    "ep": ("end",),
    "dp": ("draw",),
    "sp": ("standby",),
    "plays": ("activates",),
    "uses": ("activates", "may use"),
    "chains": ("activates",),
    "responds": ("activates",),
    "summons": ("normal summons", "summons"),
    "summoning": ("normal summons",),
    "tribute": ("tributing", "tributed"),
    "skips": ("passes",),
    "triggered": ("triggers",),
    "ordering": ("order",),
    "effect": ("quick", "monster"),
    "kill": ("destroy",),
    "kills": ("destroy",),
    "search": ("add",),
    "quickplay": ("quick-play",),
    "mill": ("send",),
    "forced": ("mandatory",),
    "must": ("mandatory",),
    "can": ("optional", "may"),
    "reveal": ("revealed",),
    "equip": ("equip", "equipped"),
}

# Which vocabulary a proposed word is of, and the law and the noun to speak of it.
_VOCABULARIES: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("unknown-zone", mark("zone"), frozenset(words.ZONES)),
    ("unknown-phase", mark("phase"), frozenset(words.PHASES)),
    ("unknown-step", mark("step"), frozenset(words.STEPS)),
    ("unknown-kind", mark("kind of effect"), frozenset(words.EFFECT_KINDS)),
    (
        "unknown-kind",
        mark("kind of card"),
        frozenset(word for kind in words.CARD_KINDS for word in kind.split()),
    ),
    ("unknown-operation", mark("operation"), frozenset(words.OPERATIONS)),
    ("unknown-verb", mark("play"), frozenset(words.PLAYS)),
    ("unknown-expectation", mark("expectation"), frozenset(words.EXPECTATIONS)),
    ("unknown-modifier", mark("modifier"), frozenset(words.MODIFIERS)),
)


_MOST_OF_IT = 0.4  # so much of a vocabulary must fit in a place for the place to be one for it


def near(word: str, choices: Collection[str]) -> str | None:
    """The choice that was probably meant by a word, if one is near enough."""
    lowered = word.lower()
    if lowered in choices:
        return lowered
    for meant in _SAID_BY_PLAYERS.get(lowered, ()):
        if meant.split()[0] in choices:
            return meant
    if len(word) < 3 or len(word) > 40:
        return None
    from difflib import get_close_matches  # costs 5 ms to import, needed for errors only

    meanings = {choice: choice for choice in sorted(choices) if choice[0].isalpha()}
    for said, proposals in _SAID_BY_PLAYERS.items():
        fitting = [proposal for proposal in proposals if proposal.split()[0] in choices]
        if fitting:
            meanings.setdefault(said, fitting[0])
    found = get_close_matches(lowered, meanings, n=1, cutoff=0.72)
    return meanings[found[0]] if found else None


def vocabulary_of(word: str, here: Collection[str]) -> tuple[str, str]:
    """The law and the noun for a proposed word, given the words that could stand in its place."""
    first = word.split()[0]
    best: tuple[float, str, str] = (_MOST_OF_IT, "unknown-word", mark("word"))
    for law, noun, members in _VOCABULARIES:
        if first in members:
            share = len(members & set(here)) / len(members)
            best = max(best, (share, law, noun), key=lambda entry: entry[0])
    return best[1], best[2]


def vocabulary_here(
    here: Collection[str], accepted: Collection[str]
) -> tuple[str, str, tuple[str, ...]] | None:
    """The one vocabulary that could stand here, as law, noun and words; None if other things could too."""
    if {"BARE_NAME", "QUOTED", "NUMBER", "$END"} & set(accepted):
        return None
    for law, noun, choices in _SMALL_VOCABULARIES:
        if set(here) == {choice.split()[0] for choice in choices}:
            return law, noun, choices
    return None


_SMALL_VOCABULARIES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("unknown-zone", mark("zone"), words.ZONES),
    ("unknown-zone", mark("zone for `from`"), words.ATTRIBUTE_ZONES),
    ("unknown-phase", mark("phase"), words.PHASES),
    ("unknown-step", mark("step"), words.STEPS),
    ("unknown-phase", mark("phase or step"), tuple(dict.fromkeys(words.PHASES + words.STEPS))),
    ("unknown-kind", mark("kind of card"), words.CARD_KINDS),
    ("unknown-kind", mark("kind of effect"), words.EFFECT_KINDS),
    ("unknown-modifier", mark("modifier"), (*words.MODIFIERS, "your")),
)
