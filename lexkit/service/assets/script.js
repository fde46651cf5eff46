// Everything works without this. With it, the address of an answer can be handed on in one step.
"use strict";
for (const button of document.querySelectorAll("[data-share]")) {
  const told = document.querySelector("[data-shared]");
  if (navigator.share || navigator.clipboard) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        if (navigator.share) {
          await navigator.share({ title: document.title, url: location.href });
        } else {
          await navigator.clipboard.writeText(location.href);
          told.textContent = button.dataset.done;
        }
      } catch {
        // Whoever has changed their mind need not be told.
      }
    });
  }
}
