"""`python -m checker.syntax.build`: make the parser tables anew after a change of the grammar."""

from __future__ import annotations

from checker.syntax.tables import TABLES, write


def main() -> None:
    """Write `tables.bin` and say so."""
    size = write()
    print(f"wrote {TABLES} ({size:,} bytes)")


if __name__ == "__main__":
    main()
