"""Arguments that the campaigns share."""

from __future__ import annotations

from argparse import ArgumentTypeError


def count(text: str) -> int:
    """A whole number from 1 on. Raises `ArgumentTypeError`."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no number from 1 on")
    return int(text)


def number(text: str) -> int:
    """A whole number from 0 on. Raises `ArgumentTypeError`."""
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text} is no number from 0 on")
    return int(text)
