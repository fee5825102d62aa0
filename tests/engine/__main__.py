"""`python -m tests.engine campaign|responses|replay …`: see docs/testing.md."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.arguments import count, number
from tests.engine import responses
from tests.engine.campaign import report, sets, timed
from tests.engine.compare import compare
from tests.engine.engine import Engine, EngineError, MissingEngineError
from tests.engine.lua import Inexpressible
from tests.engine.ours import StoryError


def main() -> int:
    """The exit code: 1 if something differs that no known departure explains, 2 if it could not be asked."""
    parser = ArgumentParser(prog="python -m tests.engine")
    commands = parser.add_subparsers(dest="command", required=True)
    campaign = commands.add_parser("campaign", help="random situations against the duel engine")
    campaign.add_argument("-n", type=count, default=1000, help="how many situations")
    campaign.add_argument("--seed", type=int, default=1)
    campaign.add_argument("--first", type=number, default=0, help="the number of the first situation")
    campaign.add_argument("--jobs", type=count, default=os.cpu_count() or 1)
    campaign.add_argument(
        "--out", type=Path, default=Path("/tmp/segoc-engine"), help="where differences are written"
    )
    answers = commands.add_parser("responses", help="what may be added to a chain, against the duel engine")
    answers.add_argument("-n", type=count, default=1000, help="how many positions")
    answers.add_argument("--seed", type=int, default=1)
    answers.add_argument("--jobs", type=count, default=os.cpu_count() or 1)
    replay = commands.add_parser("replay", help="one story against the duel engine")
    replay.add_argument("file", type=Path)
    given = parser.parse_args()
    try:
        if given.command == "replay":
            return _replay(given.file)
        if given.command == "responses":
            return _responses(given.n, given.seed, given.jobs)
        numbers = range(given.first, given.first + given.n)
        summary, seconds = timed(numbers, given.seed, given.jobs, given.out)
    except MissingEngineError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(report(summary, given.seed, seconds))
    for situation, flags, text in summary.differences:
        sys.stdout.write(f"\ndifference: {given.out / f'{situation}-{flags}.chain'}\n{text}")
    return 0 if summary.good else 1


def _responses(wanted: int, seed: int, jobs: int) -> int:
    found, seconds = responses.run(wanted, seed, jobs)
    sys.stdout.write(responses.report(found, seed, seconds))
    for told in found.differences:
        sys.stdout.write(f"\n{told}")
    return 1 if found.differences else 0


def _replay(path: Path) -> int:
    if not path.is_file():
        sys.stderr.write(f"{path}: this is no file\n")
        return 2
    try:
        with Engine() as engine:
            outcomes = compare(path.read_text("utf-8"), engine, name=str(path), base=path.parent, twice=True)
    except (Inexpressible, StoryError, EngineError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{path}: {error}\n")
        return 2
    for outcome in outcomes:
        sys.stdout.write("\n  ".join(sets(outcome)) + "\n")
    return 1 if any(outcome.verdict == "difference" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
