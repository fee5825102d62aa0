// One situation in the duel engine: set it up, make the plays of the story, then look at every choice of the window.
// The package lives where the other npm packages of the tests do; a missing one ends the driver with an error.
const { default: createCore, OcgDuelMode } = await import("../node/node_modules/ocgcore-wasm/dist/index.js");

const MESSAGE = {
  retry: 1, idle: 11, effectYesNo: 12, yesNo: 13, option: 14, card: 15, chain: 16, place: 18, position: 19, tribute: 20,
  sortChain: 21, sum: 23, disabledPlace: 24, sortCard: 25, unselect: 26, summoned: 61, chaining: 70, solving: 72, chainEnd: 74,
};
const RESPONSE = {
  idle: 1, effectYesNo: 2, yesNo: 3, option: 4, card: 5, unselect: 7, chain: 8, disabledPlace: 9, place: 10, position: 11,
  tribute: 12, sortCard: 15,
};
const SUMMON = 0, ACTIVATE = 5;
const WAITING = 1, ENDED = 0;

const FLAGS = {
  "mr5": OcgDuelMode.MODE_MR5,
  "mr5+firsttrigger": OcgDuelMode.MODE_MR5 | OcgDuelMode.TCG_SEGOC_FIRSTTRIGGER,
  "mr5+nonpublic": OcgDuelMode.MODE_MR5 | OcgDuelMode.TCG_SEGOC_NONPUBLIC,
  "goat": OcgDuelMode.MODE_GOAT,
};

const core = await createCore({ sync: true });

/** A step of the story that the engine does not offer: not a failure, the answer is that it is not legal. */
class Refused extends Error {
  constructor(step, why) {
    super(why);
    this.step = step;
  }
}

/** What ends a replay early. */
class Enough extends Error {}

/**
 * Plays a duel from its start. `choose(options, player)` picks one of the options of the window, `joined(effect)` hears
 * of every link there. Returns the chain it led to.
 */
function play(duel, flags, choose, joined = () => {}) {
  const errors = [];
  const handle = core.createDuel({
    flags,
    seed: [1n, 2n, 3n, 4n],
    team1: { startingLP: 8000, startingDrawCount: 0, drawCountPerTurn: 0 },
    team2: { startingLP: 8000, startingDrawCount: 0, drawCountPerTurn: 0 },
    cardReader: (code) => duel.data.get(code) ?? null,
    scriptReader: (name) => duel.scripts.get(name) ?? "",
    errorHandler: (_, text) => errors.push(text),
  });
  if (handle === null) throw new Error("the engine made no duel");
  try {
    core.loadScript(handle, "prelude.lua", duel.prelude);
    for (const card of duel.cards) core.duelNewCard(handle, card);
    core.startDuel(handle);
    const chain = run(duel, handle, choose, joined);
    if (errors.length) throw new Error(errors[0]);
    return chain;
  } finally {
    core.destroyDuel(handle);
  }
}

