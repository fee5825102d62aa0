"""A story, ready to be asked: its facts for the solver and what is needed to word the answers.

Nodes are moments, counted from 0; a statement is carried out in one or more slots, each from a node to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Diagnostic
from checker.domain.fact import Term
from checker.domain.report import RulesUsed
from checker.domain.source import SourceFile, Span


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the story. `named` tells whether somebody gave it an ID with `as`."""

    id: str
    name: str
    owner: str
    span: Span
    named: bool
    defined: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of a card: `id` is the card's id, with `.label` if the card has several."""

    id: str
    card: str
    label: str | None
    kind: str
    mandatory: bool
    fast: bool  # may join `--responses`
    told: bool  # comes from a `triggers` or `may use` line


# Errors of reading that concern one play or expectation only.
CONTRADICTIONS = frozenset(
    ("story/no-such-link", "story/resolved-twice", "story/no-play", "story/which-attacker")
)

PlayKind = Literal["activation", "pass", "both-pass", "action", "resolve", "decline", "happening"]


@dataclass(frozen=True, slots=True)
class Play:
    """One statement that tries something; `node` is where it is judged, `implied` the slots that only it needs."""

    kind: PlayKind
    node: int
    span: Span
    player: str | None = None
    card: str | None = None  # card id
    effects: tuple[str, ...] = ()  # the effects it may mean
    subject_span: Span | None = None
    implied: tuple[int, ...] = ()
    chain: int = 0  # for a resolve: nothing else uses it
    links: tuple[int, ...] = ()  # for a resolve: nodes of the activations it may resolve


Question = Literal[
    "legal",
    "illegal",
    "orders",
    "all-orders",
    "order",
    "count",
    "missed",
    "lost",
    "may",
    "link",
    "to-act",
    "place",
]


@dataclass(frozen=True, slots=True)
class Expectation:
    """One `expect`: what is asked, at which node, and what should be found."""

    question: Question
    span: Span
    text: str
    node: int
    rules: str | None = None
    play: Play | None = None
    law: str | None = None
    orders: tuple[tuple[str, ...], ...] = ()
    legal: bool = True
    number: int = 0
    effects: tuple[str, ...] = ()
    player: str | None = None
    outcome: str | None = None
    zone: str | None = None
    cards: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """Everything known about one file.

    `facts` are the same for every question; `end` is the last node. `diagnostics` are those of reading it;
    `broken` is true if any of them is an error, and then nothing should be concluded from the rest.
    """

    source: SourceFile
    rules: RulesUsed
    players: tuple[str, str]
    cards: Mapping[str, Card]
    effects: Mapping[str, Effect]
    facts: tuple[Term, ...]
    plays: tuple[Play, ...]
    expectations: tuple[Expectation, ...]
    end: int
    lines: Mapping[int, Span]  # node of a slot → the statement it belongs to
    cuts: tuple[int, ...] = ()  # nodes at which no chain can be under way: scenes may begin there
    copies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # first unnamed copy → all of them
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def broken(self) -> bool:
        """True if the file could not be understood, so that nothing should be concluded from the rest of it."""
        return any(d.severity == "error" and d.law not in CONTRADICTIONS for d in self.diagnostics)

    @property
    def contradicts_itself(self) -> bool:
        """True if a play says what cannot be; the rest of the story is judged all the same."""
        return any(d.severity == "error" and d.law in CONTRADICTIONS for d in self.diagnostics)
