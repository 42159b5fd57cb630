// The page: its tabs, and the address that says which one is shown.

const TABS = {
  board: { name: "tabBoard", make: () => new BoardTab() },
  nim: { name: "tabNim", make: () => new NimTab() },
  duel: { name: "tabDuel", make: () => new DuelTab() },
  bad: { name: "tabBad", make: () => new BadTab() },
  lab: { name: "tabLab", make: () => new LabTab() },
  learn: { name: "tabLearn", make: () => new LearnTab() },
};
const tabs = {};
let shownTab = null;

function goTo(tab, values = {}) {
  const name = TABS[tab] ? tab : "board";
  tabs[name] ??= TABS[name].make();
  if (shownTab && shownTab !== name) tabs[shownTab].close?.();
  shownTab = name;
  const main = document.getElementById("main");
  if (main.firstChild !== tabs[name].node) main.replaceChildren(tabs[name].node);
  tabs[name].node.setAttribute("role", "tabpanel");
  tabs[name].node.setAttribute("aria-labelledby", `tab-${name}`);
  for (const other of document.querySelectorAll("[role=tab]")) {
    const isShown = other.id === `tab-${name}`;
    other.setAttribute("aria-selected", isShown);
    other.tabIndex = isShown ? 0 : -1;
  }
  tabs[name].open(values);
}

function makeTabs() {
  const list = document.getElementById("tabs");
  for (const [key, { name }] of Object.entries(TABS)) {
    const tab = button(t(name), () => goTo(key, tabs[key]?.values ?? {}), { role: "tab", id: `tab-${key}`, "aria-controls": "main" });
    list.append(tab);
  }
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const all = [...list.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
}

function followAddress() {
  const { tab, values } = readAddress(location.hash);
  goTo(tab, values);
}

document.title = t("title");
document.documentElement.lang = language;
document.getElementById("title").textContent = t("title");
document.getElementById("skip").textContent = t("skip");
document.getElementById("footer").textContent = t("footer", { version: DATA.version });
const languages = choice(Object.entries(LANGUAGES).map(([key, { name }]) => [key, name]), language, speak);
languages.setAttribute("aria-label", t("language"));
document.getElementById("languages").append(withId("language", languages));
makeTabs();
addEventListener("hashchange", followAddress);
followAddress();