function run(duel, handle, choose, joined) {
  let next = 0;          // the step that is to be made
  let looking = false;   // in the window that the story ends in
  let building = true;   // false once the story's chain resolves
  let awaited = 0;       // the effect that a step activates
  let waitsFor = null;   // what ends the last step: "chain" or "summon"
  const chain = [];
  for (let rounds = 0; rounds < 4000; rounds++) {
    const status = core.duelProcess(handle);
    let prompt = null;
    for (const message of core.duelGetMessage(handle)) {
      switch (message.type) {
        case MESSAGE.retry:
          throw new Error("the engine did not take an answer");
        case MESSAGE.chaining:
          if (looking) {
            chain.push(Number(message.description));
            joined(Number(message.description), message.triggering_controller);
          } else if (Number(message.description) !== awaited) throw new Refused(next, "a mandatory effect joins the chain");
          else if (duel.unresolved && next === duel.steps.length) looking = true;
          break;
        case MESSAGE.solving:
          if (looking) return chain;
          building = false;
          break;
        case MESSAGE.chainEnd:
          if (waitsFor === "chain" && duel.steps[next]?.chained) throw new Refused(next, "not offered on the chain");
          if (waitsFor === "chain" && next === duel.steps.length) looking = true;
          if (waitsFor === "chain") waitsFor = null;
          break;
        case MESSAGE.summoned:
          if (waitsFor === "summon" && next === duel.steps.length) looking = true;
          if (waitsFor === "summon") waitsFor = null;
          break;
        default:
          if (message.type >= 10 && message.type < 30) prompt = message;
      }
    }
    if (status === ENDED) throw new Error("the duel ended");
    if (status !== WAITING) continue;
    if (prompt === null) throw new Error("the engine waits for nothing that is known");
    if (prompt.type === MESSAGE.idle) {
      if (looking) return chain;
      if (waitsFor === "summon") throw new Refused(next - 1, "the Summon did not succeed");
      if (next === duel.steps.length) throw new Error("the story's last step did not end");
      const step = duel.steps[next++];
      building = true;
      awaited = step.activate;
      waitsFor = step.summon === undefined ? "chain" : "summon";
      core.duelSetResponse(handle, begin(step, prompt, next - 1));
    } else if (prompt.type === MESSAGE.chain && !looking) {
      const step = duel.steps[next];
      const wanted = building && step?.chained && prompt.player === step.player
        ? prompt.selects.findIndex((select) => Number(select.description) === step.activate) : -1;
      if (wanted >= 0) {
        awaited = step.activate;
        next++;
      }
      const forced = prompt.forced ? 0 : null;
      core.duelSetResponse(handle, { type: RESPONSE.chain, index: wanted >= 0 ? wanted : forced });
    } else if (prompt.type === MESSAGE.chain) {
      const options = [];
      prompt.selects.forEach((select, index) => {
        if (duel.pick.has(Number(select.description))) options.push({ index, effect: Number(select.description) });
      });
      if (!prompt.forced) options.push({ index: null, effect: null });
      if (!options.length) throw new Error("the engine forces an effect that the story does not ask for");
      const chosen = choose(options, prompt.player);
      core.duelSetResponse(handle, { type: RESPONSE.chain, index: chosen.index });
    } else if (prompt.type === MESSAGE.effectYesNo && looking) {
      const effect = offered(duel, Number(prompt.description), prompt.code);
      const chosen = choose([{ yes: true, effect }, { yes: false, effect: null }], prompt.player);
      core.duelSetResponse(handle, { type: RESPONSE.effectYesNo, yes: chosen.yes });
    } else {
      core.duelSetResponse(handle, usual(prompt, duel, next - 1));
    }
  }
  throw new Error("the duel does not come to an end");
}

/** Which effect a yes-or-no question is about; the engine often names the card only, and then it is its first. */
function offered(duel, description, code) {
  return duel.pick.has(description) ? description : [...duel.pick].find((effect) => Math.floor(effect / 8) === code);
}

/** The answer to the main menu that makes a step of the story. */
function begin(step, prompt, number) {
  const [action, offered, isIt] = step.summon === undefined
    ? [ACTIVATE, prompt.activates, (card) => Number(card.description) === step.activate]
    : [SUMMON, prompt.summons, (card) => card.code === step.summon];
  const index = offered.findIndex(isIt);
  if (index < 0) throw new Refused(number, "not offered in the Main Phase");
  return { type: RESPONSE.idle, action, index };
}

