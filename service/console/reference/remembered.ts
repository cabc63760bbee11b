// What the forms know from each other, for as long as the page stands: keys that were entered, and the ids and the link token
// that answers had. Nothing of it is stored.

const linkTokenHeader = 'x-svc-link-token';
const known = new Map<string, string>();

/** Ids of the interface end so; a link token is used by the endpoints of a link, by either name. */
const isShared = (name: string): boolean => name.endsWith('_id') || name === 'link_token' || name === 'token';

/** What was entered, or answered, for a field, a parameter or a header. */
export const remembered = (name: string): string | undefined => known.get(name);

/** Keeps a key for the other forms. */
export const rememberKey = (header: string, key: string): void => void known.set(header, key);

/** Keeps what other endpoints ask for. A refusal names what is there already in its `detail`. */
export function rememberAnswer(answer: unknown): void {
  for (const [name, value] of entriesOf(answer)) {
    if (name === 'detail') rememberAnswer(value);
    if (typeof value !== 'string' || !isShared(name)) continue;
    known.set(name, value);
    if (name === 'link_token') for (const other of [linkTokenHeader, 'token']) known.set(other, value);
  }
}

/** An example with what is known in place of what it makes up. */
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
