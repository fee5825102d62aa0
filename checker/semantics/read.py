"""Reading a file: its statements, in order, become the facts and slots of a story."""

from __future__ import annotations

from pathlib import Path

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import RulesUsed
from checker.domain.story import Story
from checker.rulesets import DEFAULT, UnknownRuleSetError, check_toggle, rule_set
from checker.semantics import library
from checker.semantics.problems import Problems, near
from checker.semantics.stage import Stage
from checker.syntax import tree


def read(
    file: tree.File,
    diagnostics: tuple[Diagnostic, ...] = (),
    *,
    rules: RulesUsed | None = None,
    base: Path | None = None,
) -> Story:
    """The story that a parsed file tells.

    `diagnostics` are those of parsing it, `rules` (from the command line) wins over the file's own with a note, `base`
    is the folder that `use "path"` starts from. Never raises on bad input: see `Story.diagnostics`.
    """
    problems = Problems()
    problems.found.extend(diagnostics)
    used = _rules(file, rules, problems)
    stage = Stage(problems, _lookups(file, base or Path(), problems))
    stage.header(
        [s for s in file.statements if isinstance(s, tree.Players | tree.Turn | tree.Phase | tree.Step)]
    )
    for statement in file.statements:
        if isinstance(statement, tree.Place):
            stage.place(statement)
    for statement in file.statements:
        stage.statement(statement)
    return stage.story(file.source, used)


def _rules(file: tree.File, given: RulesUsed | None, problems: Problems) -> RulesUsed:
    own = [s for s in file.statements if isinstance(s, tree.Rules)]
    for extra in own[1:]:
        problems.error("story/twice", "the rule set is named twice", extra.span)
    used = RulesUsed(DEFAULT)
    if own:
        used = _own_rules(own[0], problems)
    if given is None:
        return used
    if own and str(given) != str(used):
        note = f"judged under `{given}` as asked, not under the file's own `{used}`"
        problems.found.append(Diagnostic("story/rules-overridden", "note", note, own[0].span))
    return given


def _own_rules(node: tree.Rules, problems: Problems) -> RulesUsed:
    try:
        rule_set(node.name.text)
    except UnknownRuleSetError as error:
        problems.error("name/unknown-rules", str(error), node.name.span, help=near(error.word, error.known))
        return RulesUsed(DEFAULT)
    changed: dict[str, str] = {}
    for toggle in node.toggles:
        try:
            check_toggle(toggle.name.text, toggle.value.text)
        except UnknownRuleSetError as error:
            where = toggle.name if error.word == toggle.name.text else toggle.value
            problems.error("name/unknown-toggle", str(error), where.span, help=near(error.word, error.known))
        else:
            changed[toggle.name.text] = toggle.value.text
    return RulesUsed(node.name.text, changed)


def _lookups(file: tree.File, base: Path, problems: Problems) -> list[library.Lookup]:
    own: dict[str, tree.CardDefinition] = {}
    for statement in file.statements:
        if isinstance(statement, tree.CardDefinition):
            if statement.name in own:
                problems.error("story/twice", f"`{statement.name}` is defined twice", statement.name_span)
            own.setdefault(statement.name, statement)
    uses = [library.definitions(s, base, problems) for s in file.statements if isinstance(s, tree.Use)]
    return [own.get, *uses]
