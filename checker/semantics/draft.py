"""A story in the making: what every module of this package reads and writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.domain.diagnostics import Fix
from checker.domain.fact import Term, Value
from checker.domain.language import mark, say
from checker.domain.source import Span
from checker.domain.story import Expectation, Play
from checker.semantics.library import Shelf
from checker.semantics.names import Names, Speaker
from checker.semantics.problems import Problems
from checker.semantics.scripts import Scripts
from checker.syntax import tree

MOST_CARDS = 600
MOST_EFFECTS = 5_000
MOST_PLAYS = 400
MOST_SLOTS = 4_000
MOST_PAUSES = 4  # continuous effects that set off one another before the next play


class Full(Exception):
    """The story is larger than can be judged; this was reported, and nothing more should be read."""


class Meeting:
    """The `triggers` lines that are being collected. A meeting may have several moments, told apart by `then`."""

    def __init__(self) -> None:
        self.first: int | None = None  # the slot of its first moment; None while there is no meeting
        self.slot: int | None = None  # the slot of the moment that is open
        self.then: Span | None = None  # a `then` after which nothing has been met


class Draft:
    """The facts, slots, plays and expectations so far.

    `shelves` hold the card definitions, the first wins; `lines` is the text, for what expectations say.
    """

    def __init__(self, problems: Problems, shelves: Sequence[Shelf], lines: Sequence[str]) -> None:
        self.problems = problems
        self.names = Names(problems)
        self.facts: list[Term] = []
        self.scripts = Scripts(self.facts, problems)
        self.text = lines
        self.turn_player = self.names.players[0]
        self.below_header = 1  # the line before which one more `use` would stand
        # Slots.
        self.node = 0
        self.lines: dict[int, Span] = {}
        # Cards.
        self.shelves = shelves
        self.definitions: dict[str, tree.CardDefinition | None] = {}  # those looked up
        self.reported: set[str] = set()  # names of cards that are unknown or without an effect, as was said
        self.zones_told: set[str] = set()
        self.placed = False  # all cards that the story begins with
        self.worn: list[tuple[str, tree.Ref, str]] = []  # equipped card, what it is equipped to, whose line
        self.continuous = 0  # continuous effects that do something of their own
        # Plays.
        self.plays: list[Play] = []
        # Links that nothing has resolved yet, and how many moments each may take.
        self.chain: list[tuple[Play, int]] = []
        # The chain that was closed last, and its `lost_link`.
        self.closed_chain: tuple[list[tuple[Play, int]], bool] = ([], False)
        self.cuts: list[int] = []  # nodes before a play at which no chain can be under way
        # Nodes of plays that the file itself calls illegal: they are no links.
        self.left_out: set[int] = set()
        self.blocks = 0
        self.caps = 0
        self.meeting = Meeting()
        # What could not be read: what follows from that is not reported again.
        self.lost_play = False  # the newest play
        self.lost_link = False  # a link of the newest chain
        # Questions.
        self.expectations: list[Expectation] = []

    # ------------------------------------------------------------ facts and slots

    def fact(self, name: str, *args: Value) -> None:
        """Adds one fact."""
        self.facts.append(Term(name, args))

    def slot(self, span: Span) -> int:
        """A new slot, and the node it starts from. `span` is the statement that it belongs to."""
        node = self.node
        if node >= MOST_SLOTS:
            self.too_much(mark("moments"), MOST_SLOTS, span)
        self.facts.append(Term("slot", (node,)))
        self.facts.append(Term("next", (node, node + 1)))
        self.lines[node] = span
        self.node = node + 1
        return node

    def deciding(self, span: Span) -> int:
        """A slot in which a player decides something."""
        node = self.slot(span)
        self.facts.append(Term("deciding", (node,)))
        return node

    def closings(self, span: Span) -> tuple[int, int]:
        """Two slots in which windows may close; what a Summon that succeeds in the first sets off comes in between."""
        first = self.deciding(span)
        self.pauses(span)
        return first, self.deciding(span)

    def pauses(self, span: Span) -> list[int]:
        """Slots in which only continuous effects apply: as many as one of them after the other can need."""
        slots = [self.slot(span) for _ in range(min(self.continuous, MOST_PAUSES))]
        for slot in slots:
            self.fact("pause", slot)
        return slots

    # ------------------------------------------------------------ names

    def definition(self, name: str) -> tree.CardDefinition | None:
        """The definition of the card of that name: of the first shelf that has one."""
        if name not in self.definitions:
            found = (shelf.find(name) for shelf in self.shelves)
            self.definitions[name] = next((one for one in found if one is not None), None)
        return self.definitions[name]

    def cards(self, refs: Iterable[tree.Ref], actor: str | None) -> tuple[str, ...] | None:
        """The ids of all these cards; None after a report on each that is not known."""
        found = [self.names.card(ref, actor) for ref in refs]
        known = tuple(card for card in found if card is not None)
        return known if len(known) == len(found) else None

    def speaker(self, actor: str | None) -> Speaker:
        """For references in the operations of a story."""
        return Speaker(self.names, actor)

    def using(self, library: str) -> Fix:
        """The change that adds `use LIBRARY` below the header."""
        return Fix(Span.of(self.below_header, 1, self.below_header, 1), f"use {library}\n")

    # ------------------------------------------------------------ too much

    def too_much(self, what: str, most: int, span: Span) -> None:
        """Reports that there is too much of something, and ends the reading by raising `Full`."""
        read = (
            say("what stands before line {line} was read", line=span.start.line)
            if self.placed
            else say("no play was read")
        )
        message = say("a story may have {most:,} {what}, and this one has more", most=most, what=say(what))
        hints = (say("{read}; cut it into several files", read=read),)
        self.problems.error("story/too-large", message, span, hints=hints)
        raise Full
