"""Which files paths stand for, where no shell has looked at them."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.files import globbed


def test_patterns_are_replaced_by_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.chain", "a.chain", "s/c.chain", "[x].chain"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    assert list(globbed(["*.chain"])) == ["[x].chain", "a.chain", "b.chain"]
    assert list(globbed(["-", "none*.chain", "[x].chain"])) == ["-", "none*.chain", "[x].chain"]
    assert [Path(path).as_posix() for path in globbed(["**/c.chain"])] == ["s/c.chain"]
