"""Random situations in which effects wait to be ordered, for tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from checker.domain.source import SourceFile
from checker.syntax import parse, tree
from checker.syntax.printer import print_file

PLAYERS = ("A", "B")
Turned = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An effect that was triggered; `moment` 0 is before 1, `name` is its card's."""

    id: str
    player: str
    mandatory: bool
    moment: int = 0
    name: str = ""
    place: str = ""  # as after `from`
    speed: int = 1
    by_name: bool = False  # once per turn by name
    summons_itself: bool = False
    ban: str = ""

    def line(self) -> str:
        """Its statement."""
        words = [
            f'{self.player} triggers {"mandatory" if self.mandatory else "optional"} "{self.name or self.id}"',
            f"as {self.id}",
            f"from {self.place}" if self.place else "",
            f"speed {self.speed}" if self.speed > 1 else "",
            "once per turn by name" if self.by_name else "",
            "summons itself" if self.summons_itself else "",
            self.ban,
        ]
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class Quick:
    """A fast effect that may answer."""

    id: str
    player: str
    speed: int = 2
    mandatory: bool = False

    def line(self) -> str:
        """Its statement."""
        nature = " mandatory" if self.mandatory else ""
        return f'{self.player} may use "{self.id}" as {self.id} speed {self.speed}{nature}'


@dataclass(frozen=True, slots=True)
class Situation:
    """What waits; A is the turn player unless `turn` says otherwise."""

    triggers: tuple[Trigger, ...]
    quick: tuple[Quick, ...] = ()
    turn: str = "A"

    def text(self, more: Sequence[str] = ()) -> str:
        """The story, as the printer of syntax trees writes it; `more` are statements after the others."""
        other = PLAYERS[1 - PLAYERS.index(self.turn)]
        lines = [f"players {self.turn}, {other}"]
        moments = sorted({trigger.moment for trigger in self.triggers})
        for moment in moments:
            lines += ["then"] if moment != moments[0] else []
            lines += [trigger.line() for trigger in self.triggers if trigger.moment == moment]
        lines += [quick.line() for quick in self.quick]
        return print_file(tree_of("\n".join([*lines, *more]) + "\n"))

    def of(self, effect: str) -> Trigger | Quick:
        """The effect of that id."""
        every: list[Trigger | Quick] = [*self.triggers, *self.quick]
        return next(one for one in every if one.id == effect)

    def renamed(self, ids: Mapping[str, str], names: Mapping[str, str]) -> Situation:
        """With other ids of effects and names of cards."""
        triggers = tuple(
            replace(one, id=ids[one.id], name=names[one.name or one.id]) for one in self.triggers
        )
        return replace(self, triggers=triggers)

    def mirrored(self) -> Situation:
        """With the players exchanged, but for who is the turn player."""
        swap = dict(zip(PLAYERS, reversed(PLAYERS), strict=True))
        return replace(
            self,
            triggers=tuple(replace(one, player=swap[one.player]) for one in self.triggers),
            quick=tuple(replace(one, player=swap[one.player]) for one in self.quick),
        )


def tree_of(text: str) -> tree.File:
    """The syntax tree of a text without mistakes."""
    file, found = parse(SourceFile("<situation>", text))
    assert not found, found
    return file


def _numbered(triggers: list[Trigger]) -> tuple[Trigger, ...]:
    return tuple(replace(one, id=f"t{number}") for number, one in enumerate(triggers))


def _trigger(**given: st.SearchStrategy[object]) -> st.SearchStrategy[Trigger]:
    return st.builds(Trigger, id=st.just(""), player=st.sampled_from(PLAYERS), **given)


_HIDDEN = st.sampled_from(["", "", "hand"])
_PLAIN = _trigger(
    mandatory=st.booleans(), moment=st.integers(0, 1), place=st.sampled_from(["", "", "hand", "gy"])
)
# One copy of an effect may be used only once, or one effect that Summons its own card.
_LIMITED = _trigger(
    mandatory=st.booleans(), name=st.sampled_from(["X", "Y", ""]), by_name=st.booleans(), place=_HIDDEN
)
_SUMMONING = _trigger(mandatory=st.booleans(), summons_itself=st.booleans(), place=_HIDDEN)
_SPEEDS = _trigger(mandatory=st.booleans(), speed=st.sampled_from([1, 2]))
_BANS = _trigger(
    mandatory=st.just(False),
    moment=st.integers(0, 1),
    ban=st.sampled_from(["", "", "cannot be responded to", "opponent cannot respond"]),
)


def _sets(trigger: st.SearchStrategy[Trigger], most: int) -> st.SearchStrategy[tuple[Trigger, ...]]:
    return st.lists(trigger, min_size=1, max_size=most).map(_numbered)


def plain(most: int = 5) -> st.SearchStrategy[Situation]:
    """Triggers of both players at one or two moments, some in the hand or the GY."""
    return st.builds(Situation, _sets(_PLAIN, most))


def of_all_kinds(most: int = 5) -> st.SearchStrategy[Situation]:
    """Sets in which one more thing matters: a limit, self-Summoning, Spell Speed; what an enumerator knows."""
    kinds = st.one_of(*(_sets(kind, most) for kind in (_PLAIN, _LIMITED, _SUMMONING, _SPEEDS)))
    return st.builds(Situation, kinds)


def optional(most: int = 4) -> st.SearchStrategy[Situation]:
    """Sets of which nothing must be placed, with bans on answers."""
    kinds = [_BANS, _SPEEDS, _PLAIN, _SUMMONING]
    return st.one_of(*(_sets(kind, most) for kind in kinds)).map(
        lambda found: Situation(tuple(replace(one, mandatory=False) for one in found))
    )


def with_answers(most: int = 3) -> st.SearchStrategy[Situation]:
    """A few triggers, some with bans, and fast effects that may answer, mandatory ones too."""
    quick = st.lists(
        st.builds(
            Quick,
            id=st.just(""),
            player=st.sampled_from(PLAYERS),
            speed=st.sampled_from([2, 2, 3]),
            mandatory=st.booleans(),
        ),
        max_size=2,
    ).map(lambda found: tuple(replace(one, id=f"q{number}") for number, one in enumerate(found)))
    triggers = st.one_of(_sets(_PLAIN, most), _sets(_LIMITED, most), _sets(_BANS, most))
    return st.builds(Situation, triggers, quick)
