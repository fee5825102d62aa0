"""`segoc play`: a session by itself, and the conversation about it."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pexpect
import pytest

import checker
from checker import cli
from checker.domain.report import Choice
from checker.domain.source import SourceFile
from checker.play import CannotPlay, Session

ROOT = Path(__file__).parents[2]
DARK_HOLE = ROOT / "examples" / "dark-hole.chain"
COPIES = """\
use classics
players Anna, Ben
Anna field: 2 "Sangan"
Ben field: "Sangan", "Celtic Guardian" as guardian
Ben set: "Solemn Judgment"
Anna hand: "Dark Hole", "Raigeki"
"""


def session(text: str, rules: str | None = None) -> Session:
    return Session(SourceFile("story.chain", text), rules=rules)


def may(played: Session) -> list[str]:
    return [choice.effect for choice in played.stand.choices if not choice.laws]


def choice(played: Session, effect: str) -> Choice:
    return next(each for each in played.stand.choices if each.effect == effect)


# ---------------------------------------------------------------- the session


def test_a_chain_is_built_link_by_link() -> None:
    played = session(DARK_HOLE.read_text("utf-8"))
    assert (played.stand.to_act, played.stand.window, may(played)) == ("Kaiba", "trigger window", ["his"])
    his = choice(played, "his")
    assert (his.player, his.card, his.group, his.speed, his.mandatory) == (
        "Kaiba", "Sangan", "turn-mandatory", 1, True
    )  # fmt: skip
    told = played.activate(his)
    assert told.kept
    assert [step.what for step in told.steps] == ["Kaiba activates his"]
    assert may(played) == ["mine"]
    assert [(link.link, link.effect) for link in played.stand.chain] == [(1, "his")]
    assert played.statements == ("Kaiba activates his",)
    assert played.text == DARK_HOLE.read_text("utf-8") + "Kaiba activates his\n"


def test_what_the_rules_forbid_is_not_kept() -> None:
    played = session(DARK_HOLE.read_text("utf-8"))
    before = played.text, played.stand
    told = played.activate(choice(played, "mine"))
    assert not told.kept
    assert [found.law for found in told.findings] == ["segoc/group-order"]
    for statement in ("Me passes", "chain resolves", "Me does a thing", 'Me activates "Raigeki"'):
        assert not played.say(statement).kept
    assert (played.text, played.stand) == before


def test_undo_goes_back_to_the_beginning() -> None:
    played = session(DARK_HOLE.read_text("utf-8"))
    begin = played.stand
    played.activate(choice(played, "his"))
    played.activate(choice(played, "mine"))
    assert played.undo() == "Me activates mine"
    assert may(played) == ["mine"]
    assert played.undo() == "Kaiba activates his"
    assert played.undo() is None
    assert played.stand == begin


def test_responses_targets_and_resolution() -> None:
    played = session(COPIES)
    assert may(played) == ["Dark Hole", "Raigeki"]
    assert played.activate(choice(played, "Raigeki")).kept
    assert may(played) == ["Solemn Judgment.card"]
    assert choice(played, "Solemn Judgment.card").speed == 3
    assert played.activate(choice(played, "Solemn Judgment.card")).kept
    told = played.say("chain resolves")
    assert told.kept
    assert any("negated" in step.what for step in told.steps)
    text = played.story()
    assert text.endswith("expect Anna to act\nexpect link 1 is negated\nexpect link 2 resolves\n")
    assert not checker.check(text).failed
    assert played.activate(choice(played, "Dark Hole")).kept
    assert played.say("chain resolves").kept
    assert may(played) == ["Sangan", "Sangan-2"]
    for effect in ("Sangan-2", "Sangan-3"):
        assert choice(played, effect).group in {"turn-mandatory", "opponent-mandatory"}
    assert played.activate(choice(played, "Sangan-2")).kept
    assert played.stand.chain[-1].effect == "Sangan-2"


def test_an_expectation_may_be_added_only_if_it_holds() -> None:
    played = session(DARK_HOLE.read_text("utf-8"))
    told = played.say("expect count 3")
    assert not told.kept
    assert told.findings[0].law == "expect/failed"
    assert "2 orders" in told.findings[0].help[0]
    assert played.say("expect count 2").kept


@pytest.mark.parametrize(
    "statements", [[], ["Kaiba activates his"], ["Kaiba activates his", "Me activates mine"]]
)
def test_a_saved_story_holds_and_goes_on_as_it_was(statements: list[str]) -> None:
    played = session(DARK_HOLE.read_text("utf-8").rstrip())
    for statement in statements:
        assert played.say(statement).kept
    text = played.story()
    report = checker.check(text)
    assert not report.failed
    assert sum(e.text == "expect legal" for e in report.expectations) == len(statements)
    assert "expect all orders {" in text
    again = session(text)
    assert may(again) == may(played)
    assert again.stand.window == played.stand.window


@pytest.mark.parametrize("head", ["", "rules tcg with trigger-order none # why\n"])
def test_a_story_is_saved_under_the_rules_it_was_played_under(head: str) -> None:
    story = "players A1, B1\nA1 triggers mandatory 'S' as s\nthen\nA1 triggers mandatory 'Z' as z\n".replace(
        "'", '"'
    )
    played = session(head + story, rules="tcg-classic")
    assert may(played) == ["s"]
    text = played.story()
    assert text.startswith("rules tcg-classic # why\n" if head else "rules tcg-classic\nplayers A1, B1\n")
    assert "expect all orders { [s, z] }" in text
    assert not checker.check(text).failed


def test_a_story_that_cannot_be_understood_cannot_be_played() -> None:
    with pytest.raises(CannotPlay, match="nonsense"):
        session("nonsense\n")


def test_what_is_wrong_before_does_not_stop_a_play() -> None:
    played = session(DARK_HOLE.read_text("utf-8") + "Me activates mine\n")
    assert played.activate(choice(played, "his")).kept
    assert "Kaiba activates his\nexpect legal\n" in played.story()


@pytest.mark.parametrize("name", ["four-groups", "spell-speeds"])
def test_whatever_is_offered_can_be_chosen_and_the_rest_is_refused_for_the_reasons_given(name: str) -> None:
    played = session((ROOT / "examples" / f"{name}.chain").read_text("utf-8"))
    assert played.stand.choices
    for each in played.stand.choices:
        told = played.activate(each)
        assert told.kept is not bool(each.laws)
        assert {found.law for found in told.findings if found.severity == "error"} == set(each.laws)
        if told.kept:
            played.undo()


def test_a_play_after_which_too_much_would_wait_is_not_kept() -> None:
    many = ", ".join(f'"Sangan" as s{i}' for i in range(41))
    played = session(f'use classics\nplayers Anna, Ben\nAnna field: {many}\nAnna hand: "Dark Hole"\n')
    assert played.say('Anna activates "Dark Hole"').kept
    told = played.say("chain resolves")
    assert not told.kept
    assert [found.law for found in told.findings] == ["story/too-many"]
    assert played.statements == ('Anna activates "Dark Hole"',)


# ---------------------------------------------------------------- the conversation


def talked(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *lines: str,
    options: tuple[str, ...] = (),
) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a conversation that is piped in."""
    monkeypatch.setenv("NO_COLOR", "1")
    typed = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    code = cli.run(["play", str(DARK_HOLE), *options])
    return code, *capsys.readouterr()


