// Text that is hard to read: returns one line for each visible text whose contrast is below WCAG's 4.5, or 3 if large.
// Translucent colours and opacities are laid over what is behind them; of a gradient, its worst colour counts.
() => {
  const parse = (text) => (text.match(/(?:rgba?|color)\([^)]*\)/g) ?? []).map((one) => {
    const n = one.replace(/^color\(srgb/, "").match(/[\d.]+/g).map(Number);
    const scale = one.startsWith("color") ? 255 : 1;
    return [n[0] * scale, n[1] * scale, n[2] * scale, n[3] ?? 1];
  });
  const over = (top, under, by = 1) => {
    const alpha = top[3] * by;
    return [0, 1, 2].map((i) => top[i] * alpha + under[i] * (1 - alpha)).concat(1);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // What lies behind an element: the colours that its own and its ancestors' backgrounds may show.
  const behind = (one) => {
    if (!one) return [[0, 0, 0, 1]];
    const style = getComputedStyle(one);
    const layers = style.backgroundImage.includes("gradient") ? parse(style.backgroundImage) : [];
    const own = parse(style.backgroundColor)[0];
    let under = null;
    const below = () => (under ??= behind(one.parentElement));
    const base = own[3] * Number(style.opacity) === 1 ? [own] : below().map((colour) => over(own, colour, Number(style.opacity)));
    return layers.length ? layers.flatMap((layer) => base.map((colour) => over(layer, colour, Number(style.opacity)))) : base;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest("script, style, noscript, option, :disabled, [aria-disabled=true], .only-read, svg, [aria-hidden=true]")) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.offsetWidth <= 1) continue;
    const style = getComputedStyle(one);
    let seen = 1;
    for (let at = one; at; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const worst = Math.min(...behind(one).map((colour) => ratio(over(parse(style.color)[0], colour, seen), colour)));
    if (worst >= needed) continue;
    found.push(`${one.closest("[id]")?.id ?? ""} ${one.tagName.toLowerCase()}.${one.className} “${node.data.trim().slice(0, 30)}” ${worst.toFixed(2)}`);
  }
  return found;
}
