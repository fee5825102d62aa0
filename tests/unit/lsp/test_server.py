"""`segoc lsp` over standard input and output, as an editor speaks to it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

from checker import app
from checker.domain.source import SourceFile

ROOT = Path(__file__).resolve().parents[3]
STORY = """\
rules tcg
players Yugi, Kaiba
use classics
Yugi hand: "Dark Hole", "Mystical Space Typhoon"
Kaiba set: "Solemn Judgment" as 神の宣告
Yugi activates "Dark Hole"
Kaiba activates 神の宣告
Yugi activates "Mystical Space Typhoon" # 😀
expect legal
"""

# What the server said, by text and version.
SHOWN: dict[tuple[str, int | None], list[types.Diagnostic]] = {}

pytestmark = pytest.mark.asyncio(loop_scope="module")


def recording() -> LanguageClient:
    """An editor that keeps what is said of each version."""
    client = make_test_lsp_client()
    features = client.protocol.fm.features
    del features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
    def published(params: types.PublishDiagnosticsParams) -> None:
        SHOWN[params.uri, params.version] = list(params.diagnostics)

    return client


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    scope="module",
    loop_scope="module",
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "checker", "lsp", "--stdio"],
        client_factory=recording,
        server_env={**os.environ, "PYTHONPATH": str(ROOT)},
    ),
)
async def editor(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """An editor with a server of its own."""
    capabilities = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16])
    )
    result = await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    assert result.server_info is not None
    assert result.server_info.name == "segoc"
    assert result.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    yield
    await lsp_client.shutdown_session()
    server = lsp_client._server
    assert server is not None
    assert server.returncode == 0


class Text:
    """An open text; each has a name of its own, so that tests do not meet."""

    opened = 0

    def __init__(self, editor: LanguageClient, text: str, folder: Path | None = None) -> None:
        Text.opened += 1
        self.editor = editor
        self.uri = f"{(folder or ROOT).as_uri()}/open-{Text.opened}.chain"
        self.document = types.TextDocumentIdentifier(self.uri)
        self.version = 1
        self.text = text
        opened = types.TextDocumentItem(self.uri, "segoc", 1, text)
        editor.text_document_did_open(types.DidOpenTextDocumentParams(opened))

    def change(self, text: str) -> None:
        """Type until the text is this one."""
        self.version += 1
        self.text = text
        changed = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.editor.text_document_did_change(types.DidChangeTextDocumentParams(changed, [whole]))

    async def diagnostics(self) -> list[types.Diagnostic]:
        """What the server says of this version."""
        async with asyncio.timeout(30):
            while (self.uri, self.version) not in SHOWN:
                await asyncio.sleep(0.005)
        return SHOWN[self.uri, self.version]

    def find(self, part: str, shift: int = 0) -> types.Position:
        """The place where a part of the text begins, and some units further, in UTF-16."""
        before = self.text[: self.text.index(part)]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2 + shift)

    def cut(self, stretch: types.Range) -> str:
        """The text in a range of one line."""
        assert stretch.start.line == stretch.end.line
        units = self.text.split("\n")[stretch.start.line].encode("utf-16-le")
        return units[2 * stretch.start.character : 2 * stretch.end.character].decode("utf-16-le")

    def edited(self, edits: list[types.TextEdit]) -> str:
        """The text after some edits of single lines."""
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda edit: edit.range.start.character, reverse=True):
            units = lines[edit.range.start.line].encode("utf-16-le")
            start, end = 2 * edit.range.start.character, 2 * edit.range.end.character
            changed = units[:start] + edit.new_text.encode("utf-16-le") + units[end:]
            lines[edit.range.start.line] = changed.decode("utf-16-le")
        return "\n".join(lines)


async def test_what_is_wrong_is_shown_with_its_place_and_its_reasons(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    (wrong, unmet) = await text.diagnostics()
    assert wrong.code == "speed/too-low"
    assert wrong.severity == types.DiagnosticSeverity.Error
    assert text.cut(wrong.range) == '"Mystical Space Typhoon"'
    assert "Spell Speed 2" in wrong.message
    assert "rule: CH-1" in wrong.message
    assert wrong.related_information
    assert text.cut(wrong.related_information[0].location.range) == "神の宣告"
    assert text.cut(unmet.range) == "expect legal"


async def test_a_broken_statement_does_not_hide_the_others(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    await text.diagnostics()
    text.change(STORY.replace("use classics", "use classics\nYugi activtes (").replace("9", "8"))
    found = await text.diagnostics()
    codes = [one.code for one in found]
    assert any(str(code).startswith("syntax/") for code in codes)
    (law,) = [one for one in found if one.code == "speed/too-low"]
    assert law.severity == types.DiagnosticSeverity.Warning
    assert any("cannot be read" in info.message for info in law.related_information or ())


async def test_only_the_newest_version_is_judged(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    for count in range(40):
        text.change(STORY + "# typing " + "x" * count + "\n")
    await text.diagnostics()
    judged = [version for uri, version in SHOWN if uri == text.uri]
    assert len(judged) < 10


async def test_half_typed_texts(editor: LanguageClient) -> None:
    text = Text(editor, "")
    for length in range(0, len(STORY), 3):
        text.change(STORY[:length])
        place = text.find(STORY[:length][-1:] or "", 1) if length else types.Position(0, 0)
        await editor.text_document_completion_async(types.CompletionParams(text.document, place))
    await text.diagnostics()


async def test_hover_on_a_card(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    place = text.find('神の宣告\nYugi activates "Mystical', 2)
    hover = await editor.text_document_hover_async(types.HoverParams(text.document, place))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert 'card "Solemn Judgment" counter trap' in hover.contents.value
    assert "Kaiba" in hover.contents.value
    assert "may be activated" in hover.contents.value
    assert hover.range is not None
    assert text.cut(hover.range) == "神の宣告"


@pytest.mark.parametrize(
    ("line", "word", "says"),
    [
        ("expect illegal speed/too-low", "speed/too-low", "# speed/too-low"),
        ("rules ocg with trigger-order within-group", "trigger-order", "# trigger-order"),
        ("rules edison", "edison", "# edison"),
        ("Yugi passes", "passes", "```chain"),
        ("happens destroy 神の宣告", "Yugi hand", "turn player"),
    ],
)
async def test_hover_on_words(editor: LanguageClient, line: str, word: str, says: str) -> None:
    text = Text(editor, STORY.replace("rules tcg", "# no rules") + line + "\n")
    hover = await editor.text_document_hover_async(types.HoverParams(text.document, text.find(word, 1)))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert says in hover.contents.value


@pytest.mark.parametrize(
    ("begun", "wanted"),
    [
        ("Kaiba activates ", {"神の宣告", '"Solemn Judgment"'}),
        ('Kaiba activates "Sol', {'"Solemn Judgment"'}),
        ("Kaiba activates 神の宣告.", {"summon", "card"}),
        ("expect illegal spe", {"speed/too-low", "timing/missed"}),
        ("expect in ", {"tcg", "ocg", "goat"}),
        ("Kai", {"Kaiba", "Yugi", "expect"}),
        ("Yugi moves to ", {"battle", "end"}),
        ("", {"Yugi", "chain", "expect", "both"}),
    ],
)
async def test_completion(editor: LanguageClient, begun: str, wanted: set[str]) -> None:
    text = Text(editor, STORY + begun)
    place = types.Position(STORY.count("\n"), len(begun.encode("utf-16-le")) // 2)
    found = await editor.text_document_completion_async(types.CompletionParams(text.document, place))
    assert isinstance(found, types.CompletionList)
    assert wanted <= {item.label for item in found.items}
    for item in found.items:
        assert isinstance(item.text_edit, types.TextEdit)
        assert text.edited([item.text_edit]).startswith(STORY)


async def test_definition(editor: LanguageClient) -> None:
    own = 'card "Wall" monster\nYugi field: "Wall" as w\n'
    text = Text(editor, STORY + own + "Yugi passes\n")
    asked = types.DefinitionParams(text.document, text.find('"Wall" as', 1))
    found = await editor.text_document_definition_async(asked)
    assert isinstance(found, types.Location)
    assert found.range.start == text.find('"Wall" monster')
    asked = types.DefinitionParams(text.document, text.find('"Dark Hole"', 1))
    found = await editor.text_document_definition_async(asked)
    assert isinstance(found, types.Location)
    assert found.uri.endswith("classics.chain")
    asked = types.DefinitionParams(text.document, text.find('神の宣告\nYugi activates "Mystical', 1))
    found = await editor.text_document_definition_async(asked)
    assert isinstance(found, types.Location)
    assert text.cut(found.range) == '"Solemn Judgment"'


async def test_definition_in_a_file_that_is_used(editor: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "mine.chain").write_text('# 😀\ncard "Wall" monster\n', encoding="utf-8")
    text = Text(editor, 'use "mine.chain"\nplayers A, B\nA field: "Wall"\n', tmp_path)
    asked = types.DefinitionParams(text.document, text.find('"Wall"', 2))
    found = await editor.text_document_definition_async(asked)
    assert isinstance(found, types.Location)
    assert found.uri == (tmp_path / "mine.chain").as_uri()
    assert found.range.start == types.Position(1, 5)


async def test_the_settings_of_the_folder_hold(editor: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "segoc.toml").write_text('rules = "ocg"\ncards = ["cards"]\nignore = ["speed/too-low"]\n')
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.chain").write_text('card "Wall" monster\n', encoding="utf-8")
    story = STORY.replace("rules tcg", 'use "mine.chain"').replace("expect legal\n", "")
    text = Text(editor, story, tmp_path)
    assert await text.diagnostics() == []
    (tmp_path / "segoc.toml").write_text('rule = "ocg"\n')
    SHOWN.clear()
    settings = types.FileEvent((tmp_path / "segoc.toml").as_uri(), types.FileChangeType.Changed)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([settings]))
    assert "there is no setting `rule`" in (await text.diagnostics())[0].message


async def test_a_file_outside_the_folder_is_not_looked_at(editor: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "secret.chain").write_text('card "Wall" monster\n', encoding="utf-8")
    (tmp_path / "inner").mkdir()
    text = Text(editor, 'use "../secret.chain"\nplayers A, B\nA field: "Wall"\n', tmp_path / "inner")
    assert [one.code for one in await text.diagnostics()] == ["name/outside"]
    for word in ('"../secret', '"Wall"'):
        asked = types.DefinitionParams(text.document, text.find(word, 2))
        found = await editor.text_document_definition_async(asked)
        assert found is None or (isinstance(found, types.Location) and found.uri == text.uri)


async def test_rename(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    params = types.RenameParams(text.document, text.find("神の宣告"), "solemn")
    edit = await editor.text_document_rename_async(params)
    assert edit is not None
    assert edit.changes is not None
    assert text.edited(list(edit.changes[text.uri])) == STORY.replace("神の宣告", "solemn")
    params = types.RenameParams(text.document, text.find("Kaiba"), "Seto Kaiba")
    edit = await editor.text_document_rename_async(params)
    assert edit is not None
    assert edit.changes is not None
    assert text.edited(list(edit.changes[text.uri])) == STORY.replace("Kaiba", '"Seto Kaiba"')


@pytest.mark.parametrize(
    ("word", "new", "says"),
    [
        ("Kaiba", "Yugi", "the other player"),
        ('"Dark Hole"', "Light Hole", "comes from `classics`"),
        ("神の宣告", "link", "reserved word"),
        ("神の宣告", "two words", "one word"),
        ("rules", "x", "only players, cards and IDs"),
    ],
)
async def test_rename_is_refused_with_a_reason(
    editor: LanguageClient, word: str, new: str, says: str
) -> None:
    text = Text(editor, STORY)
    with pytest.raises(JsonRpcException, match=says):
        await editor.text_document_rename_async(types.RenameParams(text.document, text.find(word, 1), new))


async def test_code_action(editor: LanguageClient) -> None:
    text = Text(editor, STORY + "Yugi activates 神の宣古 # 😀\nKaiba pases\n")
    await text.diagnostics()
    line = STORY.count("\n")
    for row, after in ((line, "Yugi activates 神の宣告 # 😀"), (line + 1, "Kaiba passes")):
        stretch = types.Range(types.Position(row, 0), types.Position(row, 40))
        params = types.CodeActionParams(text.document, stretch, types.CodeActionContext([]))
        actions = await editor.text_document_code_action_async(params)
        assert actions
        action = actions[0]
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        assert action.edit.changes is not None
        assert text.edited(list(action.edit.changes[text.uri])).split("\n")[row] == after


async def test_formatting(editor: LanguageClient) -> None:
    text = Text(editor, 'rules   tcg;players Yugi,Kaiba\r\nYugi   hand:"A"   as 手')
    params = types.DocumentFormattingParams(text.document, types.FormattingOptions(2, insert_spaces=True))
    edits = await editor.text_document_formatting_async(params)
    assert edits is not None
    (edit,) = edits
    assert edit.new_text == app.fmt(SourceFile("x", text.text))
    assert edit.range.end.line > text.text.count("\n")
    text.change(edit.new_text)
    assert not await editor.text_document_formatting_async(params)
    text.change("Yugi hand:: (")
    assert await editor.text_document_formatting_async(params) is None


async def test_inlay_hints(editor: LanguageClient) -> None:
    text = Text(editor, STORY)
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await editor.text_document_inlay_hint_async(types.InlayHintParams(text.document, whole))
    assert hints is not None
    assert [(hint.position.line, hint.label) for hint in hints] == [
        (5, "link 1, Spell Speed 1"),
        (6, "link 2, Spell Speed 3"),
    ]
    assert hints[1].position == text.find('神の宣告\nYugi activates "Mystical', 4)


async def test_a_file_that_is_used_is_read_again_when_it_is_saved(
    editor: LanguageClient, tmp_path: Path
) -> None:
    (tmp_path / "mine.chain").write_text("", encoding="utf-8")
    text = Text(editor, 'use "mine.chain"\nplayers A, B\nA hand: "Bolt"\nA activates "Bolt"\n', tmp_path)
    assert any(one.code == "name/no-effect" for one in await text.diagnostics())
    SHOWN.clear()
    (tmp_path / "mine.chain").write_text(
        'card "Bolt" normal spell { activate -> draw 1 }\n', encoding="utf-8"
    )
    saved = types.TextDocumentIdentifier((tmp_path / "mine.chain").as_uri())
    editor.text_document_did_save(types.DidSaveTextDocumentParams(saved))
    assert await text.diagnostics() == []
