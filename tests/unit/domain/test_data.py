"""The fast `dataclass` does what that of the standard library does."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from checker.domain import data
from checker.domain.source import Position, Span


def made_with(dataclass: Any) -> list[Any]:
    """The same classes and objects, made with one decorator or the other."""

    @dataclass(frozen=True, slots=True, order=True)
    class Base:
        a: int
        b: tuple[int, ...] = ()

    @dataclass(frozen=True, slots=True, order=True)
    class Derived(Base):
        c: dict[str, int] = data.field(default_factory=dict)

        @property
        def twice(self) -> int:
            return self.a * 2

    @dataclass
    class Loose:
        x: int
        y: str = "y"

    return [Base(1), Base(a=2, b=(3,)), Derived(1), Derived(1, (2,), {"k": 1}), Loose(1), Loose(2, y="z")]


PAIRS = list(zip(made_with(data.dataclass), made_with(dataclasses.dataclass), strict=True))


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_the_same_as_the_standard_library(ours: Any, theirs: Any) -> None:
    assert repr(ours) == repr(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(theirs)]
    assert type(ours).__match_args__ == type(theirs).__match_args__
    assert hasattr(ours, "__dict__") == hasattr(theirs, "__dict__")
    assert (type(ours).__hash__ is None) == (type(theirs).__hash__ is None)
    assert ours == copy.copy(ours) == dataclasses.replace(ours)
    assert ours != theirs


@pytest.mark.parametrize(("ours", "theirs"), PAIRS[:4])
def test_frozen(ours: Any, theirs: Any) -> None:
    for one in (ours, theirs):
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.a = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del one.a


def test_order_hash_and_pickle() -> None:
    first, second = Span.of(1, 2, 3, 4), Span.of(1, 5, 1, 6)
    assert sorted([second, first]) == [first, second]
    assert first < second <= second
    assert second > first >= first
    assert len({first, Span.of(1, 2, 3, 4)}) == 1
    assert pickle.loads(pickle.dumps(first)) == first
    assert first.__eq__((first.start, first.end)) is NotImplemented


def test_match() -> None:
    match Span.of(1, 2, 3, 4):
        case Span(Position(line, column)):
            assert (line, column) == (1, 2)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="column"):
        Position(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="3 values"):
        Position(1, 2, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="each once"):
        Position(1, 2, line=3)  # type: ignore[misc]
    with pytest.raises(TypeError, match="row"):
        Position(1, 2, row=3)  # type: ignore[call-arg]
