"""What the settings of a folder say about its stories: the rule set, folders of cards, and which findings matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from checker import config
from checker.domain.data import dataclass
from checker.domain.report import RulesUsed
from checker.policy import Policy
from checker.rulesets import parse


@dataclass(frozen=True, slots=True)
class Project:
    """The rule set of stories that name none, folders of cards, what is reported; `wrong` says why nothing holds."""

    rules: RulesUsed | None = None
    cards: tuple[Path, ...] = ()
    policy: Policy | None = None
    wrong: str = ""


def project(folder: Path) -> Project:
    """The settings that hold for a folder, as for `segoc check`: from a file there or above, and the environment."""
    try:
        path = config.locate(str(folder))
        found = {**(config.from_file(path) if path else {}), **config.from_environment()}
    except config.ConfigError as error:
        return Project(wrong=str(error))
    values: dict[str, Any] = {name: setting.value for name, setting in found.items()}
    here = Path(path).parent if path else folder
    policy = Policy(
        values.get("select", ("*",)), values.get("ignore", ()), tuple(values.get("levels", {}).items())
    )
    return Project(
        parse(values["rules"]) if values.get("rules") else None,
        tuple(here / cards for cards in values.get("cards", ())),
        policy,
    )
