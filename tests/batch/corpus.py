"""A folder of small stories, one in each hundred broken, and what `segoc check` has to say of each."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

EVERY = 100  # one file of so many is broken

_CARDS = ("Sangan", "Peten the Dark Clown", "Witch of the Black Forest", "灰流うらら", "Gorz", "Dandylion")


def make(folder: Path, number: int, seed: int) -> dict[str, str]:
    """Write the files; returns the path of each and its standing in the summary, in the order to name them."""
    rng = random.Random(seed)
    broken = {first + rng.randrange(min(EVERY, number - first)) for first in range(0, number, EVERY)}
    standings = {}
    kinds = list(_BROKEN)
    for index in range(number):
        path = folder / f"{index // 1000:02}" / f"{index:05}.chain"
        path.parent.mkdir(exist_ok=True)
        if index in broken:
            kind = kinds[index // EVERY % len(kinds)]
            kind(path, rng)
            standings[str(path)] = _BROKEN[kind]
        else:
            text, standings[str(path)] = _story(rng)
            path.write_text(text, "utf-8")
    return standings


def _story(rng: random.Random) -> tuple[str, str]:
    """A story, and what it is."""
    number = rng.randint(1, 4)
    lines = ["players Yugi, Kaiba"]
    for index in range(number):
        kind = rng.choice(("mandatory", "optional"))
        lines.append(f'{rng.choice(("Yugi", "Kaiba"))} triggers {kind} "{rng.choice(_CARDS)}" as c{index}')
    match rng.randrange(20):
        case 0:
            lines.append("expect count 999")
            return "\n".join(lines) + "\n", "with a failed expectation"
        case 1:
            return 'players Yugi, Kaiba\nYugi hand: "Sangan" as s\nYugi attacks directly with s\n', "illegal"
        case _:
            lines.append("expect Yugi to act")
            return "\n".join(lines) + "\n", "legal"


def _bytes(content: bytes) -> Callable[[Path, random.Random], None]:
    def write(path: Path, _: random.Random) -> None:
        path.write_bytes(content)

    return write


def _random(path: Path, rng: random.Random) -> None:
    path.write_bytes(b"\xff" + rng.randbytes(300))


def _folder(path: Path, _: random.Random) -> None:
    path.mkdir()


def _missing(path: Path, _: random.Random) -> None:
    path.unlink(missing_ok=True)


def _circle(path: Path, _: random.Random) -> None:
    path.symlink_to(path.name)


def _pipe(path: Path, _: random.Random) -> None:
    os.mkfifo(path)


_BROKEN: dict[Callable[[Path, random.Random], None], str] = {
    _bytes("rules tcg\nplayers Yugi, Fröhlich\n".encode("latin-1")): "unreadable",
    _bytes('Yugi triggers "Sangan'.encode("utf-16")): "unreadable",
    _bytes(b""): "unreadable",
    _bytes(b"#" * 2_000_001): "unreadable",
    _bytes(b"players A, B\0\n"): "unreadable",
    _random: "unreadable",
    _folder: "unreadable",
    _missing: "unreadable",
    _circle: "unreadable",
    _pipe: "unreadable",
    _bytes(b"Yugi trigers mandatory Sangan\n"): "invalid",
    _bytes(b"rules rush\n"): "invalid",
    _bytes(b'use "../../../etc/passwd"\n'): "invalid",
    _bytes(b'Yugi activates "Nowhere"\n'): "invalid",
    _bytes(b"{" * 5_000): "invalid",
}
