"""The parser tables: shipped ready made in `tables.bin`, or built from the grammar when those do not fit it.

`tables.bin` is one line of ASCII, the key of the grammar it was made from, and then what `Lark.save` writes.
`python -m checker.syntax.build` makes it anew.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from pathlib import Path

import lark

from checker.resources import grammar_dir

TABLES = Path(__file__).with_name("tables.bin")
START_SYMBOLS = ("statement", "card_line", "link_line")
_GRAMMAR_FILES = ("chain.lark", "terminals.lark")


@cache
def load() -> lark.Lark:
    """The parser of the language. Its `terminals` also tell the scanner what the words look like."""
    try:
        shipped = TABLES.read_bytes()
    except OSError:
        return build()
    key, _, data = shipped.partition(b"\n")
    return lark.Lark.load(io.BytesIO(data)) if key == grammar_key() else build()


def build(**options: bool) -> lark.Lark:
    """The parser, made from the grammar files in memory; `options` go to lark."""
    path = grammar_dir() / "chain.lark"
    return lark.Lark(
        path.read_text(encoding="utf-8"),
        source_path=str(path),
        parser="lalr",
        lexer="basic",
        start=list(START_SYMBOLS),
        propagate_positions=True,
        **options,
    )


def write() -> int:
    """Write `tables.bin` for the grammar as it is now; returns its size in bytes."""
    buffer = io.BytesIO()
    build().save(buffer)
    return TABLES.write_bytes(grammar_key() + b"\n" + buffer.getvalue())


def grammar_key() -> bytes:
    """What tables must have been made from to be of use: this grammar, by this version of lark."""
    digest = hashlib.sha256(lark.__version__.encode())
    for name in _GRAMMAR_FILES:
        # Line ends do not matter: a checkout may have changed them.
        digest.update((grammar_dir() / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest().encode()
