"""Situations that campaigns found: the engine departs from the rules exactly as it is predicted, or not at all."""

from __future__ import annotations

import pytest

from tests.engine.compare import compare
from tests.engine.departures import AFTER_ALL, DROPPED, EACH_TIME, ONE_OF_A_HAND_CARD
from tests.engine.engine import Engine

# A ban leaves the hidden trigger out when its step begins, and the link after the ban lets it in (seed 1, 2776).
HIDDEN_AND_BAN = """
players A, B
card "Fallen" monster
card "Early" monster { mandatory trigger if "Fallen" is destroyed, from hand }
card "Ban" monster { mandatory trigger when a monster leaves the field, from gy, opponent cannot respond }
card "Hidden" monster { optional trigger if your monster is destroyed, from hand }
card "Fast" monster { quick, once per turn }
A field: "Fallen" as fallen
A hand: "Hidden" as hidden
B hand: "Early" as early
B gy: "Ban" as ban
B field: "Fast" as fast
happens destroy fallen
"""
# A member is dropped by a ban; its mandatory Quick effect is not, for a member follows (5931).
QUICK_AND_BAN = """
players A, B
card "Ban" monster { mandatory trigger if this leaves the field, opponent cannot respond }
card "Follows" normal trap { mandatory trigger if this leaves the field }
card "Dropped" continuous trap { mandatory trigger when this is destroyed }
card "Quick" monster { mandatory quick if a monster effect is activated }
A field: "Ban" as ban
A set: "Follows" as f
B field: "Dropped" as d, "Quick" as q
happens send ban to gy
then destroy f
then destroy d
"""
# A card that came to the hand has a mandatory trigger and a hidden one (4501).
TWO_OF_A_CARD = """
players A, B
card "Two" monster {
  optional trigger when this leaves the field
  mandatory trigger if this is returned to hand
}
A field: "Two" as two
happens return two to hand
"""
# A hidden trigger, and one that is not, for each of two events (3353).
HIDDEN_TWICE = """
players A, B
card "First" monster
card "Second" monster
card "Both" continuous spell { activate -> tribute "First" then destroy "Second" }
card "Seen" continuous spell { optional trigger if opponent's monster leaves the field }
card "Hidden" monster { optional trigger if another monster leaves the field, from hand }
A field: "First" as first, "Second" as second
A hand: "Both" as b
B field: "Seen" as seen
B hand: "Hidden" as hidden
A activates b
chain resolves
"""
# Both Summon themselves from the hand (3123).
TWO_THAT_SUMMON_THEMSELVES = """
players A, B
card "New" monster
card "One" monster { optional trigger if "New" is summoned, from hand, summons itself }
card "Other" monster { optional trigger if "New" is normal summoned, from hand, summons itself }
A hand: "New" as new
B hand: "One" as one, "Other" as other
A normal summons new
both pass
"""


@pytest.mark.parametrize(
    ("text", "flags", "departures"),
    [
        (HIDDEN_AND_BAN, "mr5", ()),
        (HIDDEN_AND_BAN, "mr5+nonpublic", (AFTER_ALL,)),
        (QUICK_AND_BAN, "mr5", (DROPPED,)),
        (TWO_OF_A_CARD, "mr5", (ONE_OF_A_HAND_CARD,)),
        (HIDDEN_TWICE, "mr5", (EACH_TIME, ONE_OF_A_HAND_CARD)),
        (TWO_THAT_SUMMON_THEMSELVES, "mr5", ()),
        (TWO_THAT_SUMMON_THEMSELVES, "mr5+nonpublic", ()),
    ],
)
def test_the_engine_gives_what_is_predicted(
    text: str, flags: str, departures: tuple[str, ...], engine: Engine
) -> None:
    (outcome,) = compare(text, engine, (flags,))
    assert outcome.verdict == ("departure" if departures else "equal")
    assert outcome.departures == departures
