// Tables that can be sorted: a click on a heading sorts the rows by that column, a second one turns
// the order round. Numbers are compared as numbers, also within words ("5×10" comes after "5×9").
"use strict";
(() => {
  const FEWEST_ROWS = 5;
  const order = new Intl.Collator("en", { numeric: true });

  const number = (text) => {
    const found = text.replace(/,(?=\d{3})/g, "").match(/^[−-]?\d+(\.\d+)?(?![\d×])/);
    return found && Number(found[0].replace("−", "-"));
  };

  // Empty cells and question marks come last in either direction.
  const compare = (a, b, direction) => {
    const unknown = (text) => text === "" || text === "?" || text === "–";
    if (unknown(a) || unknown(b)) return unknown(a) - unknown(b);
    const [first, second] = [number(a), number(b)];
    const both = first !== null && second !== null && first !== second;
    return direction * (both ? first - second : order.compare(a, b));
  };

  const sort = (table, column) => {
    const headings = [...table.tHead.rows[0].cells];
    const up = headings[column].getAttribute("aria-sort") !== "ascending";
    headings.forEach((heading) => heading.removeAttribute("aria-sort"));
    headings[column].setAttribute("aria-sort", up ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent.trim();
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => compare(text(a), text(b), up ? 1 : -1));
    table.tBodies[0].append(...rows);
  };

  document.querySelectorAll("article table").forEach((table) => {
    if (!table.tHead || !table.tBodies[0] || table.tBodies[0].rows.length < FEWEST_ROWS) return;
    if (table.closest(".highlight")) return; // code with line numbers
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.title = "Sort by this column";
      if (heading.textContent.trim() === "") button.setAttribute("aria-label", "row");
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(table, column));
      heading.append(button);
    });
  });
})();
