"""A syntax tree as text: one node or value a line, indented, with the place of each statement."""

from __future__ import annotations

from collections.abc import Iterator

from checker.domain.data import fields
from checker.syntax.tree import File, Node


def outline(file: File) -> str:
    """The statements of a file as an outline."""
    return "\n".join(line for statement in file.statements for line in _lines("", statement, 0))


def _lines(name: str, value: object, depth: int) -> Iterator[str]:
    indent = "  " * depth
    prefix = f"{indent}{name}: " if name else indent
    if isinstance(value, Node):
        start = value.span.start
        yield f"{prefix}{type(value).__name__} @{start.line}:{start.column}"
        for field in fields(value):
            inner = getattr(value, field.name)
            if (
                field.name != "span"
                and inner is not None
                and inner != ()
                and inner is not False
                and not _is_span(inner)
            ):
                yield from _lines(field.name, inner, depth + 1)
    elif isinstance(value, tuple):
        yield f"{prefix.rstrip()}"
        for part in value:
            yield from _lines("", part, depth + 1)
    else:
        yield f"{prefix}{value!r}"


def _is_span(value: object) -> bool:
    return type(value).__name__ == "Span"
