"""Writes the index of the rulebook anew: `python -m checker.solver.build` after a change in `rules/`."""

from __future__ import annotations

import json

from checker.solver.rulebook import INDEX, build


def main() -> None:
    """Writes the index beside this module."""
    INDEX.write_text(json.dumps(build(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
