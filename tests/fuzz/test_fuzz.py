"""A small campaign with a fixed seed, and that the campaign notices what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker import render
from checker.render.layout.sheet import Sheet
from tests.fuzz import campaign, oracle
from tests.fuzz.inputs import make


def test_five_hundred_inputs() -> None:
    tally = campaign.run(1, range(500), jobs=1)
    assert [(found.number, found.kind) for found in tally.found] == []
    assert tally.done.total() == 500
    assert set(tally.done) >= {"command", "invalid", "judged", "refused", "sound"}


def test_inputs_follow_from_seed_and_number() -> None:
    assert make(3, 14) == make(3, 14)
    assert len({make(3, number) for number in range(50)}) > 40


def test_an_exception_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def read(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(oracle, "read", read)
    with pytest.raises(oracle.Failure, match="ZeroDivisionError") as caught:
        oracle.examine(b"Yugi passes\nboth pass\n", 1, tmp_path)
    assert campaign.shrunk(b"Yugi passes\nboth pass\n", caught.value.kind, 1, tmp_path) == b""


def test_a_control_character_in_an_answer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def check(_: object, sheet: Sheet) -> None:
        sheet.out.write('["\u202e"]')

    for name in render.formats():
        monkeypatch.setattr(render.load(name), "check", check, raising=False)
    with pytest.raises(oracle.Failure, match="raw control character"):
        oracle.examine(b"Yugi passes\nnonsense\n", 1, tmp_path)


def test_what_is_no_json_is_found() -> None:
    with pytest.raises(oracle.Failure, match="no JSON"):
        oracle._readable("json", "{")


def test_a_process_that_dies_is_one_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "examine", lambda data, *_: exit_on(data))
    tally = campaign.run(5, range(30), jobs=1)
    assert [found.kind for found in tally.found] == ["crash of the process"]
    assert tally.done.total() == 29


def exit_on(data: bytes) -> str:
    if data == make(5, 17):
        import os

        os._exit(9)
    return "sound"
