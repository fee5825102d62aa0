// Starts `segoc lsp` and connects the editor with it; all that it can do is in the server.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALL = "pip install 'segoc[lsp]'";
let client;

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("segoc.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("segoc")) return restart();
    }),
  );
  await start();
}

async function deactivate() {
  const leaving = client;
  client = undefined;
  if (leaving) await leaving.stop();
}

async function start() {
  const settings = vscode.workspace.getConfiguration("segoc");
  const [command, ...before] = settings.get("command");
  const language = settings.get("language");
  const env = language ? { ...process.env, SEGOC_LANGUAGE: language } : process.env;
  const server = { command, args: [...before, "lsp"], options: { env } };
  const texts = {
    documentSelector: [
      { scheme: "file", language: "segoc" },
      { scheme: "untitled", language: "segoc" },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.chain,segoc.toml,pyproject.toml}") },
  };
  client = new LanguageClient("segoc", "segoc", server, texts);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    await vscode.window.showErrorMessage(
      `segoc: \`${[command, ...before].join(" ")} lsp\` does not start (${error.message ?? error}). ` +
        `Install it with ${INSTALL}, and say in the setting segoc.command where it is.`,
    );
  }
}

async function restart() {
  await deactivate();
  await start();
}

module.exports = { activate, deactivate };
