// Choosing an amount: slider, field, presets and steps show the same one. The table decides whether it is allowed.
"use strict";
(() => {
  // A unit of the table's currency has so many minor units; a tournament chip is one.
  const MINOR = Number(document.body.dataset.minorUnits) || 100;
  const DECIMALS = String(MINOR).length - 1;
  const SLIDES = 1000;
  const CURVE = 2;
  const NARROW = "\u202f";
  const sample = new Intl.NumberFormat(document.documentElement.lang).formatToParts(1.5);
  const DECIMAL = sample.find(({ type }) => type === "decimal").value;
  // A raise names the blind and the unit of its own game; other forms go by the table's, which the house may change.
  const bigBlind = () => Number(document.body.dataset.bigBlind) || MINOR;

  const money = (minor) => {
    const whole = Math.floor(minor / MINOR).toString().replace(/\B(?=(\d{3})+$)/g, NARROW);
    const part = minor % MINOR;
    return part ? `${whole}${DECIMAL}${String(part).padStart(DECIMALS, "0")}` : whole;
  };
  const parse = (typed, unit) => {
    const plain = typed.replace(/[\s\u2009\u00a0\u202f]|BB$/gi, "").replace(",", ".");
    const decimals = plain.split(".")[1] ?? "";
    if (!/^\d+(\.\d*)?$/.test(plain) || decimals.length > (unit === MINOR ? DECIMALS : 2)) return null;
    return Math.round(Number(plain) * unit);
  };
  // Shown in big blinds or chips, to the hundredth; sent in minor units.
  const { amountUnit } = document.body.dataset;
  const counted = (minor, unit) => {
    const share = Number((minor / unit).toFixed(2)).toString();
    const count = share.replace(/\B(?=(\d{3})+(\.|$))/g, NARROW).replace(".", DECIMAL);
    return amountUnit === "blinds" ? `${count} BB` : count;
  };

  // A form with an amount in it: the raise, or chips to bring.
  class Sizer {
    constructor(form) {
      this.form = form;
      this.min = Number(form.dataset.min);
      this.max = Number(form.dataset.max);
      const big = Number(form.dataset.bigBlind) || bigBlind();
      this.nice = Math.min(big, Number(form.dataset.nice) || big);
      this.field = form.querySelector(".amount");
      this.range = form.querySelector("input[type=range]");
      this.sent = form.querySelector("input[name=amount][type=hidden]");
      const unit = Number(form.dataset.minorPerUnit);
      this.unit = (amountUnit && unit) || MINOR;
      this.isInBlinds = amountUnit === "blinds" && unit > 0;
      this.text = amountUnit && unit ? (minor) => counted(minor, unit) : money;
      this.chip = Number(form.dataset.step) || 1;
      this.value = Number(this.sent?.value) || (parse(this.field?.value ?? "", this.unit) ?? this.min);
      // Typed text that is no amount, or more than there is: the button shows the most, and a key says so first.
      this.isNoAmount = this.isTooMuch = false;
      this.touched = false;
      this.show(true);
    }

    // The slider is finer where amounts are small, since most bets are.
    slide() {
      const share = (Number(this.range.value) / SLIDES) ** CURVE;
      if (share >= 1) return this.max;
      const exact = this.min + (this.max - this.min) * share;
      return Math.min(this.max, Math.max(this.min, Math.round(exact / this.nice) * this.nice));
    }

    set(value, typed = false) {
      this.touched = true;
      this.isNoAmount = this.isTooMuch = false;
      this.value = typed ? value : Math.min(this.max, Math.max(this.min, value));
      this.show(!typed);
    }

    // Not every hundredth of a big blind is a whole chip: the nearest chip is meant, or the minimum or all-in if the
    // text rounds to one of them.
    type(text) {
      const value = parse(text, this.unit);
      if (value === null) return this.setWrong("isNoAmount", this.min);
      if (this.sent && value > this.max) return this.setWrong("isTooMuch", this.max);
      if (!this.isInBlinds) return this.set(value, true);
      const ends = [this.min, this.max].find((end) => Math.abs(end - value) * 100 <= this.unit);
      return this.set(ends ?? Math.round(value / this.chip) * this.chip, true);
    }

    setWrong(fault, value) {
      this.set(value, true);
      this[fault] = true;
      this.show(false);
    }

    // Returns what is to be said before the amount is sent; "" if it may go. What is too much is put right by that.
    refusal() {
      const { noAmount, tooMuch } = this.form.dataset;
      if (this.isNoAmount) return noAmount;
      if (!this.isTooMuch) return "";
      this.set(this.max);
      return tooMuch;
    }

    step(by) {
      if ("two" in this.form.dataset) return this.set(by > 0 ? this.max : this.min);
      const next = by > 0 ? Math.floor(this.value / this.nice) + 1 : Math.ceil(this.value / this.nice) - 1;
      this.set(next * this.nice);
    }

    show(alsoField) {
      const { value, min, max, text } = this;
      if (this.sent) this.sent.value = value;
      if (this.field && alsoField) this.field.value = text(value);
      const wrong = this.isNoAmount || this.isTooMuch || value < min || value > max;
      this.field?.classList.toggle("wrong", wrong);
      this.field?.setAttribute("aria-invalid", wrong);
      if (this.range) {
        const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
        this.range.value = SLIDES * share ** (1 / CURVE);
        this.range.setAttribute("aria-valuetext", text(value));
      }
      for (const preset of this.form.querySelectorAll("[data-amount]")) {
        const on = Number(preset.dataset.amount) === value;
        preset.classList.toggle("on", on);
        preset.setAttribute("aria-pressed", on);
      }
      const button = this.form.id && document.querySelector(`button[form="${this.form.id}"]`);
      if (!button) return;
      button.querySelector("b").textContent = this.isNoAmount ? "?" : text(value);
      const label = button.querySelector("span");
      label.dataset.usual ??= label.textContent;
      const allIn = Number(this.form.dataset.allIn) === value;
      label.textContent = allIn ? label.dataset.allIn : label.dataset.usual;
    }
  }

  const sizers = new WeakMap();
  const of = (element) => {
    const form = element?.closest("form[data-min]");
    if (!form) return null;
    if (!sizers.has(form)) sizers.set(form, new Sizer(form));
    return sizers.get(form);
  };
  const raise = () => of(document.getElementById("raise"));
  const begin = () => document.querySelectorAll("form[data-min]").forEach(of);

  document.addEventListener("input", ({ target }) => {
    const sizer = of(target);
    if (!sizer) return;
    if (target === sizer.range) sizer.set(sizer.slide());
    if (target === sizer.field) sizer.type(target.value);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-amount], [data-direction]");
    const sizer = of(button);
    if (!sizer) return;
    if (button.dataset.amount) sizer.set(Number(button.dataset.amount));
    else sizer.step(Number(button.dataset.direction));
  });
  // The slider follows a curve, so the browser's own steps would be wrong.
  document.addEventListener("keydown", (event) => {
    const sizer = event.target.matches?.("input[type=range], .amount") ? of(event.target) : null;
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!sizer || !by || (event.target === sizer.field && /Left|Right/.test(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    sizer.step(by);
  }, true);

  document.addEventListener("ask:before", (event) => {
    if (event.target.id !== "raise") return;
    const refusal = of(event.target).refusal();
    if (!refusal) return;
    event.preventDefault();
    pokerroom.alert.say(refusal);
    raise().field.select();
  });

  pokerroom.betting = { begin, raise };
})();
