"""A stand-in for `checker.app`: it answers at once, and what it answers is decided by words in the story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import (
    CheckReport,
    Column,
    CompareReport,
    ExploreReport,
    NextReport,
    Order,
    Page,
    RuleSetReport,
    RulesUsed,
    WhyReport,
)
from checker.domain.source import SourceFile
from tests.unit import samples


class InputError(Exception):
    def __init__(self, source: SourceFile, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.source, self.diagnostics = source, diagnostics


class TimeUp(Exception):
    pass


class MemoryUp(Exception):
    pass


class UnknownName(Exception):
    def __init__(self, name: str, suggestions: Sequence[str]) -> None:
        self.name, self.suggestions = name, suggestions


def check(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Path | None = None,
    allow_outside: bool = False,
    time_limit: float | None = None,
) -> CheckReport:
    if rules == "nonsense":
        raise InputError(SourceFile("<command line>", rules), (samples.unknown_rules(),))
    if "crash" in source.text:
        raise RuntimeError("boom\nand more")
    if "interrupt" in source.text:
        raise KeyboardInterrupt
    if "slow" in source.text and time_limit is not None:
        raise TimeUp
    return samples.checked(source, rules or "tcg")


def explore(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Path | None = None,
    allow_outside: bool = False,
    limit: int | None = 1000,
    declines: bool = True,
    responses: bool = False,
    time_limit: float | None = None,
) -> ExploreReport:
    orders = samples.free_optional(6) if "many" in source.text else samples.two_each()
    report = samples.explored(orders, source=source, limit=limit)
    if "not over" in source.text:
        report = samples.not_over(source)
    if "interrupt" in source.text:
        report.orders = _interrupted(report.orders)
    return report


def _interrupted(orders: Iterator[Order]) -> Iterator[Order]:
    yield from islice(orders, 2)
    raise KeyboardInterrupt


def count(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Path | None = None,
    allow_outside: bool = False,
    declines: bool = True,
    responses: bool = False,
) -> ExploreReport:
    report = explore(source, rules=rules, base=base)
    report.orders = iter(())
    return report


def why(
    source: SourceFile,
    order_text: str,
    *,
    rules: str | None = None,
    base: Path | None = None,
    allow_outside: bool = False,
    time_limit: float | None = None,
) -> WhyReport:
    return samples.broken_order(source) if order_text == "p1, s1" else samples.legal_order(source)


def next_(
    source: SourceFile, *, rules: str | None = None, base: Path | None = None, allow_outside: bool = False
) -> NextReport:
    return samples.next_steps(source)


def rules_of(source: SourceFile, default: str | None = None) -> str:
    return "goat" if "goat" in source.text else default or "tcg"


def compare(
    source: SourceFile,
    rules: Sequence[str],
    *,
    base: Path | None = None,
    allow_outside: bool = False,
    limit: int | None = 1000,
    declines: bool = True,
) -> CompareReport:
    columns = tuple(Column(RulesUsed(name), "legal", 1, (Order(("s1",)),), complete=True) for name in rules)
    return CompareReport(source, columns, ())


def order(turn: Sequence[str], opponent: Sequence[str]) -> SourceFile:
    if not all(name[-1] in "!?" for name in (*turn, *opponent)):
        raise ValueError("end each name with ! or ?")
    return SourceFile("<order>", f"turn {' '.join(turn)} opponent {' '.join(opponent)}\n")


def explain(name: str) -> Page:
    if name != "segoc/group-order":
        raise UnknownName(name, ["segoc/group-order"])
    return Page(name, "law", "# Group order\n\nThe turn player's first.\n")


def explain_list() -> tuple[Page, ...]:
    return explain("segoc/group-order"), Page("goat", "rule set", "# Goat\n")


def rule_sets() -> tuple[RuleSetReport, ...]:
    return samples.rule_set("tcg"), samples.rule_set("ocg")


def rule_set(name: str) -> RuleSetReport:
    return samples.rule_set(name)


def emit(
    source: SourceFile,
    what: str,
    *,
    rules: str | None = None,
    base: Path | None = None,
    allow_outside: bool = False,
) -> str:
    return f"{what}."
