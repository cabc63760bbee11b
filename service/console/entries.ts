/** The browser's entries are numbered, in their state, because the browser does not tell how far it went. */
const numberOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'number' in state && typeof state.number === 'number'
    ? state.number
    : undefined;

/** Where the shown view is in the browser's history. Owns the state of each entry; does not own the addresses. */
export class Entries {
  #shown = numberOf(history.state) ?? 0;

  constructor() {
    this.#mark(this.#shown);
  }

  /** How many entries the browser is after the one of the shown view; negative if it is before it. */
  away(): number {
    const known = numberOf(history.state);
    // An entry without a number is new, and comes after the one that was left.
    if (known === undefined) this.#mark(this.#shown + 1);
    return (known ?? this.#shown + 1) - this.#shown;
  }

  /** The view of the browser's entry is shown now. */
  arrive(): void {
    this.#shown += this.away();
  }

  #mark(number: number): void {
    history.replaceState({ number }, '');
  }
}
