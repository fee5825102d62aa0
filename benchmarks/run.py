"""The ratios that must hold, measured in one run so that the machine matters little.

`python benchmarks/run.py` prints a row for each: what was measured, the value, its limit, and whether that
holds; it exits with 1 if one does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import clingo

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import checker  # noqa: E402 -- a bare checkout is enough

EXAMPLE = ROOT / "examples" / "dark-hole.chain"
PERMUTATIONS = "n(1..8). 1 { at(P,X) : n(X) } 1 :- n(P). :- at(P,X), at(Q,X), P < Q."
SEGOC = [sys.executable, "-m", "checker"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: it holds if `value` is at most `limit`."""

    name: str
    value: float
    limit: float
    unit: str = "×"

    @property
    def holds(self) -> bool:
        """True if the limit is kept."""
        return self.value <= self.limit


def main() -> int:
    """Measure everything, print the table, and return the exit code."""
    rows = []
    for measure in (start_of_check, long_chain, listing, counting, growth, many_files):
        for row in measure():
            rows.append(row)
            sign = "ok" if row.holds else "MISSED"
            value = f"{row.value:8.2f} {row.unit:<2} (limit {row.limit:g})"
            print(f"{row.name:<72} {value:<24} {sign}", flush=True)
    return int(not all(row.holds for row in rows))


def start_of_check() -> Iterator[Row]:
    """The whole process of `segoc check`, against the imports that it cannot do without."""
    check, bare = alternate(
        lambda: command([*SEGOC, "check", str(EXAMPLE)]),
        lambda: command([sys.executable, "-c", "import clingo, lark"]),
        rounds=25,
    )
    yield Row("segoc check, whole process / python -c 'import clingo, lark'", check / bare, 1.7)
    # Rich files, with several questions about orders or many windows, cost more; the limit for them is our own.
    files = sorted((ROOT / "examples").glob("*.chain"))
    *times, bare = alternate(
        *(lambda path=path: command([*SEGOC, "check", str(path)]) for path in files),
        lambda: command([sys.executable, "-c", "import clingo, lark"]),
        rounds=7,
    )
    yield Row("the same, the median of all files in examples/", median(times) / bare, 2.2)


def long_chain() -> Iterator[Row]:
    """The story of Blowback Dragon, against the same story with its first chain link alone."""
    whole = ROOT / "examples" / "blowback-dragon.chain"
    text = whole.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        cut = Path(folder) / "cut.chain"
        first, _, _ = text.partition("Ben activates bottomless")
        cut.write_text(first + "chain resolves\n", encoding="utf-8")
        seven, one = alternate(
            lambda: command([*SEGOC, "check", str(whole)]),
            lambda: command([*SEGOC, "check", str(cut)]),
            rounds=11,
        )
    yield Row("check of seven chain links / of one, whole processes", seven / one, 2)


def listing() -> Iterator[Row]:
    """Every order of 8 free triggers, decoded, against clingo counting 8! models and showing none."""
    story = triggers("mandatory", 8)

    def explored() -> None:
        assert sum(1 for _ in checker.explore(story).orders) == 40_320

    def silent() -> None:
        control = clingo.Control(["0"])
        control.add("base", [], PERMUTATIONS)
        control.ground([("base", [])])
        control.solve()
        assert control.statistics["summary"]["models"]["enumerated"] == 40_320

    ours, theirs = alternate(explored, silent, rounds=5)
    yield Row("explore 8 mandatory triggers, 40,320 orders / clingo enumerating 8!", ours / theirs, 8)


def counting() -> Iterator[Row]:
    """`--count` of 1,302,061,345 orders, against that of 16."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {number: Path(folder) / f"{number}.chain" for number in (3, 12)}
        for number, path in paths.items():
            path.write_text(triggers("optional", number), encoding="utf-8")
        assert checker.count(paths[12]).count == 1_302_061_345
        many, few = alternate(
            lambda: command([*SEGOC, "explore", "--count", str(paths[12])]),
            lambda: command([*SEGOC, "explore", "--count", str(paths[3])]),
            rounds=7,
        )
    yield Row("explore --count, 12 optional triggers / 3 optional triggers", many / few, 3)


def growth() -> Iterator[Row]:
    """How the time of `check` grows with the number of plays."""
    sizes = (10, 20, 40)
    stories = {size: plays(size) for size in sizes}
    for story in stories.values():
        assert checker.check(story).verdict == "legal", checker.check(story).diagnostics
    times = alternate(*(lambda story=stories[size]: checker.check(story) for size in sizes), rounds=5)
    for smaller, larger, before, after in zip(sizes, sizes[1:], times, times[1:], strict=False):
        yield Row(f"check of {larger} plays / {smaller} plays", after / before, 3)


def many_files() -> Iterator[Row]:
    """A thousand small files in one run."""
    number = 1000
    with tempfile.TemporaryDirectory() as folder:
        for i in range(number):
            text = triggers("mandatory", 1 + i % 3) + f"expect count {(1, 2, 6)[i % 3]}\n"
            (Path(folder) / f"{i:04}.chain").write_text(text, encoding="utf-8")
        seconds = timed(lambda: command([*SEGOC, "check", "-q", folder]))
    yield Row("check of 1,000 small files in one run, each", seconds / number * 1000, 15, "ms")


# ---------------------------------------------------------------- stories


def triggers(kind: str, number: int) -> str:
    """A story in which one player's `number` effects triggered at once."""
    return "players A, B\n" + "".join(f'A triggers {kind} "Card {i}" as c{i}\n' for i in range(number))


def plays(number: int) -> str:
    """A story with `number` activations, five to a chain, by both players in turn."""
    lines = ["players A, B"]
    for i in range(number):
        lines.append(f'card "Trap {i}" normal trap {{ activate -> "something" }}')
        lines.append(f'{"AB"[i % 5 % 2]} set: "Trap {i}" as t{i}')
    for i in range(number):
        lines.append(f"{'AB'[i % 5 % 2]} activates t{i}")
        if i % 5 == 4:
            lines.append("chain resolves")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- measuring


def alternate(*tasks: Callable[[], object], rounds: int) -> tuple[float, ...]:
    """The median time of each task; they take turns, so that a busy moment meets all of them."""
    times: list[list[float]] = [[] for _ in tasks]
    for task in tasks:
        task()
    for _ in range(rounds):
        for task, kept in zip(tasks, times, strict=True):
            kept.append(timed(task))
    return tuple(median(kept) for kept in times)


def timed(task: Callable[[], object]) -> float:
    """The seconds that a task takes."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def command(words: list[str]) -> None:
    """Run a command from the root of the checkout, with compiled modules as if installed; it must succeed."""
    subprocess.run(words, cwd=ROOT, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
