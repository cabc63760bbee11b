import { steps, type FirstPorts, type Memory, type Resume, type Step } from '../flow/index.js';

/** What this page stores for a reload, by session. Nothing in it is secret, and nothing in it was typed. */
interface Note {
  readonly provider: string | null;
  readonly step: Step;
  /** Whether this page itself went to the provider. */
  readonly left: boolean;
  /** The attempt whose success the page received last. */
  readonly told: string | null;
}

/** A person who was sent here by the provider was away for this session, whatever the browser kept. */
const back: Resume = { sameToken: true, provider: null, step: 'connecting', told: null };

export interface PageMemoryOptions {
  readonly session: () => string | null;
  /** Whether this page is about to go to the provider. */
  readonly isLeaving: () => boolean;
  /** Whether the provider's answer brought the person here. */
  readonly hasReturned: boolean;
}

/** Remembers the step of a session in this tab. The session is the page's own, so it is always the same token. */
export function pageMemory({
  session,
  isLeaving,
  hasReturned,
}: PageMemoryOptions): Memory & Pick<FirstPorts, 'recall'> {
  const key = (): string => `svc-link:${session()}`;
  return {
    recall() {
      const note = session() && parse(load(key()));
      if (!note) return hasReturned ? Promise.resolve(back) : null;
      // A person who came back with the browser's back button is asked again: nothing is open elsewhere.
      const step = note.left && !hasReturned ? 'authorize' : note.step;
      return Promise.resolve<Resume>({ sameToken: true, provider: note.provider, step, told: note.told });
    },
    write(provider, step, told) {
      save(key(), JSON.stringify({ provider, step, left: isLeaving(), told } satisfies Note));
    },
    clear() {
      save(key(), null);
    },
  };
}

function parse(text: string | null): Note | null {
  try {
    // Whatever it is, its fields are checked one by one; a text or number has none.
    const note = JSON.parse(text ?? 'null') as Partial<Record<keyof Note, unknown>> | null;
    const step = steps.find((name) => name === note?.step);
    const provider = typeof note?.provider === 'string' ? note.provider : null;
    const told = typeof note?.told === 'string' ? note.told : null;
    return step ? { provider, step, left: note?.left === true, told } : null;
  } catch {
    return null;
  }
}

function load(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function save(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Blocked, as in a frame without storage access: a reload begins again.
  }
}
