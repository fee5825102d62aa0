"""Columns of text that stay in line whatever script the words are in."""

from __future__ import annotations

from collections.abc import Sequence

from checker.render.layout.width import clean, pad, width


def table(rows: Sequence[Sequence[str]], *, indent: str = "  ", gap: str = "  ") -> list[str]:
    """The rows as aligned lines; a column that is empty in every row is left out."""
    if not rows:
        return []
    columns = [i for i in range(len(rows[0])) if any(row[i] for row in rows)]
    sizes = {i: max(width(row[i]) for row in rows) for i in columns}
    lines = []
    for row in rows:
        cells = [clean(row[i]) if i == columns[-1] else pad(row[i], sizes[i]) for i in columns]
        lines.append((indent + gap.join(cells)).rstrip())
    return lines
