"""Why a link may stand where it does, in sentences: what `rules/ask/grounds.lp` found, worded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.domain.language import mark, say, together
from checker.domain.report import Reason
from checker.verdict.wording import Wording

# The word of the program → the sentence and its ledger entries, in the order in which they are told.
_SENTENCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "begins": (mark("it begins the chain"), ()),
    "of_phase": (mark("it is used in this phase or step, which needs no other window"), ("SS-12",)),
    "simultaneous": (
        mark("it was triggered before this chain began, so it is one of the simultaneous effects"),
        ("SEGOC-11",),
    ),
    "late": (mark("its card is not public, so it comes after the simultaneous effects"), ("SEGOC-6",)),
    "late_answer": (mark("it may still be added on top of {other}"), ("SEGOC-7",)),
    "answers": (
        mark("it answers {other}: Spell Speed {speed} may be added on top of Spell Speed {above}"),
        ("CH-1",),
    ),
    "required": (mark("as a mandatory Quick Effect it comes before any optional fast effect"), ("SEGOC-9",)),
    "after": (mark("what comes before its group has been placed: {other}"), ("SEGOC-1",)),
    "before": (mark("its group comes before that of {other}"), ("SEGOC-1",)),
    "earlier": (mark("it was triggered before {other}, which must wait for it"), ("SEGOC-3",)),
    "in_time": (mark("what was triggered earlier is on a lower link"), ("SEGOC-3",)),
    "choice": (
        mark("inside a group its player chooses the order: {other} could stand here as well"),
        ("SEGOC-2",),
    ),
    "mandatory": (mark("it is mandatory: it has to be placed"), ("SEGOC-1",)),
    "optional": (mark("it is optional: {player} may also leave it out"), ("SEGOC-12",)),
}


def grounds(
    wording: Wording, effect: str, player: str, found: Iterable[tuple[str, str]]
) -> tuple[Reason, ...]:
    """The sentences on an effect of a player, from the words of the program and the effects that they name."""
    named: dict[str, list[str]] = {}
    for word, other in found:
        named.setdefault(word, []).extend([other] if other else [])
    return tuple(_reason(wording, word, effect, player, named[word]) for word in _SENTENCES if word in named)


def _reason(wording: Wording, word: str, effect: str, player: str, others: Sequence[str]) -> Reason:
    text, cites = _SENTENCES[word]
    other = together([wording.effect(one) for one in sorted(set(others))])
    above = wording.speed(others[0]) if others else ""
    speed = wording.speed(effect)
    return Reason("", say(text, other=other, player=player, speed=speed, above=above), cites)