def test_a_conversation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "saved.chain"
    lines = [
        "why mine",
        "mine",
        "1",
        "Sangan",
        "chain",
        "peten",
        "pass",
        "resolve",
        f"save {target}",
        "quit",
        "1",
    ]
    code, out, err = talked(capsys, monkeypatch, *lines)
    assert (code, err) == (0, "")
    parts = out.split("\n> ")
    assert [part.split("\n")[0] for part in parts[1:]] == lines[:-1], "what is typed after `quit` is not read"
    assert "Kaiba may choose:\n  1  his  Sangan  Kaiba  turn player, mandatory  Spell Speed 1\n" in parts[0]
    assert "segoc/group-order: `Sangan` (`mine`) must be placed after" in parts[1]
    assert parts[2].startswith("mine\nerror[segoc/group-order]")
    assert "Me may choose:\n  1  mine" in parts[3]
    assert parts[4].startswith("Sangan\nMe activates mine\n  - chain link 2, Spell Speed 1\n")
    assert "chain link 2  Sangan  Me     Spell Speed 1\n  chain link 1  Sangan  Kaiba" in parts[5]
    assert "Me activates peten" in parts[6]
    assert "chain link 1, Kaiba's `Sangan` (`his`), resolves" in parts[8]
    assert "every expectation in it holds" in parts[9]
    report = checker.check(target)
    assert not report.failed
    assert len(report.expectations) > 6


def test_the_end_of_input_is_an_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = talked(capsys, monkeypatch)
    assert code == 0
    assert "not saved" not in out
    code, out, _ = talked(capsys, monkeypatch, "1")
    assert code == 0
    assert out.endswith("1 play was not saved\n")


