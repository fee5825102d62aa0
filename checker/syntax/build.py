"""`python -m checker.syntax.build`: make the parser tables anew after a change of the grammar."""

from __future__ import annotations

import sys

from checker.syntax.tables import TABLES, write


def main() -> None:
    """Write `tables.bin` and say so."""
    size = write()
    sys.stdout.write(f"wrote {TABLES} ({size:,} bytes)\n")


if __name__ == "__main__":
    main()
