"use strict";
// The pages are whole without this file; it adds the switch of colours, the search and the filters.

const stored = (action) => { try { return action(localStorage); } catch { return null; } };
const chosen = stored((store) => store.getItem("theme"));
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;

function switchColours() {
  const button = document.createElement("button");
  Object.assign(button, { id: "theme", type: "button", textContent: "◐", ariaLabel: "Switch between light and dark" });
  document.querySelector("header.top").append(button);
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    stored((store) => store.setItem("theme", root.dataset.theme));
  });
}

function filterClaims() {
  const form = document.getElementById("filters");
  if (!form) return;
  const table = document.getElementById("table");
  // Each row is the same HTML as on the papers' pages, which need no script.
  table.tBodies[0].innerHTML = CLAIMS.map(([paper, cells]) => `<tr data-paper="${paper}">${cells}`).join("");
  form.hidden = false;
  const rows = [...table.tBodies[0].rows].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
    kind: row.cells[3].textContent.trim(),
    verdict: row.cells[4].textContent.trim(),
    role: row.cells[5].textContent.trim(),
    paper: row.dataset.paper,
    formula: row.cells[2].querySelector("em") ? "reconstructed" : "printed",
  }));

  function apply() {
    const wanted = new FormData(form);
    const words = wanted.get("q").toLowerCase().split(/\s+/).filter(Boolean);
    const exact = ["verdict", "kind", "paper", "role", "formula"].filter((name) => wanted.get(name));
    table.hidden = !(words.length || exact.length);
    let shown = 0;
    for (const claim of rows) {
      const fits = words.every((word) => claim.text.includes(word)) && exact.every((name) => claim[name] === wanted.get(name));
      claim.row.hidden = !fits;
      shown += fits;
    }
    form.querySelector("output").textContent = table.hidden ? "" : `${shown} of ${rows.length}`;
  }

  // The filters are part of the address, behind #, so that a selection can be linked to.
  function keep() {
    const wanted = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", `#${wanted.size ? wanted : "claims"}`);
    apply();
  }

  function restore() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (![...wanted.keys()].some((name) => form.elements[name])) return apply();
    for (const field of form.elements) if (field.name) field.value = wanted.get(field.name) ?? "";
    apply();
    document.getElementById("claims").scrollIntoView();
  }

  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(keep));
  addEventListener("hashchange", restore);
  restore();
}

function filterLevels() {
  const among = document.getElementById("among");
  if (!among) return;
  among.hidden = false;
  const levels = [...document.querySelectorAll(".levels")].map((level) => [level, [...level.querySelectorAll("li")]]);
  among.addEventListener("input", () => {
    const words = among.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [level, items] of levels) {
      for (const item of items) item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
      level.hidden = items.every((item) => item.hidden);
      level.open = words.length > 0;
    }
  });
}

addEventListener("DOMContentLoaded", () => { switchColours(); filterClaims(); filterLevels(); });
