"""The header: the rule set, the players, how the story begins, and limits that hold for all of it."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.diagnostics import Label
from checker.domain.fact import constant, term
from checker.domain.language import say
from checker.domain.report import RulesUsed
from checker.domain.source import Span
from checker.rulesets import DEFAULT, UnknownRuleSetError, check_toggle, rule_set
from checker.semantics.draft import Draft
from checker.semantics.problems import Problems, quote
from checker.semantics.scripts import FIELD
from checker.syntax import tree

_Beginning = tree.Players | tree.Turn | tree.Phase | tree.Step
# After one of these, something has happened.
_PLAYS = (
    tree.Triggers
    | tree.Happens
    | tree.Activates
    | tree.Passes
    | tree.BothPass
    | tree.Summons
    | tree.Sets
    | tree.Discards
    | tree.Attacks
    | tree.MovesTo
    | tree.EndsTurn
    | tree.Declines
    | tree.ChainResolves
)
_WORDS = {tree.Players: "players", tree.Turn: "turn", tree.Phase: "phase", tree.Step: "step"}
_ANYWHERE = (*FIELD, "hand", "gy", "banished", "deck", "extra", "elsewhere")
_LATER = (
    "it says how the story begins, wherever it stands; what happens is told by plays, "
    "such as `Yugi moves to battle` and `Yugi ends turn`"
)


def rules(
    statements: Sequence[tree.Statement],
    given: RulesUsed | None,
    problems: Problems,
    *,
    default: RulesUsed | None = None,
) -> RulesUsed:
    """The rule set that the file names, or the one `given` on the command line, with a note if they differ.

    A file that names none is judged under `default`, if there is one.
    """
    own = [statement for statement in statements if isinstance(statement, tree.Rules)]
    for extra in own[1:]:
        _twice(problems, "rules", extra.span, own[0].span)
    used = _own_rules(own[0], problems) if own else default or RulesUsed(DEFAULT)
    if given is None:
        return used
    if own and str(given) != str(used):
        message = say(
            "judged under `{given}` as asked, not under the file's own `{used}`", given=given, used=used
        )
        problems.note("story/rules-overridden", message, own[0].span)
    return given


def _own_rules(node: tree.Rules, problems: Problems) -> RulesUsed:
    try:
        rule_set(node.name.text)
    except UnknownRuleSetError as error:
        meant = problems.near(error.word, error.known, most=len(error.known))
        span = node.name.span
        problems.error(
            "name/unknown-rules", _message(error), span, hints=meant.hints, fixes=meant.fixes(span)
        )
        return RulesUsed(DEFAULT)
    changed: dict[str, str] = {}
    for toggle in node.toggles:
        name = toggle.name.text
        try:
            check_toggle(name, toggle.value.text)
        except UnknownRuleSetError as error:
            where = toggle.name if error.word == name else toggle.value
            meant = problems.near(error.word, error.known, most=len(error.known))
            fixes = meant.fixes(where.span)
            problems.error("name/unknown-toggle", _message(error), where.span, hints=meant.hints, fixes=fixes)
            continue
        if changed.get(name, toggle.value.text) != toggle.value.text:
            problems.error(
                "story/twice", say("the toggle {name} is set twice", name=quote(name)), toggle.span
            )
        changed[name] = toggle.value.text
    return RulesUsed(node.name.text, changed)


def _message(error: UnknownRuleSetError) -> str:
    """What is wrong, with a long name cut short."""
    return str(error).replace(f"`{error.word}`", quote(error.word)) if error.word else str(error)


def beginning(draft: Draft, statements: Sequence[tree.Statement]) -> None:
    """Players, turn, phase and step, each once and wherever they stand: how the story begins."""
    heads = [node.span for node in statements if isinstance(node, tree.Rules | tree.Players | tree.Use)]
    if heads:
        draft.below_header = heads[-1].end.line + 1
    elif statements:
        draft.below_header = statements[0].span.start.line
    said = _said(draft.problems, statements)
    players, turn = said.get(tree.Players), said.get(tree.Turn)
    if isinstance(players, tree.Players):
        _players(draft, players)
    first, second = draft.names.players
    draft.turn_player = first
    if isinstance(turn, tree.Turn):
        draft.turn_player = draft.names.player(turn.player) or first
    for player in (first, second):
        draft.fact("player", player)
    draft.fact("opponent", first, second)
    draft.fact("opponent", second, first)
    draft.fact("start", 0)
    draft.fact("init", term("turn", draft.turn_player))
    _phase(draft, said.get(tree.Phase), said.get(tree.Step))


def _said(problems: Problems, statements: Sequence[tree.Statement]) -> dict[type[tree.Node], _Beginning]:
    """The header statements by their class, the first of each; a second one is reported."""
    said: dict[type[tree.Node], _Beginning] = {}
    playing = False
    for node in statements:
        if not isinstance(node, _Beginning):
            playing = playing or isinstance(node, _PLAYS)
        elif type(node) in said:
            _twice(problems, _WORDS[type(node)], node.span, said[type(node)].span)
        else:
            said[type(node)] = node
            if playing and not isinstance(node, tree.Players):
                message = say("`{word}` stands after a play", word=_WORDS[type(node)])
                problems.warning("story/late-header", message, node.span, hints=(_LATER,))
    return said


def _twice(problems: Problems, word: str, span: Span, first: Span) -> None:
    labels = [Label(first, say("first said here"))]
    problems.error("story/twice", say("`{word}` is said twice", word=word), span, labels=labels)


def _players(draft: Draft, node: tree.Players) -> None:
    names = [word.text for word in node.names]
    draft.names.told_players = True
    if len(names) != 2:
        message = say("a duel has two players, and this line names {number}", number=len(names))
        draft.problems.error(
            "story/two-players", message, node.span, hints=(say("for example `players Yugi, Kaiba`"),)
        )
        draft.names.doubtful_players = True
    elif names[0] == names[1]:
        labels = [Label(node.names[0].span, say("the other one"))]
        message = say("both players are called {names}", names=quote(names[0]))
        draft.problems.error(
            "name/taken",
            message,
            node.names[1].span,
            labels=labels,
            hints=(say("give one of them another name"),),
        )
        draft.names.doubtful_players = True
    if len(names) > 1:
        draft.names.players = (names[0], names[1])


def _phase(draft: Draft, phase: _Beginning | None, step: _Beginning | None) -> None:
    """The phase, and the step if it is the Battle Phase; a step alone means that phase."""
    name = phase.name if isinstance(phase, tree.Phase) else "main1"
    if isinstance(step, tree.Step):
        if isinstance(phase, tree.Phase) and name != "battle":
            message = say(
                "`step {step}` is in the Battle Phase, so `phase {name}` is not true",
                step=step.name,
                name=name,
            )
            draft.problems.warning(
                "story/contradiction", message, phase.span, hints=(say("leave one of them out"),)
            )
        name = "battle"
    draft.fact("init", term("phase", constant(name)))
    if name == "battle":
        draft.fact("init", term("step", constant(step.name if isinstance(step, tree.Step) else "battle")))


def limit(draft: Draft, node: tree.Limit) -> None:
    """`limit PLAYER to N activations of …`: it holds for the whole story, wherever it stands."""
    player = draft.names.player(node.player)
    if player is None:
        return
    draft.caps += 1
    selector = draft.scripts.selector(node.selector, where=_ANYWHERE)
    draft.fact("cap", player, draft.caps, selector, node.number)
