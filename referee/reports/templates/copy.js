/* The line to write, with one tap in the clipboard; in a frame that has none, by way of a field. */
function copied(text) {
  const field = el("textarea", { class: "sr", readonly: "" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button.copy") : null;
  if (!button) return;
  const text = button.nextElementSibling.textContent;
  const words = (button.dataset.words ??= button.textContent);
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copied(text);
    button.focus();
  }
  button.textContent = done ? "Copied" : "Select the line and copy it";
  setTimeout(() => (button.textContent = words), 2500);
});
