// Answers one JSON line with one JSON line, so that the engine is started once for many duels.
import { createInterface } from "node:readline";
import { explore, offers } from "./duel.mjs";

const REPLAYS = 3000;

function prepare(duel) {
  const data = new Map(duel.data.map((card) => [card.code, {
    alias: 0, setcodes: [], attribute: 1, race: 1n, attack: 1000, defense: 1000, lscale: 0, rscale: 0, link_marker: 0, ...card,
  }]));
  const scripts = new Map(duel.data.map((card) => [`c${card.code}.lua`, duel.scripts[card.code] ?? ""]));
  return { ...duel, data, scripts, pick: new Set(duel.pick) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { duel, questions } = JSON.parse(line);
  const ready = prepare(duel);
  const answers = questions.map(({ flags, ask }) => {
    try {
      return ask === "offers" ? offers(ready, flags) : explore(ready, flags, REPLAYS);
    } catch (error) {
      return { error: String(error.message) };
    }
  });
  process.stdout.write(JSON.stringify(answers) + "\n");
}
