// Names in the environment that look like settings and are none: a typo, or a name of another version. They are told of and
// not refused, because others may put variables there too.
import { readSettings } from './settings.js';

/** Only settings begin like this. Names such as DATABASE_… and SVC_… are also set by clusters and by compose. */
const ours = /^(?:RETENTION|CONSOLE_OIDC)_/;
/** Shorter names are too much like others: PORT, PORTS, HOST. */
const leastLength = 8;
const mostTypos = 2;

/** A line for each variable that is probably meant as a setting. */
export function findStraySettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = settingNames();
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !names.has(name))
    .sort()
    .flatMap((name) => {
      const upper = name.toUpperCase();
      const meant = [...names].find(
        (each) => each.length >= leastLength && typosBetween(upper, each) <= mostTypos,
      );
      if (meant) return [`${name} is no setting, and is ignored: is ${meant} meant?`];
      return ours.test(upper) ? [`${name} is no setting, and is ignored`] : [];
    });
}

/** Every variable that is read, in the order in which it is read. */
function settingNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const note = { get: (_: object, name: string | symbol) => void names.add(String(name)) };
  readSettings(new Proxy<Record<string, undefined>>({}, note));
  return names;
}

/** How many letters have to be added, removed or replaced. */
function typosBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [column, against] of [...other].entries()) {
      const [left = 0, above = 0, across = 0] = [now[column], before[column + 1], before[column]];
      now.push(Math.min(left + 1, above + 1, across + (letter === against ? 0 : 1)));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
