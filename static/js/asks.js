// What a press or a form asks of the room. An ask that the room has not confirmed when the connection is lost is sent
// again if its hand and turn are still there, since the table takes it once; of any other the player is told.
//
// Events: "ask:before" (can be cancelled) and "ask:sent" at the element that asks; "ask:waits", "ask:sent-again",
// "ask:unsent" and "ask:unsure" at the document.
"use strict";
(() => {
  const { transport } = pokerroom;
  // With the number of the ping that proves the arrival, 0 before they are sent.
  let unconfirmed = [];
  let reconnected = false;

  const fieldsOf = (form, submitter) => {
    const fields = new FormData(form, submitter);
    return Object.fromEntries([...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }));
  };
  // The values written at the element and around it; the nearest wins.
  const valuesOf = (element) => {
    const around = element.parentElement?.closest("[data-values]");
    return { ...(around ? valuesOf(around) : {}), ...JSON.parse(element.getAttribute("data-values") ?? "{}") };
  };

  const belongsToHand = ({ values }) => values.hand !== undefined;
  const isStillAsked = ({ values }) => {
    const { hand, turn } = document.getElementById("controls").dataset;
    if (values.turn !== undefined) return hand === String(values.hand) && turn === String(values.turn);
    return document.getElementById("log").dataset.hand === String(values.hand);
  };
  const send = (values) => { unconfirmed.push({ values, number: transport.isOpen() ? transport.ask(values) : 0 }); };

  const askFor = (element, fields = {}) => {
    if (!pokerroom.dispatch("ask:before", {}, element)) return;
    const values = { ...fields, ...valuesOf(element) };
    const waits = !transport.isOpen();
    if (waits && !belongsToHand({ values })) {
      pokerroom.dispatch("ask:unsent");
      return;
    }
    send(values);
    if (waits) pokerroom.dispatch("ask:waits");
    pokerroom.dispatch("ask:sent", {}, element);
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-send]:not(form)");
    if (button) askFor(button);
  });
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-send]")) return;
    event.preventDefault();
    askFor(form, fieldsOf(form, submitter));
  });

  document.addEventListener("socket:answered", ({ detail }) => {
    unconfirmed = unconfirmed.filter(({ number }) => number === 0 || number > detail.number);
  });
  document.addEventListener("socket:open", ({ detail }) => { reconnected = detail.again; });
  // The first push after a loss shows the table as it is now.
  document.addEventListener("push:after", ({ detail }) => {
    if (!reconnected || !detail.ids.has("controls")) return;
    reconnected = false;
    const asks = unconfirmed;
    unconfirmed = [];
    const again = asks.filter((one) => belongsToHand(one) && isStillAsked(one));
    for (const { values } of again) send(values);
    if (again.length < asks.length) pokerroom.dispatch("ask:unsure");
    else if (again.length) pokerroom.dispatch("ask:sent-again");
  });

  const isWaiting = () => unconfirmed.length > 0;
  pokerroom.asks = { isWaiting };
})();
