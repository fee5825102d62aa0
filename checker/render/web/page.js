// What the checker found lies in the page as data; this only shows it: nothing here decides what is legal.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const words = data.words;
  const reasons = (numbers) => numbers.map((number) => data.reasons[number]); // each stands in the data once
  const app = document.getElementById("app");
  const status = document.getElementById("status");
  const state = { walk: 0, path: [], closed: false, resolved: 0, playing: [] };

  // ---------------------------------------------------------------- small helpers

  function el(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "onclick" || name === "onchange") made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  }

  function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  }

  // A sentence of the checker; the words of the story stand in backticks.
  function sentence(text) {
    const parts = text.split("`");
    if (parts.length % 2 === 0) return [text];
    return parts.map((part, n) => (n % 2 ? el("strong", {}, part) : part));
  }

  function say(text) {
    status.textContent = "";
    setTimeout(() => { status.textContent = text; }, 30);
  }

  const walk = () => data.walks[state.walk];
  const effect = (id) => walk().effects[id];
  const side = (player) => (player === data.players[0] ? "first" : "second");

  function called(id) {
    const found = effect(id);
    return found.card === id ? id : `${found.card} (${id})`;
  }

  // The fork after a path, and how many of its links lead there: all of them if the path is legal under this rule set.
  function follow(path) {
    let number = 0;
    for (let n = 0; n < path.length; n += 1) {
      const option = walk().forks[number].options.find((one) => one.effect === path[n]);
      if (!option || option.to === null) return { fork: walk().forks[number], kept: n, option };
      number = option.to;
    }
    return { fork: walk().forks[number], kept: path.length };
  }

  function cites(list) {
    return list.length ? [" ", el("span", { class: "cites" }, list.join(", "))] : null;
  }

  function facts(player, speed, group) {
    return el("span", { class: "facts" }, el("b", {}, player), el("span", {}, fill(words.speed, { number: speed })),
      group ? el("span", {}, group) : null);
  }

  function grounds(list, open) {
    if (!list.length) return null;
    return el("details", { open }, el("summary", {}, words.whyMay),
      el("ul", { class: "reasons" }, reasons(list).map((reason) => el("li", {}, sentence(reason.text), cites(reason.cites)))));
  }

  function against(list) {
    return el("ul", { class: "why" }, reasons(list).map((reason) =>
      el("li", {}, el("code", { class: "law" }, reason.law), ": ", sentence(reason.text), cites(reason.cites))));
  }

  // A chain with its newest link on top. `left` is the number of links that have not resolved yet, null while it is built.
  function stack(links, left) {
    const items = links.map((link, n) => {
      const number = n + 1;
      const done = left !== null && number > left;
      const kind = `link ${side(link.player)}${done ? " done" : ""}${left === number ? " resolving" : ""}` +
        (left === null && number === links.length ? " newest" : "");
      return el("li", { class: kind },
        el("span", { class: "number", "aria-hidden": "true" }, String(number)),
        el("span", { class: "name" }, link.name),
        facts(link.player, link.speed, link.group),
        done ? came(link) : null,
        left === null ? grounds(link.grounds, false) : null);
    });
    items.forEach((item, n) => item.setAttribute("aria-label", fill(words.linkLabel, { number: n + 1, name: links[n].name })));
    return el("ol", { class: "stack", reversed: true }, items.reverse());
  }

  function came(link) {
    return el("ul", { class: "came" }, el("li", { class: "outcome" }, link.outcome),
      link.done.map((line) => el("li", {}, sentence(line))));
  }

  // ---------------------------------------------------------------- building a chain

  function placed() {
    let number = 0;
    return walk().base.map((link) => ({ ...link })).concat(state.path.map((id) => {
      const found = effect(id);
      const option = walk().forks[number].options.find((one) => one.effect === id);
      number = option.to;
      return { name: called(id), player: found.player, speed: found.speed, group: found.group, grounds: option.grounds };
    }));
  }

  function choosers(fork) {
    const open = fork.options.filter((option) => option.to !== null || !option.against.length);
    if (open.length + (fork.stop ? 1 : 0) < 2) return "";
    return [...new Set(open.map((option) => effect(option.effect).player))].join(` ${words.or} `);
  }

  function heading(text) {
    return el("h2", { tabindex: "-1", id: "next" }, text);
  }

  function stepPanel() {
    const { fork } = follow(state.path);
    if (state.closed) return resolvePanel(fork);
    const number = walk().base.length + state.path.length + 1;
    const may = fork.options.filter((option) => !option.against.length);
    const not = fork.options.filter((option) => option.against.length);
    const who = choosers(fork);
    return el("section", { class: "panel", id: "step", "aria-labelledby": "next" },
      heading(may.length ? fill(words.nextLink, { number }) : words.nothingLeft),
      el("p", { class: "soft" }, who ? fill(words.chooses, { player: who }) : may.length ? words.oneWay : ""),
      may.length ? el("ul", { class: "options" }, may.map((option) => optionItem(option, number))) : null,
      closing(fork),
      not.length ? el("h3", {}, words.mayNot) : null,
      not.length ? el("ul", { class: "options" }, not.map((option) => refusedItem(option))) : null);
  }

  function optionItem(option, number) {
    const found = effect(option.effect);
    const pick = el("button", { type: "button", class: "pick", onclick: () => choose(option) },
      el("span", {}, el("span", { class: "name" }, called(option.effect)), facts(found.player, found.speed, found.group)),
      el("span", { class: "go" }, fill(words.place, { number })));
    return el("li", { class: `option ${side(found.player)}` }, pick, grounds(option.grounds, false));
  }

  function refusedItem(option) {
    const found = effect(option.effect);
    return el("li", { class: `option no ${side(found.player)}` },
      el("span", { class: "name" }, called(option.effect)),
      facts(found.player, found.speed, found.group), against(option.against));
  }

  function leftOut(fork) {
    const parts = [];
    if (fork.stop.declined.length) parts.push(fill(words.declined, { names: fork.stop.declined.map(called).join(", ") }));
    for (const lost of fork.stop.lost) parts.push(fill(words.lost, { name: called(lost.effect), law: lost.law }));
    return parts;
  }

  function closing(fork) {
    if (!fork.stop) {
      return fork.against.length
        ? el("div", { class: "close" }, el("p", {}, words.mayNotClose), against(fork.against)) : null;
    }
    const text = leftOut(fork).join("; ");
    const label = state.path.length || walk().base.length ? words.close : words.nobody;
    return el("div", { class: "close" }, text ? el("p", {}, text) : null,
      el("button", { type: "button", class: "plain", onclick: close }, label));
  }

  function resolvePanel(fork) {
    const left = walk().base.length + state.path.length - state.resolved;
    const told = walk().resolutions[JSON.stringify(state.path)];
    const missing = leftOut(fork).join("; ");
    return el("section", { class: "panel", id: "step", "aria-labelledby": "next" },
      heading(left ? words.resolves : words.over),
      el("p", { class: "soft" }, left ? words.backwards : words.allResolved),
      missing ? el("p", {}, missing) : null,
      told || !state.path.length ? null : el("p", { class: "cut" }, walk().resolved ? fill(words.untold, { number: walk().resolved }) : words.untoldAny),
      el("div", { class: "row" },
        left ? el("button", { type: "button", class: "plain main", id: "resolve", onclick: () => resolve(1) },
          fill(words.resolveLink, { number: left })) : null,
        state.resolved ? el("button", { type: "button", class: "plain", onclick: () => resolve(-1) }, words.oneBack) : null));
  }

  function chainPanel() {
    const links = placed();
    const told = walk().resolutions[JSON.stringify(state.path)];
    links.forEach((link, n) => {
      link.outcome = told ? told[n].outcome : words.resolved;
      link.done = told ? told[n].done : [];
    });
    const left = state.closed ? links.length - state.resolved : null;
    return el("section", { class: "panel", id: "chain", "aria-labelledby": "chain-title" },
      el("h2", { id: "chain-title" }, words.chain),
      el("p", { class: "soft" }, words.newestOnTop),
      links.length ? stack(links, left) : el("p", { class: "empty" }, state.closed ? words.nobody : words.noLinks),
      el("div", { class: "row" },
        el("button", { type: "button", class: "plain", id: "undo", disabled: !state.path.length && !state.closed, onclick: undo },
          state.closed ? words.reopen : words.undo),
        el("button", { type: "button", class: "plain", id: "restart", disabled: !state.path.length && !state.closed, onclick: restart },
          words.restart)));
  }

  function choose(option) {
    if (option.to === null) {
      say(words.cutOff);
      document.getElementById("cut")?.scrollIntoView();
      return;
    }
    state.path = [...state.path, option.effect];
    show(true, fill(words.placedNow, { number: walk().base.length + state.path.length, name: called(option.effect) }));
  }

  function close() {
    Object.assign(state, { closed: true, resolved: 0 });
    show(true, words.closedNow);
  }

  function undo() {
    if (state.closed) state.closed = false;
    else state.path = state.path.slice(0, -1);
    show(true, words.undone);
  }

  function restart() {
    Object.assign(state, { path: [], closed: false, resolved: 0 });
    show(true, words.restarted);
  }

  function resolve(step) {
    state.resolved += step;
    const number = walk().base.length + state.path.length - state.resolved + 1;
    show(true, step > 0 ? fill(words.resolvedNow, { number }) : words.undone);
  }

  // ---------------------------------------------------------------- the rule sets

  function chooseRules(number) {
    const was = { path: state.path, closed: state.closed };
    state.walk = number;
    state.playing = [];
    const { kept, option, fork } = follow(was.path);
    let text = fill(words.rulesNow, { rules: walk().rules });
    if (kept < was.path.length) {
      const law = option && option.against.length ? reasons(option.against)[0] : null;
      text += `. ${fill(words.notHere, { number: kept + 1, name: was.path[kept] })}${law ? `: ${law.law}` : ""}`;
      state.path = was.path.slice(0, kept);
    }
    if (kept < was.path.length || (was.closed && !fork.stop)) Object.assign(state, { closed: false, resolved: 0 });
    state.notice = kept < was.path.length ? text : "";
    show(false, text);
  }

  function comparePanel() {
    if (data.walks.length < 2) return null;
    const rows = data.walks.map((one, n) => el("tr", { "aria-current": n === state.walk ? "true" : false },
      el("td", {}, one.rules), el("td", {}, one.verdict), el("td", {}, one.count)));
    const list = data.differences.map((one) => el("li", {}, sentence(one.what),
      el("br"), el("span", { class: "ok" }, words.legalIn), ` ${one.legal.join(", ")}; `,
      el("span", { class: "law" }, words.illegalIn), ` ${one.illegal.join(", ")}`,
      one.laws.length ? [": ", el("code", {}, one.laws.join(", "))] : null,
      one.toggles.map((toggle) => [el("br"), el("span", { class: "soft" }, fill(words.because, { toggle }))])));
    return el("section", { class: "panel", "aria-labelledby": "compare-title" },
      el("h2", { id: "compare-title" }, words.compareTitle),
      el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": words.rules }, el("table", {},
        el("thead", {}, el("tr", {}, [words.rules, words.storyIs, words.orders].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, rows))),
      list.length ? el("ul", { class: "differences" }, list) : el("p", {}, words.agree));
  }

  // ---------------------------------------------------------------- the story

  function storyPanel() {
    const told = walk();
    if (!told.steps.length) return null;
    const steps = told.steps.map((step) => el("li", {}, sentence(step.what),
      step.line ? el("span", { class: "cites" }, ` ${fill(words.line, { number: step.line })}`) : null,
      step.details.length || step.reached
        ? el("ul", {}, step.details.map((line) => el("li", {}, sentence(line))), step.reached ? el("li", {}, sentence(step.reached)) : null)
        : null));
    return el("section", { class: "panel", "aria-labelledby": "story-title" },
      el("h2", { id: "story-title" }, words.story),
      told.chains.map((links, n) => storyChain(links, n)),
      el("details", { open: data.command === "trace" }, el("summary", {}, words.steps), el("ol", { class: "steps" }, steps)));
  }

  function storyChain(links, n) {
    const over = links.every((link) => link.over);
    const resolved = state.playing[n];
    const left = resolved === undefined ? null : links.length - resolved;
    const play = (number) => () => {
      state.playing[n] = number;
      show(false, number ? fill(words.resolvedNow, { number: links.length - number + 1 }) : words.backwards);
      document.getElementById(`play-${n}`)?.focus();
    };
    const back = () => {
      state.playing[n] = undefined;
      show(false, words.undone);
      document.getElementById(`play-${n}`)?.focus();
    };
    const main = left === 0
      ? el("button", { type: "button", class: "plain", id: `play-${n}`, onclick: back }, words.again)
      : el("button", { type: "button", class: "plain main", id: `play-${n}`, onclick: play((resolved ?? 0) + 1) },
        fill(words.resolveLink, { number: left ?? links.length }));
    const controls = el("div", { class: "row" }, main,
      resolved ? el("button", { type: "button", class: "plain", onclick: play(resolved - 1) }, words.oneBack) : null);
    return el("div", {}, el("h3", {}, fill(words.chainNumber, { number: n + 1 })),
      over ? controls : el("p", { class: "soft" }, words.waiting), stack(links, left));
  }

  // ---------------------------------------------------------------- the text for a forum

  function post() {
    const lines = [fill(words.postHead, { file: data.file, rules: walk().rules }), ""];
    const links = placed();
    if (!links.length && !state.closed) {
      lines.push(walk().count, ...walk().orders.map((text, n) => `${n + 1}. ${text}`), ...(walk().note ? [walk().note] : []));
    } else {
      links.forEach((link, n) => {
        lines.push(`${n + 1}. ${link.name}: ${link.player}, ${fill(words.speed, { number: link.speed })}, ${link.group}`);
        reasons(link.grounds).forEach((reason) => lines.push(`   - ${reason.text}${reason.cites.length ? ` (${reason.cites.join(", ")})` : ""}`));
      });
      const { fork } = follow(state.path);
      if (state.closed) {
        lines.push("", ...leftOut(fork), words.backwards);
        const told = walk().resolutions[JSON.stringify(state.path)] || [];
        [...told].reverse().forEach((link, n) => lines.push(`${told.length - n}. ${link.name}: ${[link.outcome, ...link.done].join("; ")}`));
      } else {
        const may = fork.options.filter((option) => !option.against.length).map((option) => called(option.effect));
        if (may.length) lines.push("", fill(words.postMay, { names: may.join(", ") }));
        fork.options.filter((option) => option.against.length).forEach((option) => reasons(option.against).forEach((reason) =>
          lines.push(`- ${called(option.effect)}: ${reason.text} (${[reason.law, ...reason.cites].join(", ")})`)));
      }
    }
    return `${lines.join("\n").replace(/`/g, "").replace(/\n{3,}/g, "\n\n").trim()}\n\n${words.postFoot}\n`;
  }

  async function copy() {
    const area = document.getElementById("post");
    let done = false;
    try {
      await navigator.clipboard.writeText(area.value);
      done = true;
    } catch {
      area.closest("details").open = true;
      area.select();
      done = document.execCommand("copy");
    }
    say(done ? words.copied : words.copyByHand);
    const button = document.getElementById("copy");
    button.textContent = done ? words.copied : words.copyByHand;
    setTimeout(() => { button.textContent = words.copy; }, 2500);
  }

  function postPanel() {
    return el("section", { class: "panel", "aria-labelledby": "post-title" },
      el("h2", { id: "post-title" }, words.postTitle),
      el("details", { open: postPanel.open === true, id: "post-details" }, el("summary", {}, words.postShow),
        el("textarea", { id: "post", readonly: true, "aria-label": words.postTitle, spellcheck: "false" }, post())));
  }

  // ---------------------------------------------------------------- the page

  function tools() {
    const box = document.getElementById("tools");
    const radios = data.walks.map((one, n) => el("label", {},
      el("input", { type: "radio", name: "rules", value: String(n), checked: n === 0, onchange: () => chooseRules(n) }),
      one.rules));
    const dark = () => document.documentElement.dataset.theme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const theme = el("button", { type: "button", class: "plain", id: "theme", "aria-pressed": String(dark()), onclick: () => {
      document.documentElement.dataset.theme = dark() ? "light" : "dark";
      theme.setAttribute("aria-pressed", String(dark()));
    } }, words.dark);
    box.append(
      ...(data.walks.length > 1
        ? [el("fieldset", { class: "sets" }, el("legend", {}, words.rules), el("div", { class: "switch" }, radios))] : []),
      el("button", { type: "button", class: "plain", id: "copy", onclick: copy }, words.copy), theme);
    box.hidden = false;
  }

  function show(toNext, text) {
    postPanel.open = document.getElementById("post-details")?.open;
    const board = walk().forks.length > 1 || walk().forks[0].options.length
      ? el("div", { class: "board" }, stepPanel(), chainPanel()) : null;
    const cut = walk().whole ? null : el("p", { class: "cut", id: "cut" }, words.cutOff);
    const notice = state.notice ? el("p", { class: "cut" }, state.notice) : null;
    state.notice = "";
    const contested = walk().contested.map((text) => el("p", { class: "cut" }, sentence(text)));
    const parts = data.command === "trace" ? [storyPanel(), board] : [board, storyPanel()];
    document.getElementById("lead").textContent = fill(words.lead, { state: walk().beginning, rules: walk().rules });
    app.replaceChildren(...[notice, cut, ...contested, ...parts, comparePanel(), postPanel()].filter(Boolean));
    if (toNext) document.getElementById("next")?.focus();
    if (text) say(text);
  }

  tools();
  show(false, "");
  app.hidden = false;
  document.getElementById("plain").open = false;
})();
