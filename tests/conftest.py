"""What all tests share: golden files, which `pytest --update-golden` writes anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
Compare = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing"
    )


@pytest.fixture(autouse=True)
def no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have told their programs a width; a test that needs one says so."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Compare:
    """Compare a text with the golden file of a name: `golden("check.txt", printed)`. An empty text needs no file."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if not text and not file.exists():
            return
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file} is missing; pytest --update-golden writes it"
        assert text == file.read_text(encoding="utf-8")

    return compare
