"""Columns of text that stay in line whatever script the words are in, and fit into narrow terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sys import maxsize

from checker.render.layout.width import clean, pad, width
from checker.render.layout.wrap import longest, wrap

_LEAST = 16  # a last column that is narrower is no column of sentences any more

Row = Sequence[str]


def table(
    rows: Sequence[Row], *, heads: bool = False, indent: str = "  ", gap: str = "  ", room: int = maxsize
) -> list[str]:
    """The rows as aligned lines of at most `room` cells; a column that is empty in every row is left out.

    Where they are wider, the last cells are broken, and if that does not suffice, each row becomes a block with a line
    for each cell. `heads` tells that the first row names the columns; in a block a cell stands after that name.
    """
    if not rows:
        return []
    columns = [i for i in range(len(rows[0])) if any(row[i] for row in rows)]
    if not columns:
        return []
    sizes = {i: max(width(row[i]) for row in rows) for i in columns}
    *first, last = columns
    margin = len(indent) + sum(sizes[i] + len(gap) for i in first)
    left = room - margin
    if sizes[last] > left and left < max(_LEAST, *(longest(clean(row[last])) for row in rows)):
        return list(_blocks(rows, columns, indent, room, heads=heads))
    lines = []
    for row in rows:
        cells = [clean(row[i]) if i == last else pad(row[i], sizes[i]) for i in columns]
        if sizes[last] <= left:
            lines.append((indent + gap.join(cells)).rstrip())
            continue
        begin = indent + "".join(cell + gap for cell in cells[:-1])
        broken = wrap(cells[-1], left, "")
        lines.extend(((begin, " " * margin)[n > 0] + line).rstrip() for n, line in enumerate(broken))
    return lines


def _blocks(
    rows: Sequence[Row], columns: Sequence[int], indent: str, room: int, *, heads: bool
) -> Iterator[str]:
    names, body = (rows[0], rows[1:]) if heads else ([""] * len(rows[0]), rows)
    for row in body:
        for i in columns:
            if row[i]:
                lead = indent if i == columns[0] else indent + "  "
                name = f"{clean(names[i])}: " if names[i] else ""
                yield from wrap(f"{lead}{name}{clean(row[i])}", room)
