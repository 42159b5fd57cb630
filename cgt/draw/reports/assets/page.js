// What all reports share: their data, small helpers, the choice between light and dark.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function pageData() {
  return JSON.parse(document.getElementById("data").textContent);
}

function byId(id) {
  return document.getElementById(id);
}

// An element with attributes and children; text is always text, never markup.
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function replaceChildren(id, ...children) {
  byId(id).replaceChildren(...children.filter((child) => child !== null));
}

// Whether a key is meant for the page, and not for a control that uses the key itself.
function isForPage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { tagName, type } = event.target;
  if (tagName === "INPUT" && type === "range") return event.key === " ";
  if (tagName === "SELECT" || tagName === "INPUT" || tagName === "TEXTAREA") return false;
  const presses = event.key === " " || event.key === "Enter";
  return !(presses && event.target.closest("button, summary, [tabindex='0']"));
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
}

const themeButton = byId("theme");
if (themeButton) themeButton.addEventListener("click", switchTheme);
