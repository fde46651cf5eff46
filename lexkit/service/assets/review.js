// Everything works without this. With it, maintainers decide with a key each.
"use strict";
{
  const KEYS = "lexkit-keys";
  const KEPT = ["reason", "reference"];
  const told = document.querySelector("[data-told]");
  const rows = [...document.querySelectorAll("[data-row]")];
  const many = document.querySelector("[data-many]");
  // The button that was pressed before what it needs was there.
  let waiting = null;

  const attempt = (work) => {
    try {
      return work();
    } catch {
      return null; // a browser may keep nothing at all
    }
  };

  // Keys can be turned off: whoever speaks to the computer, or hits keys by chance, would decide.
  const on = document.querySelector("[data-keys-on]");
  for (const each of document.querySelectorAll("[data-keys]")) {
    each.hidden = false;
  }
  if (on) {
    on.checked = attempt(() => localStorage.getItem(KEYS)) !== "off";
    on.addEventListener("change", () => {
      attempt(() => localStorage.setItem(KEYS, on.checked ? "on" : "off"));
    });
  }

  // The reason of before is proposed again, as often one holds for many.
  for (const form of document.querySelectorAll("form:has([data-needs=reason])")) {
    for (const name of KEPT) {
      const field = form.querySelector(`input[name="${name}"]`);
      if (field && !field.value) {
        field.value = attempt(() => sessionStorage.getItem(`lexkit-${name}`)) ?? "";
      }
    }
    form.addEventListener("submit", () => {
      for (const name of KEPT) {
        const field = form.querySelector(`input[name="${name}"]`);
        if (field) {
          attempt(() => sessionStorage.setItem(`lexkit-${name}`, field.value));
        }
      }
    });
  }

  const typing = (element) =>
    element.matches("textarea, select, input:not([type=checkbox]):not([type=radio])");

  const row = () => rows.find((each) => each.closest("li").contains(document.activeElement));

  const step = (by) => {
    const at = rows.indexOf(row());
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
    rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
  };

  const box = (link) => link?.closest("li").querySelector("input[type=checkbox]");

  const choose = () => {
    const found = box(row());
    if (found) {
      found.checked = !found.checked;
    }
  };

  const press = (button) => {
    if (many?.contains(button) && !many.querySelector("input[name=number]:checked")) {
      const found = box(row() ?? rows[0]);
      if (!found) {
        return;
      }
      found.checked = true;
    }
    const field = button.form?.elements[button.dataset.needs];
    if (field && !field.value.trim()) {
      waiting = button;
      field.focus();
      if (told) {
        told.textContent = button.dataset.prompt;
      }
      return;
    }
    button.click();
  };

  const MOVES = { j: () => step(1), k: () => step(-1), x: choose };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat && event.key !== "j" && event.key !== "k") {
      return;
    }
    const element = event.target;
    if (typing(element)) {
      if (event.key === "Escape") {
        element.blur();
      } else if (event.key === "Enter" && waiting?.dataset.needs === element.name) {
        event.preventDefault();
        waiting.click();
      }
      return;
    }
    if (on && !on.checked) {
      return;
    }
    if (event.key === "Enter" && element.matches("a, button, summary, input")) {
      return;
    }
    if (rows.length && MOVES[event.key]) {
      event.preventDefault();
      MOVES[event.key]();
      return;
    }
    const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (found) {
      event.preventDefault();
      if (found.matches("input")) {
        found.focus();
      } else {
        press(found);
      }
    }
  });

  // What takes a while is looked at again until it is done.
  const soon = document.querySelector("[data-again]");
  if (soon) {
    setTimeout(() => location.reload(), 1000 * Number(soon.dataset.again));
  }
}
