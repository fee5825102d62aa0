"""`python -m tests.fuzz -n 200000 --seed 1`: a campaign, its figures, and what was found as files."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.arguments import count, number
from tests.fuzz import oracle
from tests.fuzz.campaign import Found, Tally, run

_EVERY = 30.0  # seconds between two lines on how far it is


def main() -> int:
    """Run a campaign; returns 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("-n", type=count, default=10_000, help="the number of inputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=number, default=0, help="the number of the first input")
    parser.add_argument("--jobs", type=count, default=1)
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="where failures are written")
    parser.add_argument(
        "--every", type=int, default=oracle.COMMANDED, help="one input in EVERY goes through a command"
    )
    given = parser.parse_args()
    oracle.COMMANDED = given.every
    started = last = time.monotonic()

    def tell(tally: Tally) -> None:
        nonlocal last
        if time.monotonic() - last > _EVERY:
            last = time.monotonic()
            done = tally.done.total() + len(tally.found)
            print(f"{done:,} inputs, {len(tally.found)} failures, {last - started:.0f} s", file=sys.stderr)

    def keep(found: Found) -> None:
        given.save.mkdir(parents=True, exist_ok=True)
        path = given.save / f"{given.seed}-{found.number}.chain"
        path.write_bytes(found.data)
        path.with_suffix(".txt").write_text(f"{found.kind}\n\n{found.details}\n", "utf-8", "backslashreplace")
        print(f"failed: input {found.number} of seed {given.seed}: {found.kind} ({path})", flush=True)

    tally = run(given.seed, range(given.first, given.first + given.n), jobs=given.jobs, tell=tell, keep=keep)
    through = ", ".join(f"{number:,} {name}" for name, number in sorted(tally.done.items()))
    seconds = time.monotonic() - started
    print(f"{given.n:,} inputs of seed {given.seed}: {len(tally.found)} failures; {through}; {seconds:.0f} s")
    return int(bool(tally.found))


if __name__ == "__main__":
    sys.exit(main())
