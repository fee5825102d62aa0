"""`use`: which definitions it brings in, and what is said when it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.semantics.reading import laws, only, sound, story, words

CARD = 'card "C" normal spell { activate -> draw 1 }\n'
HAND = 'A hand: "C"\nA activates "C"\n'


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, "utf-8")


def test_only_the_cards_are_taken(tmp_path: Path) -> None:
    write(tmp_path, "cards.chain", f'players P, Q\nrules ocg\n{CARD}P hand: "D"\nP passes\n')
    found = sound(f'use "cards.chain"\n{HAND}', tmp_path)
    assert list(found.cards) == ["C"]
    assert (found.players, found.rules.name, len(found.plays)) == (("A", "B"), "tcg", 1)


def test_the_own_definition_wins_and_then_the_first(tmp_path: Path) -> None:
    write(tmp_path, "one.chain", 'card "C" monster\ncard "D" monster { quick -> draw 1 }\n')
    write(tmp_path, "two.chain", 'card "D" monster\n')
    found = sound(f'use "one.chain"\nuse "two.chain"\n{CARD}{HAND}A field: "D"', tmp_path)
    assert list(found.effects) == ["C", "D"]


def test_a_file_may_use_itself_and_files_each_other(tmp_path: Path) -> None:
    text = f'use "a.chain"\nuse "b.chain"\n{CARD}{HAND}A field: "D"\n'
    write(tmp_path, "a.chain", text)
    write(tmp_path, "b.chain", 'use "a.chain"\nuse "b.chain"\ncard "D" monster\n')
    assert sound(text, tmp_path).cards["D"].defined


def test_the_bundled_library() -> None:
    assert sound('use classics\nA hand: "Dark Hole"').cards["Dark Hole"].defined


@pytest.mark.parametrize(
    ("text", "law", "says"),
    [
        ('use "nothing.chain"', "name/unreadable-file", ("`nothing.chain`", "no such file")),
        ('use "folder"', "name/unreadable-file", ("`folder`", "directory")),
        ('use "."', "name/unreadable-file", ("directory",)),
        ('use "binary.chain"', "name/unreadable-file", ("`binary.chain`", "not UTF-8")),
        ('use "huge.chain"', "name/unreadable-file", ("`huge.chain`", "larger than 2 MB")),
        ('use "wrong.chain"', "name/unreadable-file", ("`wrong.chain`", "line 2", "by itself")),
        ('use "labels.chain"', "name/unreadable-file", ("`labels.chain`", "line 3", "label `a`")),
        (f'use "{"x" * 5000}"', "name/unreadable-file", ("xxx…`",)),
        ("use classic", "name/unknown-library", ("`classic`", "did you mean `classics`")),
    ],
)
def test_what_cannot_be_used(text: str, law: str, says: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary.chain").write_bytes(b"\xfecard")
    (tmp_path / "huge.chain").write_bytes(b"#" * 2_000_001)
    write(tmp_path, "wrong.chain", f'{CARD}card "D" nonsense\n')
    write(tmp_path, "labels.chain", 'card "D" monster {\na: quick -> draw 1\na: quick -> draw 1\n}')
    diagnostic = only(story(f'{text}\nA hand: "C"', tmp_path))
    assert diagnostic.law == law
    assert all(part in words(diagnostic) for part in says), words(diagnostic)


@pytest.mark.parametrize(
    "path", ["../c.chain", "{}/c.chain", "link.chain", "folder/c.chain", "in/../../c.chain"]
)
def test_what_lies_outside_is_not_brought_in(path: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    (inside / "in").mkdir(parents=True)
    write(tmp_path, "c.chain", CARD)
    (inside / "link.chain").symlink_to(tmp_path / "c.chain")
    (inside / "folder").symlink_to(tmp_path)
    text = f'use "{path.format(tmp_path)}"\nA hand: "C"'
    diagnostic = only(story(text, inside))
    assert diagnostic.law == "name/outside"
    assert "lies outside the folder of this file" in words(diagnostic)
    assert "--allow-outside" in words(diagnostic)
    assert story(text, inside, allow_outside=True).cards["C"].defined


def test_outside_nothing_is_said_about_what_exists(tmp_path: Path) -> None:
    assert laws(story('use "../gone.chain"', tmp_path)) == ["name/outside"]


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep", "c.chain", CARD)
    (tmp_path / "link.chain").symlink_to(tmp_path / "deep" / "c.chain")
    assert sound(f'use "link.chain"\n{HAND}', tmp_path).cards["C"].defined


def test_what_a_used_file_uses_is_not_looked_at(tmp_path: Path) -> None:
    write(tmp_path, "c.chain", f'use "/etc/passwd"\nuse "../../x.chain"\n{CARD}')
    assert sound(f'use "c.chain"\n{HAND}', tmp_path).cards["C"].defined


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.chain")
    assert "is a pipe to which nobody writes" in words(only(story('use "pipe.chain"', tmp_path)))


def test_a_file_of_comments_has_no_statement() -> None:
    assert laws(story("# nothing yet\n")) == ["story/no-statement"]


def test_the_sound_cards_of_a_file_with_errors_are_there(tmp_path: Path) -> None:
    write(tmp_path, "wrong.chain", f'{CARD}card "D" nonsense\n')
    assert laws(story(f'use "wrong.chain"\n{HAND}', tmp_path)) == ["name/unreadable-file"]


def test_a_card_that_is_in_the_library_only() -> None:
    diagnostic = only(story('A hand: "Dark Hole"\nA activates "Dark Hole"'))
    assert "`use classics`" in words(diagnostic)
