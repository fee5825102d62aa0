"""What the tests of the comparison share: one engine that runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.engine import Engine


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine
