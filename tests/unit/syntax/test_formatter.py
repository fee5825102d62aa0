"""Formatting changes line breaks and blanks; what a text means and its comments stay, and twice is as once."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker.domain.cells import width
from checker.domain.source import SourceFile
from checker.syntax import parse
from checker.syntax.comments import covered
from checker.syntax.formatter import format_text
from checker.syntax.scanner import scan
from tests.unit.syntax.samples import EXAMPLES, README_BLOCKS, REPOSITORY, derived, placeless, statements

_COMMENT = re.compile(r"(?:^|\s)(#.*?)[^\S\n]*$", re.MULTILINE)
_LIBRARY = REPOSITORY / "checker/library/classics.chain"


def _formatted(text: str) -> str:
    """The formatted text, after a look at everything that must hold for any text."""
    done = format_text(text)
    if done != text:
        assert placeless(statements(done)) == placeless(statements(text)), done
        assert format_text(done) == done
        assert covered(SourceFile("made.chain", done)) == covered(SourceFile("made.chain", text)), (
            text,
            done,
        )
    assert not re.search(r"[^\S\n]\n|\n\n\n|\A\n|\t|\r|\ufeff", done)
    assert not done or (done.endswith("\n") and not done.endswith("\n\n"))
    return done


# ---------------------------------------------------------------- every text of the repository


def test_stories_of_the_repository() -> None:
    for path in (*EXAMPLES, _LIBRARY):
        text = path.read_text("utf-8")
        done = _formatted(text)
        assert _COMMENT.findall(done) == _COMMENT.findall(text), path


@pytest.mark.parametrize("block", README_BLOCKS)
def test_reference(block: str) -> None:
    _formatted(block)


# ---------------------------------------------------------------- made-up texts


@cache
def _pool() -> list[list[str]]:
    """Random statements without errors, as words; `{` and `}` of blocks are words as well."""
    found = []
    for seed in range(600):
        kind = ("statement", "statement", "card_line", "link_line")[seed % 4]
        text = derived(kind, seed)
        if kind == "card_line":
            text = f'card "C{seed}" monster {{ {text} ; {derived(kind, seed + 1)} }}'
        elif kind == "link_line":
            text = f"chain resolves {{ {text} }}"
        if not parse(SourceFile("made.chain", text))[1]:
            found.append([str(word) for line in scan(text).lines for word in line])
    assert len(found) > 300
    return found


def _layout(words: list[str], choose: random.Random, comments: list[str], *, breaks: bool) -> str:
    """Words with random blanks between them; with `breaks` also line breaks and comments where they may stand."""
    text, inside = "", ""
    for before, word in zip([""] * 1 + words, words, strict=False):
        tight = word.startswith(("'", "’"))
        gap = "" if tight else choose.choice((" ", " ", "   ", "\t"))
        free = before in {",", "{", ";"} or (inside == "expect" and before) or (inside and word == "}")
        if breaks and free and not tight and choose.random() < 0.4:
            gap = _break(choose, comments)
        if before:
            text += gap
        text += word
        inside = words[0] if word == "{" else "" if word == "}" else inside
    return text


def _break(choose: random.Random, comments: list[str]) -> str:
    made = " " * choose.randrange(3)
    for _ in range(choose.randrange(3)):
        allow = choose.choice(("", "", "segoc: allow speed/too-low "))
        comments.append(f"# {allow}{len(comments)} {{ \" ; ' 死者蘇生")
        made += (
            comments[-1]
            + " " * choose.randrange(2)
            + "\n" * choose.randrange(1, 4)
            + " " * choose.randrange(30)
        )
    return made if "\n" in made else made + "\n"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 300), min_size=1, max_size=6), st.integers(0, 2**32))
def test_comments_anywhere(picked: list[int], seed: int) -> None:
    choose = random.Random(seed)
    comments: list[str] = []
    text = _break(choose, comments)
    for number in picked:
        text += _layout(_pool()[number], choose, comments, breaks=True)
        text += _break(choose, comments) if choose.random() < 0.4 else choose.choice((" ; ", "\n", "\r\n"))
    assume(not parse(SourceFile("made.chain", text))[1])  # hardly ever: a line that begins like a statement
    assert re.findall(r"# (?:segoc: allow speed/too-low )?\d+ .*", _formatted(text)) == comments


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 300), min_size=1, max_size=6), st.integers(0, 2**32))
def test_blanks_make_no_difference(picked: list[int], seed: int) -> None:
    choose = random.Random(seed)
    statements = [
        _pool()[number] for number in picked if ":" not in _pool()[number][:3]
    ]  # places may be lined up
    plain = "\n".join(" ".join(words).replace(" 's", "'s") for words in statements)
    other = "\n".join(_layout(words, choose, [], breaks=False) for words in statements)
    assert format_text(other) == format_text(plain)


# ---------------------------------------------------------------- the style


def _becomes(text: str, expected: str) -> None:
    assert _formatted(text) == expected


def test_one_statement_a_line_with_one_blank_between_words() -> None:
    _becomes(
        'players  A ,B;A hand:"X"  as x\n\n\n\nA  passes', 'players A, B\nA hand: "X" as x\n\nA passes\n'
    )


def test_windows_files_lose_their_signs() -> None:
    _becomes("\ufeffplayers A, B\r\n\r\nA passes # so\r\n", "players A, B\n\nA passes  # so\n")


def test_a_block_on_one_line_stays_there_if_it_fits() -> None:
    _becomes(
        'card "X" monster {ignition;draw:quick}\nexpect orders {[x,y],[y,x],}',
        'card "X" monster { ignition; draw: quick }\nexpect orders { [x, y] [y, x] }\n',
    )
    long = " or ".join(['"Card" is sent to gy'] * 5)
    _becomes(
        f'card "X" monster {{ optional trigger if {long} }}',
        f'card "X" monster {{\n  optional trigger if {long}\n}}\n',
    )


def test_a_block_on_several_lines_has_one_entry_on_each() -> None:
    _becomes(
        'card "X" monster { ignition\n\n\n draw: quick }',
        'card "X" monster {\n  ignition\n\n  draw: quick\n}\n',
    )
    _becomes("expect orders { [x, y] [y,\n x] }", "expect orders { [x, y] [y, x] }\n")
    _becomes("expect orders {\n[x, y] [y, x]\n}", "expect orders {\n  [x, y]\n  [y, x]\n}\n")
    _becomes("chain resolves {\n}", "chain resolves {}\n")


def test_a_long_list_is_broken_after_commas() -> None:
    cards = [f'"Blue-Eyes White Dragon number {number}"' for number in range(9)]
    done = _formatted(f"A hand: {', '.join(cards)}")
    assert all(width(line) <= 120 for line in done.splitlines())
    assert len(done.splitlines()) == 3
    assert done.splitlines()[1].startswith('  "Blue')
    _becomes('A hand: "X",\n        "Y"', 'A hand: "X", "Y"\n')


def test_a_list_is_not_broken_where_a_statement_would_begin() -> None:
    names = ", ".join(f"name-{number}" for number in range(14))
    _formatted(f"happens destroy {names}, 1 monster, a monster, target, this")


def test_comments_beside_code_keep_their_column_and_move_together() -> None:
    aligned = "A passes         # one\nA ends turn      # two\n                 # and more\n"
    _becomes(aligned, aligned)
    _becomes(
        'A hand:"X" as x,"Y" as y # one\nA passes                 # two\n',
        'A hand: "X" as x, "Y" as y  # one\nA passes                    # two\n',
    )


def test_comments_inside_lists_and_blocks() -> None:
    _becomes(
        'A hand: "X", # one\n# two\n"Y" # three\nexpect orders { # 4\n[x, # 5\ny]\n# 6\n}\n# 7',
        'A hand: "X",  # one\n  # two\n  "Y"  # three\n'
        "expect orders {  # 4\n  [x,  # 5\n    y]\n  # 6\n}\n# 7\n",
    )


def test_triggers_that_follow_each_other_are_a_table() -> None:
    _becomes(
        '海馬 triggers mandatory "Sangan"\nYugi triggers optional "Peten"\n\nMe triggers optional "X"',
        '海馬 triggers mandatory "Sangan"\nYugi triggers optional  "Peten"\n\nMe triggers optional "X"\n',
    )


def test_places_that_are_lined_up_stay_so() -> None:
    lined_up = 'Yugi  field: "X" as x\nKaiba field: "Y" as y\n海馬  gy: "Z"\n'
    _becomes(lined_up, lined_up)
    _becomes(lined_up.replace("  ", "    ").replace("Kaiba ", "Kaiba   "), lined_up)
    _becomes(
        'Yugi   field: "X" as x\nKaiba field: "Y" as y\n', 'Yugi field: "X" as x\nKaiba field: "Y" as y\n'
    )


ALLOW = "# segoc: allow speed/too-low because"


def test_an_allowed_line_is_not_cut() -> None:
    _becomes(
        f"A passes;B passes;  {ALLOW}\nA passes;B passes",
        f"A passes; B passes  {ALLOW}\nA passes\nB passes\n",
    )
    _becomes(f"{ALLOW}\n\n# more\nA  passes ;B passes\n", f"{ALLOW}\n\n# more\nA passes; B passes\n")
    _becomes(
        f'A passes; A hand: "X",\n# more\n"Y";B passes; B hand: "Z",  {ALLOW}\n    "Z"',
        f'A passes; A hand: "X",\n  # more\n  "Y"; B passes; B hand: "Z",  {ALLOW}\n  "Z"\n',
    )
    _becomes(f"A passes\n;  {ALLOW}\nB passes", f"A passes\n;  {ALLOW}\nB passes\n")


def test_an_allowed_block_keeps_its_lines() -> None:
    block = f'card "X" monster {{ ignition\n}}  {ALLOW}\n'
    _becomes(block, block)
    long = " or ".join(['"Card" is sent to gy'] * 5)
    block = f'card "X" monster {{ optional trigger if {long} }}  {ALLOW}\n'
    _becomes(block, block)
    _becomes(
        f'card "X" monster {{ {ALLOW}\nignition;draw:quick }};A passes',
        f'card "X" monster {{  {ALLOW}\n  ignition; draw: quick }}; A passes\n',
    )


def test_an_allowed_statement_alone_on_its_lines_is_cut_as_ever() -> None:
    _becomes(f'A hand: "X",\n "Y"  ; {ALLOW}', f'A hand: "X", "Y"  {ALLOW}\n')
    _becomes(f"{ALLOW}\nexpect orders {{[x],[y]\n}}", f"{ALLOW}\nexpect orders {{ [x] [y] }}\n")


def test_an_empty_text_stays_empty() -> None:
    _becomes(" \n\n", "")
    _becomes("\n\n# only this\n\n", "# only this\n")


def test_the_example_of_the_reference_is_in_the_style() -> None:
    assert format_text(README_BLOCKS[-1]) == README_BLOCKS[-1]
