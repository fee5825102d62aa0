"""Settings from `segoc.toml`, or from `[tool.segoc]` of a `pyproject.toml`, and from the environment.

The file is looked for in the folder of what is asked about and upwards; the first one that is found holds, alone. What
it says is checked here: a wrong name or type raises `ConfigError`, which says where and what would be right.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from checker.domain.data import dataclass
from checker.domain.language import mark, say

NAME: Final = "segoc.toml"
SHARED: Final = "pyproject.toml"
VARIABLE: Final = "SEGOC_CONFIG"  # names the file, as --config does

Kind = Literal["text", "list", "number", "flag", "table"]


class ConfigError(Exception):
    """A settings file, or a variable of the environment, that cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Key:
    """A setting: its name in the file, what it holds, and where else it can be said."""

    name: str
    kind: Kind
    default: Any
    option: str  # of the command line; empty if there is none
    variable: str  # of the environment; empty if there is none
    meaning: str


KEYS: Final = (
    Key("rules", "text", "", "--rules", "SEGOC_RULES", "the rule set of stories that name none; empty: tcg"),
    Key("cards", "list", (), "", "", 'folders in which `use "…"` looks, too, after that of the story'),
    Key("color", "text", "auto", "--color", "NO_COLOR, FORCE_COLOR", "`auto`, `always` or `never`"),
    Key("language", "text", "", "--language", "SEGOC_LANGUAGE", "of messages; empty: that of the locale"),
    Key(
        "output-format",
        "text",
        "text",
        "--output-format",
        "SEGOC_OUTPUT_FORMAT",
        "how answers are printed, by the commands that know that format",
    ),
    Key("time-limit", "number", 0, "--time-limit", "SEGOC_TIME_LIMIT", "seconds for a file; 0: none"),
    Key("require-complete", "flag", False, "--require-complete", "", "exit with 3 if a limit cut the answer"),
    Key(
        "select", "list", ("*",), "--select", "", "the findings that `check` reports; `timing/*` is a family"
    ),
    Key("ignore", "list", (), "--ignore", "", "the findings among them that it leaves out"),
    Key("levels", "table", {}, "", "", "how much a remark matters: `error`, `warning`, `note` or `off`"),
    Key("exclude", "list", (), "--exclude", "", "files and folders that are left out of directories"),
)
BY_NAME: Final = {key.name: key for key in KEYS}