ANSWERS = {
    "7": "there is no choice 7",
    "ordres": "did you mean `orders`?",
    "undo": "there is nothing to take back",
    "chain": "no chain is being built",
    "why his": "his may be activated now",
    "why nobody": "nothing here is called `nobody`",
    "orders": "2 legal orders:\n  1. his → mine",
    "rest": "peten, Peten the Dark Clown (Me):\n  segoc/group-order:",
    "help": "save FILE     write that story to a file",
    "Me normal summons mine": "error[",
    "save": "name a file",
    "\x1b[2J\x07": "nothing here is called `␛[2J␇`",
    "\udcff\udcfe": "nothing here is called",
    "story": "expect all orders { [his, mine] [his, mine, peten] }",
    "expect Kaiba to act": "Kaiba may choose:",
    "decline peten": "Me declines peten\n\ntrigger window; Kaiba is to act",
}


def test_answers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = talked(capsys, monkeypatch, *ANSWERS)
    assert code == 0
    assert "\x1b" not in out + err
    for answer, said in zip(ANSWERS.values(), out.split("\n> ")[1:], strict=True):
        assert answer in said


def test_undo_is_offered(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, out, _ = talked(capsys, monkeypatch, "1", "undo")
    assert "taken back: Kaiba activates his\n\ntrigger window; Kaiba is to act" in out


def test_nothing_is_written_over_without_asking(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "saved.chain"
    target.write_text("mine\n", "utf-8")
    lines = [
        f"save {target}",
        "no",
        f"save {target}",
        "",
        f"save {tmp_path / 'none' / 'a.chain'}",
        f"save {target}",
    ]
    code, out, err = talked(capsys, monkeypatch, *lines)  # and then nobody answers
    assert code == 0
    assert out.count("exists; write over it? yes or no") == 3
    assert err.startswith("error: cannot write")
    assert target.read_text("utf-8") == "mine\n"
    _, out, _ = talked(capsys, monkeypatch, f"save {target}", "yes")
    assert "every expectation in it holds" in out
    assert not checker.check(target).failed


def test_where_a_story_is_saved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    _, out, err = talked(
        capsys, monkeypatch, f"save {tmp_path}", "save a\x1b[2J.chain", "save ~/x.chain", "1"
    )
    assert "write over" not in out
    assert f"error: `{tmp_path}` is a directory; name a file in it" in err
    assert "error: `a␛[2J.chain` holds a control character; name the file without" in err
    assert f"saved to {tmp_path / 'x.chain'}; every" in out
    assert [file.name for file in tmp_path.iterdir()] == ["x.chain"]
    assert out.endswith("1 play was not saved\n")


def test_only_plays_can_be_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = ["# a comment", "use classics", 'card "Zed" monster { }', "expect Kaiba to act"]
    _, out, _ = talked(capsys, monkeypatch, *typed)
    assert "not saved" not in out
    _, out, _ = talked(capsys, monkeypatch, *typed, "1", "mine")
    assert out.endswith("2 plays were not saved\n")
    _, out, _ = talked(capsys, monkeypatch, "1", f"save {tmp_path / 'a.chain'}", "# a comment")
    assert "not saved" not in out


def test_orders_of_a_chain_that_has_begun(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = talked(capsys, monkeypatch, "1", "mine", "orders")
    assert "1. (nobody adds anything)   declined: peten" in out
    assert "nobody activates" not in out


def test_what_cannot_be_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.chain"
    bad.write_text("nonsense\n", "utf-8")
    assert cli.run(["play", str(bad)]) == 2
    assert "error[syntax/" in capsys.readouterr().err
    for words in (
        ["none.chain"],
        ["-"],
        [str(DARK_HOLE), "--output-format", "json"],
        [str(DARK_HOLE), "-o", "x"],
    ):
        assert cli.run(["play", *words]) == 2
    assert cli.run(["play", str(DARK_HOLE), "-r", "nonsense"]) == 2


def test_in_a_terminal() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "LANG": "C.UTF-8"}
    play = pexpect.spawn(
        sys.executable,
        ["-m", "checker", "play", str(DARK_HOLE)],
        env=environment,
        encoding="utf-8",
        timeout=20,
    )
    play.expect_exact("1  his")
    play.expect_exact("> ")
    play.sendline("1")
    play.expect_exact("chain link 1, Spell Speed 1")
    play.expect_exact("> ")
    play.send("und\t\r")  # completed
    play.expect_exact("taken back: Kaiba activates his")
    play.expect_exact("> ")
    play.sendeof()
    play.expect(pexpect.EOF)
    play.close()
    assert (play.exitstatus, play.signalstatus) == (0, None)


def test_an_interruption(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    typed = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(typed, "readline", interrupted)
    monkeypatch.setattr(sys, "stdin", typed)
    assert cli.run(["play", str(DARK_HOLE)]) == 130
    assert "interrupted" in capsys.readouterr().err
