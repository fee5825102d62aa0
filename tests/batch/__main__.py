"""`python -m tests.batch -n 10000 --seed 1`: make that many files, check them in one batch, account for each."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.arguments import count
from tests.batch.corpus import EVERY, make
from tests.batch.run import check


def main() -> int:
    """Run the batch; returns 1 if anything does not add up."""
    parser = argparse.ArgumentParser(prog="python -m tests.batch", description=__doc__)
    parser.add_argument("-n", type=count, default=10_000, help="the number of files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=count, help="as for `segoc check`; without it, all cores")
    given = parser.parse_args()
    options = ["--jobs", str(given.jobs)] if given.jobs else []
    with tempfile.TemporaryDirectory(prefix="segoc-batch-") as folder:
        standings = make(Path(folder), given.n, given.seed)
        batch = check(standings, *options)
    print(batch.summary)
    for line in batch.wrong:
        print(f"wrong: {line}")
    fate = "not all accounted for" if batch.wrong else "all accounted for"
    broken = -(-given.n // EVERY)
    print(f"{given.n:,} files of seed {given.seed}, {broken:,} broken: {fate}; {batch.seconds:.0f} s")
    return int(bool(batch.wrong))


if __name__ == "__main__":
    sys.exit(main())
