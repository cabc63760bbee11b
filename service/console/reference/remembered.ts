// Values that the forms share while the page is open: keys that were entered, and the ids and the link token from
// answers. Nothing of this is stored.

const linkTokenHeader = 'x-svc-link-token';
const known = new Map<string, string>();

/** Names of ids end with `_id`. The endpoints of a link use a link token, under either name. */
const isShared = (name: string): boolean => name.endsWith('_id') || name === 'link_token' || name === 'token';

/** The value that was entered, or was in an answer, for a field, a parameter or a header. */
export const remembered = (name: string): string | undefined => known.get(name);

/** Keeps a key for the other forms. */
export const rememberKey = (header: string, key: string): void => void known.set(header, key);

/** Remembers the values that other endpoints ask for. A refusal names existing ids in its `detail`. */
export function rememberAnswer(answer: unknown): void {
  for (const [name, value] of entriesOf(answer)) {
    if (name === 'detail') rememberAnswer(value);
    if (typeof value !== 'string' || !isShared(name)) continue;
    known.set(name, value);
    if (name === 'link_token') for (const other of [linkTokenHeader, 'token']) known.set(other, value);
  }
}

/** An example in which known values replace the invented ones. */
export const filled = (example: unknown): unknown =>
  isObject(example)
    ? Object.fromEntries(
        entriesOf(example).map(([name, value]) => [
          name,
          isShared(name) && typeof value === 'string' ? (known.get(name) ?? value) : value,
        ]),
      )
    : example;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
