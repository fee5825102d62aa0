"""`dataclass` as in the standard library, but made fast: up to Python 3.12 that one takes 0.5 ms a class.

There are a hundred of them here, and a whole `segoc check` has to be done in 100 ms. So here the methods
are shared, and an `__init__` is compiled when the first object is made. What the standard library offers for
dataclasses (`fields`, `replace`, `asdict`, `match`) works, and type checkers see its own decorator.
"""

from __future__ import annotations

import dataclasses
from copy import copy
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields, replace
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass

__all__ = ["dataclass", "field", "fields", "replace"]


@dataclasses.dataclass
class _Sample:
    field: Any


_FIELD = fields(_Sample)[0]

if not TYPE_CHECKING:

    def dataclass(cls: type | None = None, **options: bool) -> Any:
        """Make a class a dataclass; `frozen`, `slots` and `order` mean what they mean there."""
        return (lambda made: _make(made, **options)) if cls is None else _make(cls, **options)


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
    made = copy(_FIELD)
    made.name, made.type = name, kind
    if isinstance(default, Field):
        made.default, made.default_factory = default.default, default.default_factory
    else:
        made.default = default
    return made


def _methods(known: dict[str, Field[Any]], *, frozen: bool, order: bool) -> dict[str, Any]:
    names = tuple(known)
    get = _reader(names)

    def init(self: Any, *values: Any, **named: Any) -> None:
        cls: Any = next(c for c in type(self).__mro__ if vars(c).get("__init__") is init)
        cls.__init__ = _init(known, frozen=frozen)
        cls.__init__(self, *values, **named)

    def same(self: Any, other: Any) -> Any:
        return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

    def text(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    made: dict[str, Any] = {"__dataclass_fields__": known, "__match_args__": names, "__init__": init}
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


def _init(known: dict[str, Field[Any]], *, frozen: bool) -> Any:
    """The `__init__` for these fields, compiled."""
    scope: dict[str, Any] = {"_set": object.__setattr__, "_unset": MISSING}
    parameters, lines = ["self"], ["pass"]
    for name, one in known.items():
        value = name
        if one.default_factory is not MISSING:
            scope[f"_new_{name}"] = one.default_factory
            parameters.append(f"{name}=_unset")
            value = f"_new_{name}() if {name} is _unset else {name}"
        elif one.default is not MISSING:
            scope[f"_default_{name}"] = one.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    exec(f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(lines), scope)  # noqa: S102
    return scope["__init__"]


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")
