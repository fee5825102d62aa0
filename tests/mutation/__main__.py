"""`python -m tests.mutation`: the mutation score of the rulebook. See docs/testing.md."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from checker.resources import rules_dir, rules_text
from tests.arguments import count
from tests.mutation.baseline import programs, reaching, rule_sets_of
from tests.mutation.listed import equivalent
from tests.mutation.mutants import RULE_SETS, Mutant, mutants_of, unsafe
from tests.mutation.run import run
from tests.mutation.stories import ROOT, Case, cases

FOLDER = ROOT / ".mutation"
TOTAL, EACH = 97.0, 90.0  # per cent: what the whole and every file must reach
_ALL = ["*"]
_FEW = 8  # stories that every mutant is run against first
_LATER = ("/engine/", "/classics/", "/public/")  # … and folders that are left for those that survive them


def main() -> int:
    """Runs what is asked for and prints the score; 1 if it is too low or the list of equivalents is wrong."""
    parser = _parser()
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    begin = time.monotonic()
    made = every_mutant()
    no_program = unsafe(made)
    mutants = [mutant for mutant in made if mutant not in no_program]
    reasons = equivalent()
    results = _read_results()
    if options.only:
        mutants = [m for m in mutants if fnmatch(m.file, options.only) or fnmatch(m.key, options.only)]
    if not mutants:
        parser.error(f"no file of rules and no mutant is {options.only}")
    known = [case for case in cases() if any(fnmatch(case.name, glob) for glob in options.stories)]
    if not known:
        parser.error(f"no story is {' or '.join(options.stories)}")
    chosen = _chosen(mutants, options, results)
    if not options.report:
        _run(chosen, known, reasons, results, options)
    ok = report(chosen, results, reasons, stale={*reasons} - {mutant.key for mutant in made})
    print(f"{len(no_program)} more mutants are no program: a variable would be bound by nothing")
    print(f"{time.monotonic() - begin:.0f} s")
    return 0 if ok else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--jobs", type=count, default=2, help="processes at once (2)")
    parser.add_argument("--only", metavar="GLOB", help="mutants of these files, or with these keys")
    parser.add_argument("--stories", metavar="GLOB", nargs="+", default=_ALL, help="only these stories")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last time")
    parser.add_argument("--new", action="store_true", help="only those that were never run")
    parser.add_argument("--sample", type=count, metavar="N", help="only N of them, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help=f"at most {_FEW} stories for each")
    parser.add_argument(
        "--most", type=count, metavar="N", help="at most N stories for each that survived these"
    )
    parser.add_argument("--listed", action="store_true", help="run all stories for listed equivalents too")
    parser.add_argument("--report", action="store_true", help="run nothing, print the last results")
    return parser


def every_mutant() -> list[Mutant]:
    """The mutants of all files that hold rules (those of `vocabulary/` only declare)."""
    names = sorted(path.relative_to(rules_dir()).as_posix() for path in rules_dir().rglob("*.lp"))
    return [
        mutant
        for name in names
        if not name.startswith("vocabulary/")
        for mutant in mutants_of(name, rules_text(name))
    ]


Results = dict[str, dict[str, Any]]  # key of a mutant → its last outcome


def _read_results() -> Results:
    return {entry["key"]: entry for entry in _outcomes()}


def _outcomes() -> Iterator[dict[str, Any]]:
    """Everything that was ever written down, in that order."""
    file = FOLDER / "results.jsonl"
    if file.exists():
        yield from map(json.loads, file.read_text("utf-8").splitlines())


def _killed_by() -> dict[str, str]:
    """Key of a mutant → the case that killed it the last time that one did."""
    return {entry["key"]: entry["by"] for entry in _outcomes() if entry["killed"]}


def _chosen(mutants: Iterable[Mutant], options: argparse.Namespace, results: Results) -> list[Mutant]:
    chosen = list(mutants)
    if options.survivors:
        chosen = [m for m in chosen if m.key in results and not results[m.key]["killed"]]
    if options.new:
        chosen = [m for m in chosen if m.key not in results]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    return chosen


def _run(
    chosen: Sequence[Mutant],
    known: Sequence[Case],
    reasons: dict[str, str],
    results: Results,
    options: argparse.Namespace,
) -> None:
    """Runs the chosen ones of the mutants against a few likely stories, then what survived against all that it could
    change.

    Each outcome is written down as it comes.
    """
    seconds, rules = programs(known, FOLDER, options.jobs)
    first = [number for number, case in enumerate(known) if not any(part in case.name for part in _LATER)]
    if not options.survivors:  # they have met those
        numbers_of = {case.name: number for number, case in enumerate(known)}
        killed_by = _killed_by()
        some = {mutant.key: _asked_of(mutant, known, first) for mutant in chosen}
        for mutant in chosen:  # a rule can matter most easily where it is read
            some[mutant.key] = [n for n in some[mutant.key] if mutant.rule in rules[n]] or some[mutant.key]
            killer = numbers_of.get(killed_by.get(mutant.key, ""))
            if killer is not None and killer not in some[mutant.key]:
                some[mutant.key].append(killer)
        _carry_out(chosen, some, known, seconds, results, options, most=_FEW)
    for part in (first, [number for number in range(len(known)) if number not in set(first)]):
        left = [m for m in chosen if not results[m.key]["killed"]]
        if not options.listed:
            left = [m for m in left if m.key not in reasons]
        if left and not options.quick:
            numbers = _candidates(known, part, left, options)
            _carry_out(left, numbers, known, seconds, results, options, most=options.most)


def _asked_of(mutant: Mutant, known: Sequence[Case], numbers: Sequence[int]) -> list[int]:
    """The cases of these numbers; for a mutant of a rule set only those that ask something under it."""
    if not mutant.file.startswith(RULE_SETS):
        return list(numbers)
    return [number for number in numbers if Path(mutant.file).stem in rule_sets_of(known[number])]


def _candidates(
    known: Sequence[Case], numbers: Sequence[int], chosen: Sequence[Mutant], options: argparse.Namespace
) -> dict[str, list[int]]:
    """Key of a mutant → those of the numbers of cases that it could change."""
    asked = [mutant for mutant in chosen if not mutant.file.startswith(RULE_SETS)]
    part = [known[number] for number in numbers]
    keys = reaching(part, asked, FOLDER, options.jobs) if asked else {}
    found = {mutant.key: _asked_of(mutant, known, numbers) for mutant in chosen}
    for mutant in asked:
        found[mutant.key] = [number for number in numbers if mutant.key in keys[known[number].name]]
    return found


def _carry_out(
    chosen: Sequence[Mutant],
    numbers: dict[str, list[int]],
    known: Sequence[Case],
    seconds: Sequence[float],
    results: Results,
    options: argparse.Namespace,
    most: int | None,
) -> None:
    tasks = [(mutant, numbers[mutant.key]) for mutant in chosen]
    killed_by = _killed_by()
    with (FOLDER / "results.jsonl").open("a", encoding="utf-8") as out:
        for number, outcome in enumerate(run(tasks, known, seconds, options.jobs, killed_by, most), 1):
            entry = {
                "key": outcome.mutant.key,
                "killed": outcome.killed,
                "by": outcome.by,
                "how": outcome.how,
                "ran": outcome.ran,
                "of": len(numbers[outcome.mutant.key]),
            }
            if outcome.killed or options.stories == _ALL:
                results[outcome.mutant.key] = entry
                out.write(json.dumps(entry, ensure_ascii=False) + "\n")
                out.flush()
            else:  # some stories that do not tell say nothing about the others
                results.setdefault(outcome.mutant.key, entry)
            if number % 100 == 0:
                print(f"{number} of {len(tasks)}", file=sys.stderr, flush=True)


def report(chosen: Sequence[Mutant], results: Results, reasons: dict[str, str], stale: set[str]) -> bool:
    """Prints survivors and scores of those that were run; whether all is as it must be."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in chosen:
        if mutant.key in results:
            by_file[mutant.file].append(mutant)
    ok = not stale
    timeouts, all_killed, all_counted = 0, 0, 0
    lines = []
    for file, mutants in by_file.items():
        counted = [m for m in mutants if m.key not in reasons]
        killed = [m for m in counted if results[m.key]["killed"]]
        timeouts += sum(results[m.key]["how"] == "time" for m in killed)
        all_killed, all_counted = all_killed + len(killed), all_counted + len(counted)
        score = 100 * len(killed) / len(counted) if counted else 100.0
        ok = ok and score >= EACH
        mark = "" if score >= EACH else "   too low"
        lines.append(f"{score:6.1f} %  {len(killed):4} of {len(counted):4}  {file}{mark}")
        for mutant in counted:
            if not results[mutant.key]["killed"]:
                entry = results[mutant.key]
                print(f"survived  rules/{file}:{mutant.line}: {mutant.change}")
                print(f"          {mutant.rule}")
                print(f"          {entry['ran']} stories run of {entry['of']} that it could change")
        for mutant in mutants:
            if mutant.key in reasons and results[mutant.key]["killed"]:
                ok = False
                print(f"not equivalent, {results[mutant.key]['by']} tells: {mutant.key}")
    for key in sorted(stale):
        print(f"stale: no mutant is {key}")
    print("\n".join(lines))
    score = 100 * all_killed / all_counted if all_counted else 0.0
    listed = sum(m.key in reasons for mutants in by_file.values() for m in mutants)
    print(
        f"{score:6.2f} %  {all_killed} of {all_counted} mutants killed, {timeouts} of them by the time limit;"
    )
    print(
        f"          {listed} more are listed as equivalent; {len(chosen) - all_counted - listed} were not run"
    )
    if not all_counted:
        print("nothing that counts was run")
    return ok and score >= TOTAL


if __name__ == "__main__":
    sys.exit(main())
