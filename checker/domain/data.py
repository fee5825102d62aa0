"""`dataclass` as in the standard library, but made fast: up to Python 3.12 that one takes 0.5 ms a class.

There are a hundred of them here, and a whole `segoc check` has to be done in 100 ms. So here no code is made
for a class; all share these functions, which are a little slower. What the standard library offers for
dataclasses (`fields`, `replace`, `asdict`, `match`) works, and type checkers see its own decorator.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields, replace
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass

__all__ = ["dataclass", "field", "fields", "replace"]


# What tells fields from class variables; the standard library has no other name for it.
_KIND: Any = dataclasses._FIELD  # type: ignore[attr-defined] # noqa: SLF001

if not TYPE_CHECKING:

    def dataclass(cls: type | None = None, **options: bool) -> Any:
        """Make a class a dataclass; `frozen`, `slots` and `order` mean what they mean there."""
        return (lambda made: _make(made, **options)) if cls is None else _make(cls, **options)


class _Params:
    """How a class was made, where Dask and others look for it."""

    __slots__ = ("eq", "frozen", "init", "order", "repr", "unsafe_hash")

    def __init__(self, *, frozen: bool, order: bool) -> None:
        self.init = self.repr = self.eq = True
        self.frozen, self.order, self.unsafe_hash = frozen, order, False


def _make(cls: type, *, frozen: bool = False, slots: bool = False, order: bool = False) -> type:
    own: dict[str, Any] = vars(cls).get("__annotations__", {})
    known: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        known |= getattr(base, "__dataclass_fields__", {})
    known |= {name: _field(name, kind, cls.__dict__.get(name, MISSING)) for name, kind in own.items()}
    methods = _methods(known, frozen=frozen, order=order)
    if not slots:
        for name, value in methods.items():
            setattr(cls, name, value)
        return cls
    body = {k: v for k, v in cls.__dict__.items() if k not in own and k not in {"__dict__", "__weakref__"}}
    made = type(cls)(cls.__name__, cls.__bases__, {**body, **methods, "__slots__": tuple(own)})
    made.__qualname__ = cls.__qualname__
    return made


def _field(name: str, kind: Any, default: Any) -> Field[Any]:
    made: Any = default if isinstance(default, Field) else field(default=default)
    made.name, made.type, made._field_type = name, kind, _KIND  # noqa: SLF001
    return made  # type: ignore[no-any-return]


def _methods(known: dict[str, Field[Any]], *, frozen: bool, order: bool) -> dict[str, Any]:
    names = tuple(known)
    get = _reader(names)

    def same(self: Any, other: Any) -> Any:
        return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

    def text(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    made: dict[str, Any] = {"__dataclass_fields__": known, "__match_args__": names, "__init__": _init(known)}
    made["__dataclass_params__"] = _Params(frozen=frozen, order=order)
    made |= {"__eq__": same, "__repr__": text, "__hash__": None}
    if frozen:
        made |= {"__hash__": lambda self: hash(get(self)), "__setattr__": _refuse, "__delattr__": _refuse}
        made["__reduce__"] = lambda self: (type(self), get(self))
    if order:
        made |= {f"__{test.__name__}__": _comparison(test, get) for test in (lt, le, gt, ge)}
    return made


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these attributes of an object as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple(getattr(one, name) for name in names)


def _comparison(test: Callable[[Any, Any], bool], get: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any) -> Any:
        return test(get(self), get(other)) if other.__class__ is self.__class__ else NotImplemented

    return compare


def _init(known: dict[str, Field[Any]]) -> Callable[..., None]:
    """The `__init__` for these fields."""
    names = tuple(known)
    put = object.__setattr__

    def init(self: Any, *values: Any, **named: Any) -> None:
        if named or len(values) != len(names):
            values = _complete(type(self).__name__, known, values, named)
        for name, value in zip(names, values, strict=True):
            put(self, name, value)

    return init


def _complete(
    what: str, known: dict[str, Field[Any]], values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """The values of all fields: those given in order, those given by name, and the defaults of the rest."""
    complete = list(values)
    for name, one in list(known.items())[len(values) :]:
        if name in named:
            complete.append(named.pop(name))
        elif one.default is not MISSING:
            complete.append(one.default)
        elif one.default_factory is not MISSING:
            complete.append(one.default_factory())
        else:
            raise TypeError(f"{what}() needs a value for {name!r}")
    if named or len(complete) > len(known):
        raise TypeError(
            f"{what}() takes {', '.join(known)}, each once; got {len(values)} values and {[*named]}"
        )
    return tuple(complete)


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")
