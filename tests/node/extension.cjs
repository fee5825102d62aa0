// Loads the extension (its folder is the argument) with an editor and a client that only note what they are asked for.
"use strict";

const Module = require("node:module");
const path = require("node:path");

const noted = [];
let fails = process.argv[3] === "fails";
const commands = {};
const listeners = [];
const vscode = {
  commands: { registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }) },
  window: { showErrorMessage: async (text) => noted.push(["error", text]) },
  workspace: {
    createFileSystemWatcher: (pattern) => pattern,
    getConfiguration: () => ({ get: (name) => ({ command: ["python3", "-m", "checker"], language: "ja" })[name] }),
    onDidChangeConfiguration: (run) => (listeners.push(run), { dispose() {} }),
  },
};
class LanguageClient {
  constructor(id, name, server, texts) {
    const { command, args, options } = server;
    noted.push(["made", id, [command, ...args], options.env.SEGOC_LANGUAGE, texts.documentSelector[0].language]);
  }
  async start() {
    if (fails) throw new Error("spawn python3 ENOENT");
    noted.push(["started"]);
  }
  async stop() {
    noted.push(["stopped"]);
  }
}
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return { LanguageClient };
  return load(name, ...rest);
};

async function main() {
  const extension = require(path.resolve(process.argv[2]));
  const context = { subscriptions: [] };
  await extension.activate(context);
  await commands["segoc.restart"]();
  await listeners[0]({ affectsConfiguration: () => true });
  await extension.deactivate();
  process.stdout.write(JSON.stringify({ noted, kept: context.subscriptions.length }));
}

main();
