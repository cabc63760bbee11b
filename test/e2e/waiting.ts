// Waiting that is the same in three engines, and for windows that may be gone.

/** How long to wait for anything, in milliseconds. */
const patience = 20_000;

/** How long a link token lives, in seconds. */
export const tokenSeconds = 60 * 60;
/** How long a link token lives at most, if it is extended, in seconds. */
export const longestTokenSeconds = 4 * 3600;

export type Truthy<Value> = Exclude<Value, null | undefined | false | '' | 0>;

/**
 * Calls `probe` until it returns something. A WebDriver has no events, and this waits in the same way in the three engines. An
 * error that a page throws while it navigates does not count.
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
    // A truthy value is none of the values that `Truthy` leaves out.
    if (value) return value as Truthy<Value>;
    if (Date.now() > end) throw new Error(`timed out: ${what}`, { cause: thrown });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Throws the error, unless a window has closed because of a click or a key, as some do. */
export function unlessGone(error: unknown) {
  const gone =
    /(?:been|already|page|target|session|connection|contexts?|navigated or) closed|no such window|detached|destroyed|no such frame|DiscardedBrowsingContext/i;
  // Playwright's log after this names the button, which may be called Close.
  const [said] = String(error).split('Call log:');
  if (!gone.test(said)) throw error;
}
