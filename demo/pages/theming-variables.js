// The variables of the element: their names and words come from its manifest, their defaults from its own style sheets. So a
// new variable gets a control by itself.

/** Every rule of the widget's style sheets, including rules inside media queries. */
export function* rulesOf(link) {
  const within = function* (rules) {
    for (const rule of rules) {
      if (rule.cssRules?.length) yield* within(rule.cssRules);
      if (rule.selectorText) yield rule;
    }
  };
  for (const sheet of link.shadowRoot.adoptedStyleSheets) yield* within(sheet.cssRules);
}

/** The text after the comma of `var(--name, …)`. */
export function fallbackOf(css, name) {
  const start = css.indexOf(`var(${name},`);
  if (start < 0) return '';
  const from = start + `var(${name},`.length;
  let depth = 1;
  let at = from;
  for (; at < css.length && depth > 0; at += 1) depth += { '(': 1, ')': -1 }[css[at]] ?? 0;
  // The build writes .75rem; the controls need 0.75rem.
  return css
    .slice(from, at - 1)
    .trim()
    .replace(/(?<![\d.])\.(?=\d)/g, '0.');
}

/** A backdrop is transparent, which no colour picker can show. A font may be `inherit`, which CSS would accept as a colour. */
const kindOf = (name, value) =>
  /-(backdrop|font)$/.test(name)
    ? 'text'
    : CSS.supports('color', value)
      ? 'colour'
      : CSS.supports('inline-size', value)
        ? 'length'
        : 'text';

/** `{name, label, text, initial, kind}` of each variable, in the manifest's order. */
export async function readVariables(link, manifest) {
  await link.updateComplete;
  const css = [...rulesOf(link)].map((rule) => rule.cssText).join('\n');
  return manifest.cssProperties.map(({ name, description = '', default: written = '' }) => {
    const word = name.replace('--svc-link-', '').replaceAll('-', ' ');
    const initial = written || fallbackOf(css, name);
    return {
      name,
      label: word[0].toUpperCase() + word.slice(1),
      text: description,
      // A default that is calculated from other variables gives no initial value.
      initial: initial.includes('var(') ? '' : initial,
      kind: kindOf(name, initial),
    };
  });
}

/** The element's entry in the package's manifest. */
export async function fetchManifest() {
  const { modules } = await (await fetch('custom-elements.json')).json();
  return modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'svc-link');
}
