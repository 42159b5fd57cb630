// The language of the page: the one chosen last, or the browser's, or English.

const LANGUAGES = {
  en: { name: "English", texts: ENGLISH, form: (count) => (count === 1 ? 0 : 1) },
  ko: { name: "한국어", texts: KOREAN, form: () => 0 },
  sk: { name: "Slovenčina", texts: SLOVAK, form: (count) => (count === 1 ? 0 : count >= 2 && count <= 4 ? 1 : 2) },
};
const REMEMBERED = "cgt-language";

// Some browsers keep nothing for pages that are files.
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function chosenLanguage() {
  const wished = [remembered(), ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
  return wished.find((each) => each in LANGUAGES);
}

const language = chosenLanguage();

// Shows the page in another language.
function speak(name) {
  try {
    localStorage.setItem(REMEMBERED, name);
  } catch {
    return;
  }
  location.reload();
}

function t(key, values = {}) {
  const { texts, form } = LANGUAGES[language];
  let text = texts[key] ?? ENGLISH[key] ?? key;
  if (Array.isArray(text)) text = text[Math.min(form(values.count), text.length - 1)];
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

function paragraphs(key) {
  return (LANGUAGES[language].texts[key] ?? ENGLISH[key]).map((text) => element("p", {}, text));
}
