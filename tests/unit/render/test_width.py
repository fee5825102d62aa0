"""Cells, unsafe characters, and lines that are too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from checker.render.layout.width import clean, crop, pad, width, window


@pytest.mark.parametrize(
    ("text", "cells"),
    [("Sangan", 6), ("灰流うらら", 10), ("Cafe\u0301", 4), ("\t", 4), ("", 0), ("🂡", 1), ("🔥", 2)],
)
def test_width(text: str, cells: int) -> None:
    assert width(text) == cells


@pytest.mark.parametrize(
    "char",
    [
        "\x1b",
        "\x00",
        "\x7f",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u2028",
        "\ufeff",
        "\ud800",
        "\r",
        "\n",
        "\ufffe",
        "\ufdd0",
    ],
)
def test_what_a_terminal_might_obey_is_never_printed(char: str) -> None:
    shown = clean(f"a{char}b")
    assert char not in shown
    assert width(f"a{char}b") == len(shown) == 3


@given(st.text())
def test_width_is_that_of_what_is_printed(text: str) -> None:
    assert width(text) == width(clean(text))
    assert clean(clean(text)) == clean(text)


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo", "Nd"], max_codepoint=0xFFFF)))
def test_letters_are_as_wide_as_rich_thinks(text: str) -> None:
    # rich knows newer tables than the standard library; they agree on what card names are written in.
    known = "".join(
        c for c in text if ord(c) < 0x300 or 0x3041 <= ord(c) <= 0x30FA or 0x4E00 <= ord(c) <= 0x9FBF
    )
    assert width(known) == cell_len(known)


@given(st.text(), st.integers(1, 30))
def test_crop_and_pad(text: str, cells: int) -> None:
    assert width(crop(text, cells)) <= cells
    assert width(pad(text, cells)) >= cells


@given(st.text(), st.data(), st.integers(20, 60))
def test_a_window_fits_and_contains_the_start(text: str, data: st.DataObject, cells: int) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, lead, size = window(text, start, end, cells)
    assert width(shown) <= cells
    assert lead <= cells
    assert size >= 1


def test_a_window_shows_what_is_marked() -> None:
    line = "x" * 500 + "HERE" + "y" * 500
    shown, lead, size = window(line, 500, 504, 60)
    assert shown[lead : lead + size] == "HERE"
    assert shown.startswith("…")
    assert shown.endswith("…")
