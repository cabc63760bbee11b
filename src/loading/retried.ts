/** Loads a part of the code. A call after one that failed tries anew. */
export type Load<Part> = () => Promise<Part>;

/**
 * Loads a part of the code by an address that is another one after each failure. Most browsers keep a failed import for
 * as long as the page stands (Chrome before 156, Firefox before 154, Safari): the same address would fail at once.
 * `attempt` gets what to add to the address: nothing at first, then `?retry=1` and so on. What has loaded is always
 * asked for by the address that it came from, so that there is one copy of it.
 */
export function retried<Part>(attempt: (query: string) => Promise<Part>): Load<Part> {
  let failures = 0;
  return async () => {
    // Calls in the meantime share this attempt, so that a failure counts once.
    const before = failures;
    try {
      return await attempt(before > 0 ? `?retry=${before}` : '');
    } catch (error) {
      failures = before + 1;
      throw error;
    }
  };
}
