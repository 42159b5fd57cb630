// Small helpers: elements, messages, copying.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-")) made.setAttribute(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

// A label with its control inside, which is read out together.
function labelled(text, control) {
  return element("label", {}, element("span", {}, text), control);
}

function choice(options, chosen, onchange) {
  const made = element("select", { onchange: () => onchange(made.value) });
  for (const [value, text] of options)
    made.append(element("option", { value, selected: value === chosen }, text));
  return made;
}

// A table with headings; rows are lists of texts or elements.
function table(headings, rows) {
  const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((cells) =>
    cells instanceof Node ? cells : element("tr", {}, ...cells.map((each) => element("td", {}, each))),
  );
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

// Tells a screen reader something that others see.
function say(text) {
  const said = document.getElementById("said");
  if (said.textContent !== text) said.textContent = text;
}

let toastTimer = 0;
function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.classList.add("shown");
  say(text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => shown.classList.remove("shown"), 2000);
}

// Copies a text; where the browser does not allow that, shows it to be copied by hand.
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied", { what }));
  } catch {
    showText(what, text);
  }
}

function showText(title, text) {
  const area = element("textarea", { rows: 8, readonly: true, "aria-label": title });
  area.value = text;
  const dialog = element("dialog", { class: "dialog" }, element("h2", {}, title), area);
  dialog.append(element("div", { class: "bar" }, button(t("close"), () => dialog.close())));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}

function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function regionName(number) {
  let name = "";
  for (; number > 0; number = Math.floor((number - 1) / 26))
    name = String.fromCharCode(65 + ((number - 1) % 26)) + name;
  return name;
}

function regionColour(number) {
  return DATA.regionColours[(number - 1) % DATA.regionColours.length];
}

function pieceColour(name) {
  return DATA.pieceColours[name] ?? DATA.pieceColours.other;
}

function newSeed() {
  return 1 + Math.floor(Math.random() * 999999);
}

// Where the page is: a tab and what it shows, all behind the # of its address.
function address(tab, values) {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `#${tab}${parts.length ? `?${parts.join("&")}` : ""}`;
}

function readAddress(hash) {
  const [tab, query = ""] = hash.replace(/^#/, "").split("?");
  return { tab, values: Object.fromEntries(new URLSearchParams(query)) };
}

function showAddress(tab, values) {
  history.replaceState(null, "", address(tab, values));
}

function linkTo(tab, values) {
  return location.href.split("#")[0] + address(tab, values);
}
