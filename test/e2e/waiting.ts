// Waiting alike in three engines, and for windows that may be gone.

/** How long anything may take, in milliseconds. */
const patience = 20_000;

/** How long a link token lives, in seconds. */
export const tokenSeconds = 60 * 60;
/** How long at most, if it is extended. */
export const longestTokenSeconds = 4 * 3600;

export type Truthy<Value> = Exclude<Value, null | undefined | false | '' | 0>;

/**
 * Asks until there is an answer. A WebDriver has no events, and the three engines wait alike this way.
 * What a page throws while it navigates is no answer.
 */
export async function until<Value>(
  probe: () => Value | Promise<Value>,
  what = String(probe),
): Promise<Truthy<Value>> {
  const end = Date.now() + patience;
  let thrown: unknown;
  for (;;) {
    const value = await Promise.resolve()
      .then(probe)
      .catch((error: unknown) => {
        thrown = error;
        return undefined;
      });
    // What is true is none of the values that Truthy leaves out.
    if (value) return value as Truthy<Value>;
    if (Date.now() > end) throw new Error(`timed out: ${what}`, { cause: thrown });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Throws what went wrong, but for a window that went away by a click or a key, as some do. */
export function unlessGone(error: unknown) {
  const gone =
    /(?:been|already|page|target|session|connection|contexts?|navigated or) closed|no such window|detached|destroyed|no such frame|DiscardedBrowsingContext/i;
  // What Playwright did until then names the button, which may be called Close.
  const [said] = String(error).split('Call log:');
  if (!gone.test(said)) throw error;
}
