"""A campaign: many situations, each under every preset of the engine, on all cores; and what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from time import perf_counter

from checker.domain.source import SourceFile
from checker.syntax import parse
from tests.engine.compare import PRESETS, Outcome, compare
from tests.engine.departures import NAMES, RULES
from tests.engine.engine import Engine, EngineError
from tests.engine.features import features
from tests.engine.generate import generate
from tests.engine.lua import Inexpressible
from tests.engine.ours import StoryError
from tests.engine.scenario import Scenario
from tests.engine.shrink import shrink

_TWICE = 25  # of so many situations one is also asked as the product does
_CHUNK = 20


@dataclass(slots=True)
class Summary:
    """What a campaign found."""

    outcomes: Counter[tuple[str, str, tuple[str, ...]]] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str]] = field(default_factory=list)  # could not be asked at all
    differences: list[tuple[int, str, str]] = field(default_factory=list)  # number, preset, the story shrunk
    situations: int = 0
    orders: int = 0
    replays: int = 0

    def take(self, other: Summary) -> None:
        """Adds another part of the campaign."""
        self.outcomes += other.outcomes
        self.features += other.features
        self.failures += other.failures
        self.differences += other.differences
        self.situations += other.situations
        self.orders += other.orders
        self.replays += other.replays

    @property
    def good(self) -> bool:
        """Whether every situation was asked and every difference is a known departure."""
        return not self.failures and not self.differences


def run(
    numbers: Sequence[int], seed: int, jobs: int = 1, *, small: bool = False, out: Path | None = None
) -> Summary:
    """The campaign over the situations of these numbers.

    Differences are written to the folder `out` as they are found; those of small situations are not shrunk any more.
    """
    chunks = [numbers[start : start + _CHUNK] for start in range(0, len(numbers), _CHUNK)]
    summary = Summary()
    with ExitStack() as stack:
        parts: Iterator[Summary] = map(_some, chunks, repeat(seed), repeat(small))
        if jobs > 1:
            pool = stack.enter_context(ProcessPoolExecutor(jobs))
            parts = pool.map(_some, chunks, repeat(seed), repeat(small))
        for part in parts:
            summary.take(part)
            if out is not None:
                write(part, out)
    return summary


_engine: Engine | None = None


def shared_engine() -> Engine:
    """One driver for each process; it ends with its standard input, when the process does."""
    global _engine
    if _engine is None:
        _engine = Engine()
    return _engine


def _some(numbers: Iterable[int], seed: int, small: bool) -> Summary:
    summary = Summary()
    for number in numbers:
        scenario = generate(seed, number, small=small)
        text = str(scenario)
        summary.situations += 1
        summary.features.update(features(parse(SourceFile("<story>", text))[0]))
        try:
            outcomes = compare(text, shared_engine(), twice=number % _TWICE == 0)
        except (Inexpressible, StoryError, EngineError) as error:
            summary.failures.append((number, f"{type(error).__name__}: {error}"))
            continue
        for outcome in outcomes:
            summary.outcomes[outcome.flags, outcome.verdict, outcome.departures] += 1
            summary.orders += len(outcome.engine)
            summary.replays += outcome.replays
        different = [outcome for outcome in outcomes if outcome.verdict == "difference"]
        if different:
            flags = different[0].flags
            found = smallest(scenario, flags, shared_engine()) if not small else told(different[0], text)
            summary.differences.append((number, flags, found))
    return summary


def smallest(scenario: Scenario, flags: str, engine: Engine) -> str:
    """The smallest story that differs under a preset, as a `.chain` file with both sets."""

    def outcome(candidate: Scenario) -> Outcome | None:
        try:
            return compare(str(candidate), engine, (flags,))[0]
        except (Inexpressible, StoryError, EngineError, KeyError):
            return None

    def differs(candidate: Scenario) -> bool:
        found = outcome(candidate)
        return found is not None and found.verdict == "difference" and bool(found.engine) == asked

    first = outcome(scenario)
    asked = first is not None and bool(first.engine)
    small = shrink(scenario, differs)
    found = outcome(small)
    assert found is not None
    return told(found, str(small))


def told(outcome: Outcome, text: str) -> str:
    """A story with both sets as comments."""
    comments = "".join(f"# {line}\n" for line in sets(outcome))
    return comments + text.replace("rules ocg\n", f"rules {RULES[outcome.flags]}\n", 1)


def sets(outcome: Outcome) -> list[str]:
    """Both sets as lines."""
    lines = [f"the engine under {outcome.flags} against our `{RULES[outcome.flags]}`: {outcome.verdict}"]
    if outcome.departures:
        lines.append(f"known departures: {', '.join(outcome.departures)}")
    if outcome.note:
        lines.append(outcome.note)
    for title, orders in (
        ("both", outcome.engine & outcome.ours),
        ("the engine only", outcome.engine - outcome.ours),
        ("we only", outcome.ours - outcome.engine),
    ):
        if orders:
            told = " ".join(f"[{', '.join(order)}]" for order in sorted(orders, key=lambda o: (len(o), o)))
            lines.append(f"{title} ({len(orders)}): {told}")
    return lines


def report(summary: Summary, seed: int, seconds: float) -> str:
    """The summary as text."""
    lines = [f"duel engine: {summary.situations} situations, seed {seed}, {seconds:.0f} s"]
    lines.append(f"{summary.orders} orders compared, {summary.replays} duels replayed")
    for flags in PRESETS:
        counts = {
            verdict: sum(n for (f, v, _), n in summary.outcomes.items() if f == flags and v == verdict)
            for verdict in ("equal", "not a legal story", "too many orders", "departure", "difference")
        }
        lines.append("")
        lines.append(f"{flags} against `{RULES[flags]}`:")
        lines.append(f"  {counts['equal']:>6} equal")
        lines.append(f"  {counts['not a legal story']:>6} equal: a play is refused by both")
        lines.append(
            f"  {counts['too many orders']:>6} not compared: too many orders for the engine to be replayed"
        )
        lines.append(f"  {counts['departure']:>6} known departures")
        for (f, verdict, names), number in sorted(summary.outcomes.items()):
            if f == flags and verdict == "departure":
                lines.append(f"  {'':>6}   {number} {' and '.join(names)}")
        lines.append(f"  {counts['difference']:>6} unexplained")
    lines += ["", "departures:", *(f"  {name}: {told}" for name, told in NAMES.items())]
    lines += ["", f"situations that could not be asked: {len(summary.failures)}"]
    lines += [f"  {number}: {why}" for number, why in summary.failures[:20]]
    lines += ["", "situations with:"]
    lines += [f"  {number:>6} {name}" for name, number in sorted(summary.features.items())]
    return "\n".join(lines) + "\n"


def write(summary: Summary, out: Path) -> None:
    """The differences as files of a folder."""
    for number, flags, text in summary.differences:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{number}-{flags}.chain").write_text(text, encoding="utf-8")


def timed(numbers: Sequence[int], seed: int, jobs: int, out: Path) -> tuple[Summary, float]:
    """The campaign and how many seconds it took."""
    start = perf_counter()
    summary = run(numbers, seed, jobs, out=out)
    return summary, perf_counter() - start
