/** Loads a part of the code. After a call that failed, the next call tries again. */
export type Load<Part> = () => Promise<Part>;

/**
 * Loads a part of the code by an address that changes after each failure. Most browsers keep a failed import for as long as
 * the page is open (Chrome before 156, Firefox before 154, Safari), so the same address would fail at once. `attempt` receives
 * what to add to the address: nothing at first, then `?retry=1` and so on. Once a part has loaded, its address no longer
 * changes, so that there is one copy of it.
 */
export function retried<Part>(attempt: (query: string) => Promise<Part>): Load<Part> {
  let failures = 0;
  return async () => {
    // Calls during this attempt use the same address, so a failure counts once.
    const before = failures;
    try {
      return await attempt(before > 0 ? `?retry=${before}` : '');
    } catch (error) {
      failures = before + 1;
      throw error;
    }
  };
}
