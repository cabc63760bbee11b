// The description of a part: its selectors, its words in the manifest, the variables that its rules use and the current
// states. The rules come from the widget itself.
import { rulesOf } from './theming-variables.js';

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
const code = (text) => make('code', { textContent: text });

const usedIn = (css) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);

/** A selector with a pseudo-element counts for the element. */
const matches = (part, selector) => {
  try {
    return part.matches(selector.replace(/::[\w-]+(\([^)]*\))?/g, ''));
  } catch {
    return false;
  }
};

/** The public variables behind the rules of a part. The rules use private variables, whose values come from public ones. */
export function variablesOf(part, link) {
  const privates = new Map();
  const found = new Set();
  for (const rule of rulesOf(link)) {
    const isHost = rule.selectorText.startsWith(':host');
    for (const name of rule.style)
      if (name.startsWith('--_')) {
        const used = usedIn(rule.style.getPropertyValue(name));
        privates.set(name, new Set([...(privates.get(name) ?? []), ...used]));
      }
    if (!isHost && matches(part, rule.selectorText))
      for (const name of usedIn(rule.style.cssText)) found.add(name);
  }
  const seen = new Set();
  const publicOf = (name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return name.startsWith('--_') ? [...(privates.get(name) ?? [])].flatMap(publicOf) : [name];
  };
  return [...new Set([...found].flatMap(publicOf))].filter((name) => name.startsWith('--svc-link-'));
}

/** The current states of the element. */
export const statesOf = (link, { cssStates = [] }) =>
  cssStates.map(({ name }) => name).filter((name) => link.matches(`:state(${name})`));

/** Nodes for the panel next to the widget. */
export function describe(part, link, manifest) {
  const names = [...part.part].reverse();
  const words = (name) => manifest.cssParts.find((each) => each.name === name)?.description;
  const variables = variablesOf(part, link);
  const states = statesOf(link, manifest);
  const list = (title, items) =>
    items.length
      ? [make('h3', { textContent: title }), make('ul', {}, ...items.map((item) => make('li', {}, item)))]
      : [];
  return [
    ...names.flatMap((name) => [
      make('p', { className: 'selector' }, code(`svc-link::part(${name})`)),
      make('p', { className: 'fine', textContent: words(name) ?? '' }),
    ]),
    ...list('Variables', variables.map(code)),
    ...list(
      'Now',
      states.map((state) => code(`svc-link:state(${state})::part(${names[0]})`)),
    ),
  ];
}
