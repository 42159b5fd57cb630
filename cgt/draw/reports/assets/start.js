// Puts a player on the page, the one that its data is for.
"use strict";

function mountStrategy(root, data, keys) {
  root.replaceChildren();
  const Player = data.player === "good" ? GoodStrategyPlayer : BadStrategyPlayer;
  return new Player(root, data, keys);
}

if (byId("trace")) new TracePlayer(byId("trace"), pageData(), document);
if (byId("strategy")) mountStrategy(byId("strategy"), pageData(), document);
