// The settings of the playground, in the address after the `#`, so that a person can send a look to somebody.

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

/** Safari lets a page change its address at most a hundred times in half a minute, and a slider changes more often. */
const pause = 200;
let timer;
let latest;

function write() {
  const { own, ...settings } = latest;
  const query = new URLSearchParams();
  for (const name of plain) if (settings[name]) query.set(name, settings[name]);
  for (const [name, value] of own) query.set(`--${name.slice(prefix.length)}`, value);
  history.replaceState(null, '', query.size ? `#${query}` : location.pathname);
}

/** Writes the settings into the address once nothing has changed for a moment. */
export function writeAddress(settings) {
  latest = settings;
  clearTimeout(timer);
  timer = setTimeout(write, pause);
}

/** The address with the current settings. */
export function currentAddress() {
  clearTimeout(timer);
  write();
  return location.href;
}