Origin = Literal["default", "file", "environment", "command line"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a setting, and where it comes from; `place` is the file, variable or option."""

    value: Any
    origin: Origin = "default"
    place: str = ""


@dataclass(frozen=True, slots=True)
class ConfigReport:
    """`segoc config show`: the settings file, if there is one, and every setting by its name."""

    file: str | None
    settings: Mapping[str, Setting]


def locate(start: str) -> str | None:
    """The settings file that holds for a folder: the first one there or above. None if there is none."""
    folder = os.path.abspath(start)  # noqa: PTH100 -- this runs at every start; pathlib is slow
    while True:
        for name in (NAME, SHARED):
            path = os.path.join(folder, name)  # noqa: PTH118
            # A segoc.toml that cannot be read is no reason to take another one: `from_file` says what is wrong with it.
            if os.path.lexists(path) if name == NAME else os.path.isfile(path) and _has_section(path):  # noqa: PTH113
                return path
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return None
        folder = above


def from_file(path: str) -> dict[str, Setting]:
    """What a settings file says. Raises `ConfigError`."""
    import tomllib

    try:
        if os.path.basename(path) == NAME and stat.S_ISFIFO(os.stat(path).st_mode):  # noqa: PTH116, PTH119
            raise ConfigError(say("{file} is a pipe, not a file", file=path))
        with open(path, encoding="utf-8-sig", newline="") as file:  # noqa: PTH123
            data = tomllib.loads(file.read())
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            say("{file} is not TOML: {reason}", file=path, reason=_small(str(error)))
        ) from error
    if os.path.basename(path) == SHARED:  # noqa: PTH119
        tool = data.get("tool", {})
        data = tool.get("segoc", {}) if isinstance(tool, dict) else {}
    try:
        found = {name: Setting(checked(name, value), "file", path) for name, value in _table(data).items()}
        if "cards" in found:
            _folders(os.path.dirname(path), found["cards"].value)  # noqa: PTH120
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    return found


def from_environment(environ: Mapping[str, str] = os.environ) -> dict[str, Setting]:
    """What the environment says. Raises `ConfigError`."""
    found: dict[str, Setting] = {}
    for key in KEYS:
        text = environ.get(key.variable, "") if key.name not in {"color", "language"} else ""
        if not text:
            continue
        try:
            value: Any = float(text) if key.kind == "number" else text
            found[key.name] = Setting(checked(key.name, value), "environment", key.variable)
        except ValueError:
            raise ConfigError(say("{name} is no number", name=f"${key.variable}")) from None
        except ConfigError as error:
            raise ConfigError(f"${key.variable}: {error}") from error
    return found | _variables_of_others(environ)


def _variables_of_others(environ: Mapping[str, str]) -> dict[str, Setting]:
    """NO_COLOR and FORCE_COLOR, which many programs know, and the language, which is spoken before this is read."""
    found: dict[str, Setting] = {}
    if environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        found["color"] = Setting("always", "environment", "FORCE_COLOR")
    if environ.get("NO_COLOR"):
        found["color"] = Setting("never", "environment", "NO_COLOR")
    if environ.get("SEGOC_LANGUAGE"):
        found["language"] = Setting(environ["SEGOC_LANGUAGE"], "environment", "SEGOC_LANGUAGE")
    return found


# ---------------------------------------------------------------- checking


def checked(name: str, value: Any) -> Any:
    """The value of a setting, lists as tuples. Raises `ConfigError` if it is none."""
    key = BY_NAME.get(name)
    if key is None:
        raise ConfigError(say("there is no setting `{name}`", name=name) + _near(name, BY_NAME))
    if not _FITS[key.kind](value):
        raise ConfigError(say("`{name}` has to be {kind}", name=name, kind=say(_KINDS[key.kind])))
    value = tuple(value) if key.kind == "list" else value
    check = _CHECKS.get(name)
    if check is not None:
        check(value)
    return value


def _folders(root: str, names: Sequence[str]) -> None:
    """Refuses what is no folder; a relative name starts from the folder of the settings file."""
    for name in names:
        path = os.path.join(root, name)  # noqa: PTH118
        if os.path.isdir(path):  # noqa: PTH112
            continue
        if os.path.exists(path):  # noqa: PTH110
            raise ConfigError(say("`cards` has to name folders, and `{name}` is none", name=name))
        raise ConfigError(
            say(
                "there is no folder `{name}` for `cards`; paths start from the folder of this file", name=name
            )
        )


def _table(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ConfigError(say("`{name}` has to be {kind}", name="tool.segoc", kind=say(_KINDS["table"])))
    return data


_KINDS: Mapping[Kind, str] = {
    "text": mark("a text in quotes"),
    "list": mark("a list of texts"),
    "number": mark("a number from 0 up"),
    "flag": mark("true or false"),
    "table": mark("a table"),
}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")


_FITS: Mapping[Kind, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "list": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "number": _is_number,
    "flag": lambda value: isinstance(value, bool),
    "table": lambda value: isinstance(value, dict),
}


def _rules(value: str) -> None:
    from checker.rulesets import UnknownRuleSetError, parse

    try:
        if value:
            parse(value)
    except UnknownRuleSetError as error:
        raise ConfigError(f"{error}{_near(error.word, error.known)}") from error


def _one_of(name: str, known: Sequence[str], value: str) -> None:
    if value not in known:
        raise ConfigError(
            say("`{name}` cannot be `{value}`", name=name, value=value) + _near(value, known, most=20)
        )


def _color(value: str) -> None:
    _one_of("color", ("auto", "always", "never"), value)


def _language(value: str) -> None:
    from checker.domain.language import languages

    _one_of("language", ("", *languages()), value)


def _output_format(value: str) -> None:
    from checker.render import formats

    _one_of("output-format", formats(), value)


def _patterns(value: Sequence[str]) -> None:
    from checker.policy import check_patterns

    check_patterns(value)


def _levels(value: Mapping[str, Any]) -> None:
    from checker.policy import check_levels

    check_levels(value)


_CHECKS: Mapping[str, Callable[[Any], None]] = {
    "rules": _rules,
    "color": _color,
    "language": _language,
    "output-format": _output_format,
    "select": _patterns,
    "ignore": _patterns,
    "levels": _levels,
}


def _near(word: str, known: Sequence[str] | Mapping[str, Any], most: int = 12) -> str:
    from checker.semantics.problems import near

    return "".join(f"; {hint}" for hint in near(word, known, most=most))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _has_section(path: str) -> bool:
    """Whether a `pyproject.toml` speaks of this program; it is not parsed for that."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read()
    except OSError:
        return False
    table = b""
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        name = line.translate(None, b" \t\r\"'")
        if name.startswith(b"["):
            name = table = name.strip(b"[").partition(b"]")[0] + b"."
        else:
            name = table + name
        if name.startswith((b"tool.segoc.", b"tool.segoc=", b"tool={segoc")):
            return True
    return False
