"""What is fed in: sentences of the grammar, stories of this repository with changes, and bytes that are no text.

Every input follows from a seed and a number, so that a failure can be made again.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache

from checker.syntax.words import KEYWORDS
from tests.unit.syntax.samples import EXAMPLES, README_BLOCKS, derived

LARGEST = 20_000  # characters of an input, so that a campaign gets on

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w-]+|\s+|.', re.DOTALL)
# What a terminal, a browser or a careless reader might obey.
NASTY = (
    *map(chr, (0, 7, 8, 9, 11, 12, 13, 27, 127, 133, 155, 160, 173)),
    "\u061c", "\u180e", "\u200b", "\u200d", "\u200e", "\u202e", "\u2028", "\u2066", "\u2069", "\ufeff", "\ufff9",
    "\ufffe", "\U000e0041", "\U0001f468\u200d\U0001f469", "e\u0301\u0301", "ﷺ", "遊戯", "İ", "ß", "²", "٣",
    "\x1b[2J", "\x1b]0;x\x07", "<script>alert(1)</script>", "</style>", "]]>", "-->", "&amp;", "'\"", "\\", "\\\\",
    '\\"',     "%s", "{0}", "{x}", "$(x)", "`x`", "#", ";", "\r\n", "\r", "//", "--", "->", "→", "'s", "’s", "“",
    "0", "-1", "99999999999999999999", "1" * 5_000,
)  # fmt: skip
_HEADER = "players Yugi, Kaiba\n"


def make(seed: int, number: int) -> bytes:
    """The input of that number in the campaign of that seed."""
    rng = random.Random(f"{seed}:{number}")
    kind = rng.choices(list(_KINDS), list(_KINDS.values()))[0]
    found = kind(rng)
    if isinstance(found, bytes):
        return found[:LARGEST]
    return found[:LARGEST].encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------- kinds of inputs


def _sentences(rng: random.Random) -> str:
    """Sentences that the grammar allows, with names that the others use too."""
    names = _names(rng)
    lines = [_HEADER] if rng.random() < 0.7 else []
    for _ in range(rng.randint(1, 10)):
        start = rng.choices(["statement", "card_line", "link_line"], [8, 2, 1])[0]
        text = derived(start, rng.randrange(10**9))
        if start == "card_line":
            text = f"card {rng.choice(names['quoted'])} monster {{ {text} }}"
        elif start == "link_line":
            text = f"chain resolves {{ {text} }}"
        lines.append(_renamed(rng, text, names))
    return "\n".join(lines) + "\n"


def _edited(rng: random.Random) -> str:
    """A story with some statements left out, doubled, moved or taken from another one."""
    lines = _story(rng).split("\n")
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        where = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                del lines[where]
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[where])
            case 2:
                lines.insert(rng.randrange(len(lines) + 1), lines.pop(where))
            case 3:
                lines.insert(where, rng.choice(_story(rng).split("\n")))
            case _:
                lines[where] = _mutated_line(rng, lines[where])
        lines = lines or [""]
    return "\n".join(lines)


def _tokens(rng: random.Random) -> str:
    """A story with some words left out, doubled, exchanged or put in."""
    parts = _TOKEN.findall(_story(rng)) or [""]
    pool = _words()
    for _ in range(rng.choice((1, 2, 4, 12))):
        where = rng.randrange(len(parts))
        match rng.randrange(6):
            case 0:
                parts[where] = ""
            case 1:
                parts.insert(where, parts[rng.randrange(len(parts))])
            case 2:
                parts[where], other = parts[(other := rng.randrange(len(parts)))], parts[where]
                parts[rng.randrange(len(parts))] = other
            case 3:
                parts[where] = rng.choice(pool)
            case 4:
                parts.insert(where, f" {rng.choice(pool)} ")
            case _:
                parts[where] = rng.choice(NASTY)
    return "".join(parts)


def _spliced(rng: random.Random) -> str:
    """The beginning of one story and the end of another."""
    one, other = _story(rng), _story(rng)
    return one[: rng.randrange(len(one) + 1)] + other[rng.randrange(len(other) + 1) :]


def _named(rng: random.Random) -> str:
    """A story in which names hold what nobody should put into a name."""
    text = _story(rng)
    quoted = sorted(set(re.findall(r'"((?:[^"\\\n]|\\.)+)"', text)))
    for name in rng.sample(quoted, min(len(quoted), 2)):
        bad = "".join(
            sign for sign in rng.choices(NASTY, k=rng.randint(1, 3)) if '"' not in sign and "\\" not in sign
        )
        text = text.replace(f'"{name}"', f'"{name}{bad}"')
    return text


def _signs(rng: random.Random) -> str:
    """A story with signs put in, taken out or repeated."""
    text = _story(rng)
    for _ in range(rng.choice((1, 3, 10))):
        where = rng.randrange(len(text) + 1)
        match rng.randrange(3):
            case 0:
                text = text[:where] + rng.choice(NASTY) + text[where:]
            case 1:
                text = text[:where] + text[where + rng.randint(1, 8) :]
            case _:
                text = (
                    text[:where]
                    + text[where : where + rng.randint(1, 20)] * rng.choice((2, 3, 40))
                    + text[where:]
                )
    return text


def _bytes(rng: random.Random) -> bytes:
    """A story with bytes changed, in another encoding, cut in the middle of a sign, or no text at all."""
    data = bytearray(_story(rng).encode())
    match rng.randrange(5):
        case 0:
            for _ in range(rng.choice((1, 3, 30))):
                data[rng.randrange(len(data))] = rng.randrange(256)
        case 1:
            return data.decode().encode(rng.choice(("utf-16", "utf-32", "utf-16-le", "utf-8-sig", "utf-7")))
        case 2:
            where = rng.randrange(len(data))
            data[where:where] = rng.choice(
                (b"\xc3", b"\xed\xa0\x80", b"\xff", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\0")
            )
        case 3:
            return rng.randbytes(rng.randint(0, 200))
        case _:
            return bytes(rng.choices(b" \n\t\"{}[]:,;#->.1aA_\\'", k=rng.randint(0, 300)))
    return bytes(data)


_KINDS: dict[Callable[[random.Random], str | bytes], int] = {
    _sentences: 20,
    _edited: 22,
    _tokens: 22,
    _spliced: 8,
    _named: 8,
    _signs: 12,
    _bytes: 8,
}


# ---------------------------------------------------------------- material


@cache
def _stories() -> list[str]:
    return [path.read_text("utf-8") for path in EXAMPLES] + README_BLOCKS


def _story(rng: random.Random) -> str:
    return rng.choice(_stories())


@cache
def _words() -> list[str]:
    """Every keyword once, and the words of the stories, each as often as in one story in twenty."""
    found = sorted(KEYWORDS)
    for text in _stories()[::20]:
        found += (part for part in _TOKEN.findall(text) if not part.isspace())
    return found


def _mutated_line(rng: random.Random, line: str) -> str:
    """The line with one word taken from elsewhere: often a sound statement of its own."""
    parts = _TOKEN.findall(line)
    spots = [index for index, part in enumerate(parts) if not part.isspace()]
    if spots:
        parts[rng.choice(spots)] = rng.choice(_words())
    return "".join(parts)


def _names(rng: random.Random) -> dict[str, list[str]]:
    text = _story(rng)
    quoted = re.findall(r'"(?:[^"\\\n]|\\.)+"', text)[:4] or ['"Sangan"']
    return {"quoted": quoted, "bare": ["Yugi", "Kaiba", "x", "y"]}


def _renamed(rng: random.Random, text: str, names: dict[str, list[str]]) -> str:
    """A derived sentence with most of its names replaced by some that occur elsewhere in the story."""
    known: dict[str, str] = defaultdict(lambda: rng.choice(names["bare"]))

    def renamed(found: re.Match[str]) -> str:
        word = found[0]
        if word.startswith('"'):
            return rng.choice(names["quoted"])
        return known[word] if word in {"s1", "Yugi", "gob-2", "遊戯", "x1"} else word

    return re.sub(r'"(?:[^"\\]|\\.)*"|[\w-]+', renamed, text)
