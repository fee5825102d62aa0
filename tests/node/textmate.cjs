// Reads {grammar, lines} as JSON from standard input and writes for each line its tokens: [text, innermost scope].
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

async function main() {
  const { grammar, lines } = JSON.parse(fs.readFileSync(0, "utf8"));
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammar, "utf8"), grammar),
  });
  const known = await registry.loadGrammar("source.segoc");
  let state = textmate.INITIAL;
  const told = lines.map((line) => {
    const result = known.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)]);
  });
  process.stdout.write(JSON.stringify(told));
}

main();