/** The first legal answer to a question that is no choice of the story's; Tributes are those that it names. */
function usual(prompt, duel, number) {
  switch (prompt.type) {
    case MESSAGE.chain: return { type: RESPONSE.chain, index: prompt.forced ? 0 : null };
    case MESSAGE.effectYesNo: return { type: RESPONSE.effectYesNo, yes: false };
    case MESSAGE.yesNo: return { type: RESPONSE.yesNo, yes: true };
    case MESSAGE.option: return { type: RESPONSE.option, index: 0 };
    case MESSAGE.position: return { type: RESPONSE.position, position: 1 };
    case MESSAGE.sortCard: case MESSAGE.sortChain: return { type: RESPONSE.sortCard, order: null };
    case MESSAGE.card:
      return { type: RESPONSE.card, indicies: prompt.selects.slice(0, prompt.min).map((_, index) => index) };
    case MESSAGE.tribute: {
      const wanted = duel.steps[number]?.tributes ?? [];
      const indicies = prompt.selects.map((card, index) => wanted.includes(card.code) ? index : -1).filter((index) => index >= 0);
      if (indicies.length !== wanted.length) throw new Refused(number, "a Tribute is not offered");
      return { type: RESPONSE.tribute, indicies };
    }
    case MESSAGE.unselect: {
      const wanted = duel.steps[number]?.tributes ?? [];
      const index = prompt.select_cards.findIndex((card) => wanted.includes(card.code));
      if (index < 0 && !prompt.can_finish) throw new Refused(number, "a Tribute is not offered");
      return { type: RESPONSE.unselect, index: index < 0 ? null : index };
    }
    case MESSAGE.place: case MESSAGE.disabledPlace: return { type: RESPONSE.place, places: [freePlace(prompt)] };
    default: throw new Error(`the engine asks a question of type ${prompt.type}`);
  }
}

/** The first free Monster Zone, else the first free Spell & Trap Zone; the mask has a 1 for what is not free. */
function freePlace(prompt) {
  for (const [side, shift] of [[prompt.player, 0], [1 - prompt.player, 16]]) {
    for (const [location, offset, size] of [[4, 0, 5], [8, 8, 5]]) {
      for (let sequence = 0; sequence < size; sequence++) {
        if (!((prompt.field_mask >>> (shift + offset + sequence)) & 1)) return { player: side, location, sequence };
      }
    }
  }
  throw new Error("no zone is free");
}

/** Every chain that the players can build in the window: `{chains, replays}`, or `{refused, why}`. */
export function explore(duel, flags, limit) {
  const found = new Map();
  let prefix = [];   // which option was taken at each choice
  let replays = 0;
  for (;;) {
    let depth = 0;
    const sizes = [];
    const choose = (options) => {
      const index = prefix[depth] ?? 0;
      prefix[depth] = index;
      sizes[depth++] = options.length;
      return options[index];
    };
    let chain;
    try {
      chain = play(duel, FLAGS[flags], choose);
    } catch (error) {
      if (error instanceof Refused) return { refused: error.step, why: error.message };
      throw error;
    }
    found.set(chain.join(), chain);
    if (++replays > limit) return { over: limit };
    prefix = prefix.slice(0, depth);
    while (prefix.length && prefix[prefix.length - 1] + 1 >= sizes[prefix.length - 1]) prefix.pop();
    if (!prefix.length) return { chains: [...found.values()], replays };
    prefix[prefix.length - 1]++;
  }
}

/**
 * What may be added after the links of `duel.prefix`: what the players are offered, prompt by prompt, while everybody
 * passes; up to a mandatory effect, which joins by itself or must be chosen. `{asked: [{player, effects}]}`.
 */
export function offers(duel, flags) {
  const asked = [];
  let made = 0;
  const choose = (options, player) => {
    if (made < duel.prefix.length) {
      const pass = options.find((option) => option.effect === null);
      const chosen = options.find((option) => option.effect === duel.prefix[made]) ?? pass;
      if (chosen === undefined) throw new Refused(made, "another effect must come first");
      return chosen;
    }
    asked.push({ player, effects: options.map((option) => option.effect).filter((effect) => effect !== null) });
    const pass = options.find((option) => option.effect === null);
    if (pass === undefined) throw new Enough();
    return pass;
  };
  const joined = (effect, player) => {
    if (made < duel.prefix.length) {
      if (effect !== duel.prefix[made]) throw new Refused(made, "another effect joins by itself");
      made++;
    } else {
      asked.push({ player, effects: [effect] });
      throw new Enough();
    }
  };
  try {
    play(duel, FLAGS[flags], choose, joined);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.step, why: error.message };
    if (!(error instanceof Enough)) throw error;
  }
  return made < duel.prefix.length ? { refused: made, why: "not offered" } : { asked };
}
