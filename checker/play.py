"""A story that is played on, statement by statement: what `segoc play` does, without its prompt.

A session holds the text of a story and the statements added to it. Every statement is judged by the rules before it
is kept, so whatever stands in the story is legal; what the rules forbid is answered with the findings.

    session = Session(SourceFile("ruling.chain", text))
    session.activate(session.stand.choices[0])
    print(session.story())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from checker import app
from checker.domain.data import dataclass, replace
from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.report import (
    CheckReport,
    Choice,
    ExpectationReport,
    ExploreReport,
    Order,
    RulesUsed,
    StandReport,
    TraceStep,
)
from checker.domain.source import SourceFile, Span
from checker.files import Base
from checker.semantics.names import spelled
from checker.syntax import parse, tree

Answer = TypeVar("Answer")

_MOST_ORDERS = 12  # so many orders are written into a saved story; of more, only their number


class CannotPlay(Exception):
    """The story cannot be played on: it cannot be understood. `stand` holds the diagnostics."""

    def __init__(self, stand: StandReport) -> None:
        super().__init__("; ".join(found.message for found in stand.diagnostics))
        self.stand = stand


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a statement: it was `kept` and `steps` followed from it, or `findings` say why not."""

    statement: str
    source: SourceFile  # the story with the statement, which the findings point into
    kept: bool
    steps: tuple[TraceStep, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


class Session:
    """A story, the statements added to it, and where they led."""

    def __init__(
        self,
        source: SourceFile,
        *,
        rules: str | None = None,
        base: Base = None,
        allow_outside: bool = False,
    ) -> None:
        """Raises `CannotPlay` for a story that cannot be understood, and `app.InputError` as `app` does."""
        self._source = source
        self._rules = rules
        self._base = base
        self._allow_outside = allow_outside
        self._begin = source.text if source.text.endswith("\n") else f"{source.text}\n"
        self._stands = [self._ask(app.stand, source)]
        self._statements: list[str] = []
        self._plays: list[bool] = []
        if self.stand.invalid:
            raise CannotPlay(self.stand)
        self._known = _errors(self._ask(app.check, source))

    @property
    def stand(self) -> StandReport:
        """Where the story has come to."""
        return self._stands[-1]

    @property
    def statements(self) -> tuple[str, ...]:
        """What was added to the story so far."""
        return tuple(self._statements)

    def plays_after(self, begin: Sequence[str]) -> int:
        """How many plays were added after the statements that this session and `begin` have in common.

        A comment, a definition or an expectation is none.
        """
        common = 0
        for ours, theirs in zip(self._statements, begin, strict=False):
            if ours != theirs:
                break
            common += 1
        return sum(self._plays[common:])

    @property
    def text(self) -> str:
        """The story with what was added to it."""
        return self._begin + "".join(f"{statement}\n" for statement in self._statements)

    def activate(self, choice: Choice, rest: str = "") -> Told:
        """Activate an effect; `rest` is what follows its name in a story, such as `targeting sangan`.

        Also one that the rules forbid may be tried: the answer says why.
        """
        player = spelled(choice.player)
        told = self._activated(choice, f"{player} activates {choice.reference} {rest}".rstrip())
        if told.kept or not any(found.law.startswith("name/") for found in told.findings):
            return told
        return self._activated(choice, f"{player} activates {player}'s {choice.reference} {rest}".rstrip())

    def say(self, statement: str) -> Told:
        """Add a statement of the language, in one line, and keep it if the rules have nothing against it."""
        source = SourceFile(self._source.name, f"{self.text}{statement}\n")
        first = self.text.count("\n") + 1
        report = self._ask(app.check, source)
        wrong = [found for found in _errors(report) if found not in self._known]
        notes = [
            found
            for found in report.diagnostics
            if found.severity != "error" and found.span.start.line >= first
        ]
        failed = [e for e in report.expectations if e.line >= first and not e.passed]
        if wrong or failed:
            return Told(statement, source, False, findings=(*wrong, *(_failed(e) for e in failed)))
        try:
            stand, steps = self._ask(app.stand, source), self._ask(app.trace, source).steps
        except app.InputError as error:  # more effects would wait than anybody can order
            return Told(statement, error.source, False, findings=error.diagnostics)
        self._statements.append(statement)
        self._stands.append(stand)
        begin = next((i for i, step in enumerate(steps) if (step.line or 0) >= first), len(steps))
        self._plays.append(begin < len(steps))
        return Told(statement, source, True, steps[begin:], tuple(notes))

    def _activated(self, choice: Choice, statement: str) -> Told:
        """The same for an activation; it is not kept if the name turns out to be that of another effect."""
        told = self.say(statement)
        chain = self.stand.chain
        if told.kept and not (chain and chain[-1].effect == choice.effect):
            self.undo()
            wrong = say("`{name}` is read as the name of another effect", name=choice.reference)
            line = told.source.text.count("\n")
            span = Span.of(line, 1, line, len(statement) + 1)
            return Told(
                statement, told.source, False, findings=(Diagnostic("name/other", "error", wrong, span),)
            )
        return told

    def undo(self) -> str | None:
        """Take the last statement back; returns it, or None if there is none."""
        if not self._statements:
            return None
        self._stands.pop()
        self._plays.pop()
        return self._statements.pop()

    def orders(self, limit: int = 1000) -> ExploreReport:
        """Every legal order of the effects that wait."""
        return self._ask(app.explore, SourceFile(self._source.name, self.text), limit=limit)

    @staticmethod
    def spelled(player: str) -> str:
        """A player's name as a statement writes it."""
        return spelled(player)

    def story(self, base: Base = None) -> str:
        """The story with what was played and with expectations, all of which hold.

        `base` is the folder in which it will lie, if that is another. Raises `CannotPlay` if it cannot be understood
        there.
        """
        lines = list(self._lines())
        begin = self._begin
        if app.rules_of(SourceFile(self._source.name, begin)) != str(self.stand.rules):
            begin = _under(self.stand.rules, begin)
        first = begin.count("\n") + 1
        while True:  # what does not hold, or cannot be said at its place, is left out
            source = SourceFile(self._source.name, begin + "".join(f"{line}\n" for line, _ in lines))
            report = app.check(source, base=base or self._base, allow_outside=self._allow_outside)
            bad = {found.span.start.line for found in _errors(report) if found.span.start.line >= first}
            bad |= {e.line for e in report.expectations if e.line >= first and not e.passed}
            kept = [entry for i, entry in enumerate(lines, first) if i not in bad or not entry[1]]
            if not bad:
                return source.text
            if len(kept) == len(lines):
                raise CannotPlay(replace(self.stand, source=source, diagnostics=report.diagnostics))
            lines = kept

    def _lines(self) -> Iterator[tuple[str, bool]]:
        """What is added to the story when it is saved, and whether a line is an expectation."""
        yield "", False
        yield "# Played with `segoc play`.", False
        for statement in self._statements:
            yield statement, False
            if not statement.startswith("expect"):
                yield "expect legal", True
        if self.stand.to_act:
            yield f"expect {spelled(self.stand.to_act)} to act", True
        report = self._ask(app.check, SourceFile(self._source.name, self.text))
        newest = max((link.chain for link in report.links), default=0)
        for link in report.links:
            said = {"resolved": "resolves", "no-effect": "has no effect", "negated": "is negated"}
            if link.chain == newest and link.outcome in said:
                yield f"expect link {link.link} {said[link.outcome]}", True
        yield from ((line, True) for line in self._orders())

    def _orders(self) -> Iterator[str]:
        """What may be said of the orders, if simultaneous effects wait."""
        if not any(choice.group for choice in self.stand.choices):
            return
        report = self.orders()
        if report.count is None or report.copies:
            return
        if report.count > _MOST_ORDERS:
            yield f"expect count {report.count}"
            return
        references = {choice.effect: choice.reference for choice in self.stand.choices}
        orders = " ".join(_written(order, references) for order in report.orders)
        yield f"expect all orders {{ {orders} }}"

    def _ask(
        self, question: Callable[..., Answer], source: SourceFile, base: Base = None, **more: object
    ) -> Answer:
        base = base or self._base
        return question(source, rules=self._rules, base=base, allow_outside=self._allow_outside, **more)


def _under(rules: RulesUsed, text: str) -> str:
    """A story with the rule set that it was played under instead of its own."""
    file, _ = parse(SourceFile("<story>", text))
    own = next((statement for statement in file.statements if isinstance(statement, tree.Rules)), None)
    if own is None:
        return f"rules {rules}\n{text}"
    lines = text.split("\n")
    start, end = own.span.start, own.span.end
    before, after = lines[start.line - 1][: start.column - 1], lines[end.line - 1][end.column - 1 :]
    lines[start.line - 1 : end.line] = [f"{before}rules {rules}{after}"]
    return "\n".join(lines)


def _failed(expectation: ExpectationReport) -> Diagnostic:
    message = say("`{claim}` does not hold", claim=expectation.text)
    hint = f"{say('found')}: {expectation.found}"
    return Diagnostic("expect/failed", "error", message, expectation.span, help=(hint,))


def _written(order: Order, references: dict[str, str]) -> str:
    return "[" + ", ".join(references[effect] for effect in order.links) + "]"


def _errors(report: CheckReport) -> list[Diagnostic]:
    return [found for found in report.diagnostics if found.severity == "error" and not found.expected]
