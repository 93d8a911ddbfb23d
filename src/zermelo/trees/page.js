"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { steps, nodes } = data;
  const find = (id) => document.getElementById(id);
  const figure = find("figure");
  const svg = figure.querySelector("svg");
  const shapes = [], edges = [];
  for (const group of svg.querySelectorAll("[data-node]")) shapes[+group.dataset.node] = group;
  for (const edge of svg.querySelectorAll("[data-edge]")) (edges[+edge.dataset.edge] ||= []).push(edge);
  const values = shapes.map((group) => group.querySelector("text.value"));
  const windows = shapes.map((group) => group.querySelector(".window:not(.table) text"));
  const finalValue = values.map((text) => text && text.textContent);
  let at = 0, timer = null;

  /* A step says how many rows of open nodes stay and which are new: rows share what lies below them. */
  let rows = null;
  for (const step of steps) {
    const [stay, ...fresh] = step.open;
    while (rows && rows.size > stay) rows = rows.below;
    for (const cells of fresh) rows = { cells, below: rows, size: rows ? rows.size + 1 : 1 };
    step.rows = rows;
  }

  const openRows = (step) => {
    const found = [];
    for (let row = step.rows; row; row = row.below) found.push(row.cells);
    return found.reverse();
  };

  /* What a text reads at step k: the last entry that is not later. */
  const reading = (history, k) => {
    let found = null;
    for (const [step, text] of history) { if (step > k) break; found = text; }
    return found;
  };

  const showFigure = (k) => {
    const finished = k === steps.length - 1;
    svg.classList.toggle("finished", finished);
    nodes.forEach((node, index) => {
      const group = shapes[index];
      const future = k < node.from, opened = !future && k < node.to;
      group.classList.toggle("future", future);
      group.classList.toggle("opened", opened);
      group.classList.toggle("current", index === steps[k].node);
      group.classList.toggle("is-cut", k >= node.cut);
      for (const edge of edges[index] || []) {
        edge.classList.toggle("future", future);
        edge.classList.toggle("on-path", opened && edge.matches("path"));
      }
      const value = reading(node.value, k);
      if (values[index]) values[index].textContent = value ?? (future ? "" : finalValue[index]);
      const window = reading(node.window, k);
      if (windows[index] && window !== null) windows[index].textContent = window;
    });
  };

  const showSide = (step) => {
    for (const line of find("code").children) line.classList.toggle("now", line.dataset.line === step.line);
    const body = find("open"), open = openRows(step);
    body.replaceChildren(...open.map((cells, place) => {
      const row = document.createElement("tr");
      row.classList.toggle("now", place === open.length - 1);
      row.append(...cells.map((text) => {
        const cell = document.createElement("td");
        cell.textContent = text;
        return cell;
      }));
      return row;
    }));
    if (!open.length) {
      const cell = document.createElement("td");
      cell.textContent = "none";
      cell.colSpan = 4;
      const row = document.createElement("tr");
      row.append(cell);
      body.replaceChildren(row);
    }
  };

  const bringIntoView = (group) => {
    const box = group.getBoundingClientRect(), frame = figure.getBoundingClientRect();
    const margin = 40;
    if (box.left < frame.left + margin || box.right > frame.right - margin)
      figure.scrollLeft += (box.left + box.right) / 2 - (frame.left + frame.right) / 2;
    if (box.top < frame.top + margin || box.bottom > frame.bottom - margin)
      figure.scrollTop += (box.top + box.bottom) / 2 - (frame.top + frame.bottom) / 2;
  };

  const go = (k) => {
    at = Math.max(0, Math.min(steps.length - 1, k));
    const step = steps[at];
    showFigure(at);
    showSide(step);
    find("sentence").textContent = step.words;
    find("slider").value = at;
    find("count").textContent = `step ${at + 1} of ${steps.length}`;
    find("first").disabled = find("back").disabled = at === 0;
    find("last").disabled = find("forward").disabled = at === steps.length - 1;
    bringIntoView(shapes[step.node]);
    if (at === steps.length - 1) pause();
  };

  const pause = () => {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "Play";
  };

  const play = () => {
    if (at === steps.length - 1) go(0);
    find("play").textContent = "Pause";
    timer = setInterval(() => go(at + 1), +find("speed").value);
  };

  const toggle = () => (timer === null ? play() : pause());
  const byHand = (k) => { pause(); go(k); };

  find("first").addEventListener("click", () => byHand(0));
  find("back").addEventListener("click", () => byHand(at - 1));
  find("forward").addEventListener("click", () => byHand(at + 1));
  find("last").addEventListener("click", () => byHand(steps.length - 1));
  find("play").addEventListener("click", toggle);
  find("slider").addEventListener("input", (event) => byHand(+event.target.value));
  find("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
    const keys = {
      ArrowLeft: () => byHand(at - 1), ArrowRight: () => byHand(at + 1),
      Home: () => byHand(0), End: () => byHand(steps.length - 1),
    };
    if (event.key === " " && !event.target.matches("button")) { toggle(); event.preventDefault(); }
    else if (keys[event.key]) { keys[event.key](); event.preventDefault(); }
  });
  svg.addEventListener("click", (event) => {
    const group = event.target.closest("[data-node]");
    if (group && nodes[+group.dataset.node].from < steps.length) byHand(nodes[+group.dataset.node].from);
  });

  svg.classList.add("stepping");
  go(0);
})();
