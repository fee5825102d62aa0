"""Answers, ready to be drawn: what each question about a story returns. Plain data, no wording of layout.

Links are counted from 1, chains of a story from 1, times in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Diagnostic, Severity
from checker.domain.source import SourceFile, Span

if TYPE_CHECKING:
    from checker.domain.walkthrough import Tour

Verdict = Literal["legal", "illegal", "invalid"]
Outcome = Literal["resolved", "no-effect", "negated", "waiting"]
Group = Literal[
    "turn-mandatory", "opponent-mandatory", "turn-optional", "opponent-optional", "nonpublic", "phase", "fast"
]


@dataclass(frozen=True, slots=True)
class ContestedReading:
    """A toggle on which sources disagree and on which an answer of this story depends."""

    toggle: str  #: with hyphens
    used: str  #: the value that was used
    other: str  #: the other reading
    effect: str  #: what would differ, one sentence
    level: Severity = "note"
    allowed: str = ""  #: the reason of the file's `# segoc: allow contested/TOGGLE …`


@dataclass(frozen=True, slots=True)
class RulesUsed:
    """The rule set of an answer: `name` as in `rules NAME`, `toggles` what was changed with `with`."""

    name: str
    toggles: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.toggles:
            return self.name
        return f"{self.name} with " + ", ".join(f"{k} {v}" for k, v in self.toggles.items())


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence that says why something may be so (`law` is empty) or which law forbids it, and its ledger entries."""

    law: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkReport:
    """One chain link of the story. `waiting`: its chain has not resolved yet.

    Only a trace knows the `group` (None: it was none of simultaneous effects), in `done` what its resolving did, and in
    `grounds` why it may stand there.
    """

    chain: int
    link: int
    player: str
    card: str
    speed: int
    outcome: Outcome
    span: Span | None
    effect: str = ""
    group: Group | None = None
    done: tuple[str, ...] = ()
    grounds: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectationReport:
    """One `expect` of the file; `found` says what is so, whether it passed or not.

    Of an expectation of orders that failed, `missing` are those that it names and that are not legal, `surplus`
    legal ones that it does not name, both as the file would write them; many end in `…`.
    """

    line: int
    text: str
    passed: bool
    found: str
    span: Span
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `segoc check` says about one file."""

    source: SourceFile
    rules: RulesUsed
    verdict: Verdict
    diagnostics: tuple[Diagnostic, ...] = ()
    expectations: tuple[ExpectationReport, ...] = ()
    links: tuple[LinkReport, ...] = ()
    contested: tuple[ContestedReading, ...] = ()
    trace: TraceReport | None = None  #: with `-v`: the story as it went
    ignored: int = 0  #: findings that were left out as asked

    @property
    def failed(self) -> bool:
        """True if the exit code of this file is 1 or 2."""
        return self.verdict != "legal" or any(not e.passed for e in self.expectations) or self.has_errors

    @property
    def has_errors(self) -> bool:
        """True if something is an error that neither `expect illegal` nor a comment accepts."""
        return any(d.severity == "error" and not d.expected for d in self.diagnostics) or any(
            reading.level == "error" and not reading.allowed for reading in self.contested
        )


@dataclass(frozen=True, slots=True)
class EffectInfo:
    """An effect that waits to be placed. `met` ranks the moments of triggering from 0; equal = simultaneous."""

    id: str
    card: str
    player: str
    group: Group
    speed: int
    public: bool
    met: int
    mandatory: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """An effect that was met but can no longer be placed, and the law that forbids it."""

    effect: str
    law: str


@dataclass(frozen=True, slots=True)
class Order:
    """One legal ordering: effect ids from chain link 1 up; optional effects nobody used; effects that were lost."""

    links: tuple[str, ...]
    declined: tuple[str, ...] = ()
    lost: tuple[Lost, ...] = ()


@dataclass(slots=True)
class ExploreReport:
    """Every legal ordering from where the story ends.

    `count` is exact and counts all orders (declines included unless they were not asked for).
    `orders` yields them sorted, once, without holding a list; it ends after `limit` orders (None = all).
    `complete` is true when `orders` yields all of them (no limit, no time limit reached).
    `diagnostics` holds what was wrong in the story before its end; `invalid` if it could not be read at all.
    `copies` maps an id to the number of identical, unnamed copies that it stands for (only those > 1).
    `alike` maps the effect of each such copy to the same effect of the first of them.
    `players` are both of them; the first had the turn when the story began.
    `stopped` is the limit that ended `orders`, if one did besides `limit`; `begun` is true if a chain is being built.
    """

    source: SourceFile
    rules: RulesUsed
    count: int | None
    effects: Mapping[str, EffectInfo]
    orders: Iterator[Order]
    limit: int | None
    complete: bool
    window: str
    to_act: str
    diagnostics: tuple[Diagnostic, ...] = ()
    contested: tuple[ContestedReading, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)
    invalid: bool = False
    declines: bool = True
    alike: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    stopped: Literal["time", "memory"] | None = None
    begun: bool = False
    tour: Tour | None = None  #: where a format asks for it: every step with its reasons


@dataclass(frozen=True, slots=True)
class Broken:
    """One law that an order breaks. `link` is the position in the order; None = when the chain closes."""

    link: int | None
    effect: str
    law: str
    message: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhyReport:
    """`segoc explore --why`: what an order typed by hand breaks, and the nearest legal orders (fewest moved links)."""

    source: SourceFile
    rules: RulesUsed
    order: tuple[str, ...]
    broken: tuple[Broken, ...]
    nearest: tuple[Order, ...]
    moved: int
    effects: Mapping[str, EffectInfo]
    diagnostics: tuple[Diagnostic, ...] = ()
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class MayReport:
    """An effect and whether it may be activated now; `laws` empty = it may."""

    player: str
    effect: str
    card: str
    laws: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  #: one sentence for each law


@dataclass(frozen=True, slots=True)
class CardStatus:
    """Where a card is at one moment, in whose hands, and for each of its effects whether it may be activated then."""

    id: str
    card: str
    player: str
    zone: str  #: as people say it; empty if it is nowhere known
    effects: tuple[MayReport, ...]


@dataclass(frozen=True, slots=True)
class NextReport:
    """`segoc next`: the window the story has reached, whose right it is, what may be activated and what may not."""

    source: SourceFile
    rules: RulesUsed
    window: str
    to_act: str
    may: tuple[MayReport, ...]
    may_not: tuple[MayReport, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An effect in `segoc play`: `reference` is how the story may name it, `laws` empty = it may be activated now.

    `group` is its group if it is one of the simultaneous effects that wait.
    """

    player: str
    effect: str
    card: str
    reference: str
    group: Group | None
    speed: int
    mandatory: bool
    laws: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  #: one sentence for each law


