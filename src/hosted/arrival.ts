/** How an attempt ended, as the callback's address says. It only chooses words: the service has the truth. */
export interface Outcome {
  readonly state: string;
  readonly errorType: string | null;
}

/** What the page was opened with. */
export interface Arrival {
  /** The fragment, which was removed from the address. It may hold a token or a code. */
  readonly given: URLSearchParams;
  readonly outcome: Outcome | null;
  /** The session of this history entry, so that a reload or the browser's back button finds it. */
  readonly session: string | null;
}

/** What this page keeps in its history entry: nothing secret. */
interface Entry {
  readonly outcome?: Outcome | null;
  readonly session?: string | null;
}

/** Reads the fragment and removes it before anything else happens. A reload finds what it said in the history entry. */
export function takeArrival({ location, history }: Window): Arrival {
  // Only this page writes its history entries.
  const kept = (history.state ?? {}) as Entry;
  const given = new URLSearchParams(location.hash.slice(1));
  const state = given.get('state');
  const outcome =
    state === null
      ? location.hash
        ? null
        : (kept.outcome ?? null)
      : { state, errorType: given.get('error_type') };
  const session = given.get('session') ?? kept.session ?? null;
  if (location.hash) history.replaceState({ outcome, session } satisfies Entry, '', location.pathname);
  return { given, outcome, session };
}

/** Marks this history entry as the session's. */
export function keepSession({ history, location }: Window, session: string): void {
  history.replaceState({ session } satisfies Entry, '', location.pathname);
}
