// What the playground is set to, in the address behind the `#`, so that a look can be sent to somebody.

const plain = ['theme', 'scheme', 'dir', 'locale', 'room', 'step'];
const prefix = '--svc-link-';

/** `{theme, scheme, …, own}`: `own` are pairs of a variable and its value. */
export function readAddress() {
  const query = new URLSearchParams(location.hash.slice(1));
  return {
    ...Object.fromEntries(plain.map((name) => [name, query.get(name) ?? ''])),
    own: [...query]
      .filter(([name]) => name.startsWith('--'))
      .map(([name, value]) => [prefix + name.slice(2), value]),
  };
}

export function writeAddress({ own, ...settings }) {
  const query = new URLSearchParams();
  for (const name of plain) if (settings[name]) query.set(name, settings[name]);
  for (const [name, value] of own) query.set(`--${name.slice(prefix.length)}`, value);
  history.replaceState(null, '', query.size ? `#${query}` : location.pathname);
}