@dataclass(frozen=True, slots=True)
class StandReport:
    """Where a story has come to: the window, whose right it is, the chain that is built, and what may be added."""

    source: SourceFile
    rules: RulesUsed
    players: tuple[str, str]
    window: str
    to_act: str
    chain: tuple[LinkReport, ...]
    choices: tuple[Choice, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing on which two rule sets disagree.

    `what` says it in a sentence (an order, a play, an expectation); `legal_in` / `illegal_in` are rule sets;
    `laws` are what forbids it where it is illegal; `toggles` the toggle or toggles that make the difference, each
    `name: value in A, value in B`.
    """

    what: str
    legal_in: tuple[str, ...]
    illegal_in: tuple[str, ...]
    laws: tuple[str, ...]
    toggles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One rule set in a comparison: its verdict, the number of its orders, and its orders (limited)."""

    rules: RulesUsed
    verdict: Verdict
    count: int | None
    orders: tuple[Order, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class CompareReport:
    """`segoc compare`: one story under several rule sets."""

    source: SourceFile
    columns: tuple[Column, ...]
    differences: tuple[Difference, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class ToggleValue:
    """A toggle's value in a rule set, its one-line description and, if sources disagree, the other reading."""

    toggle: str
    value: str
    description: str
    cites: tuple[str, ...]
    contested: str | None
    why: str


@dataclass(frozen=True, slots=True)
class RuleSetReport:
    """`segoc rules NAME`: summary, toggles and sources (as lines of text)."""

    name: str
    summary: str
    toggles: tuple[ToggleValue, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """`segoc explain`: a page of law, rule set, window or term, in Markdown."""

    name: str
    kind: Literal["law", "rule set", "term", "toggle"]
    text: str


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A file that `check` was given and could not judge: unreadable, or a limit was reached. `message` says why."""

    name: str
    why: Literal["unreadable", "time-limit", "memory-limit"]
    message: str


TestOutcome = Literal["passed", "failed", "error", "nothing expected"]


@dataclass(frozen=True, slots=True)
class StoryTest:
    """A story as a test of `segoc test`, and the seconds that it took."""

    report: CheckReport | NotJudged
    seconds: float

    @property
    def name(self) -> str:
        """The file, as it was named."""
        return self.report.name if isinstance(self.report, NotJudged) else self.report.source.name

    @property
    def outcome(self) -> TestOutcome:
        """What came of it; `error` if the story cannot be judged."""
        if isinstance(self.report, NotJudged) or self.report.verdict == "invalid":
            return "error"
        if self.report.failed:
            return "failed"
        return "passed" if self.report.expectations else "nothing expected"


@dataclass(slots=True)
class SuiteReport:
    """`segoc test`: its `tests` are yielded once, as they are run; `seconds`, of all, are known when they are done.

    `durations` of the slowest are to be shown; `most` is the number of stories that did not pass after which it ends.
    """

    tests: Iterator[StoryTest]
    durations: int = 0
    most: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One thing of the story as it went: a line of the file, or what followed from it.

    `what` is a sentence; `details` are what it brought about (moves, negations, triggers), in order; `window` the
    state that is reached then, if it is a new one, `to_act` whose right it is there and `may` what could be activated.
    """

    line: int | None
    what: str
    details: tuple[str, ...] = ()
    window: str = ""
    to_act: str = ""
    may: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceReport:
    """`segoc trace`: the story window by window, and where everything is at the end.

    `places` maps a player and a zone to the cards there, as `(player, zone, cards)`, in the order people lay a table.
    `links` are the chain links as they were activated; the first of `players` had the turn when the story began.
    """

    source: SourceFile
    rules: RulesUsed
    steps: tuple[TraceStep, ...]
    places: tuple[tuple[str, str, tuple[str, ...]], ...]
    waiting: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    invalid: bool = False
    links: tuple[LinkReport, ...] = ()
    players: tuple[str, ...] = ()
    tour: Tour | None = None
