import type { Memory, Resume, Step } from '../../flow/index.js';
import type { LaterSteps } from './later-steps.js';

/**
 * Owns the place of the note in sessionStorage, and in memory if that throws. What the note says comes
 * with the later steps: a first visit has none to read.
 */
export function lazyMemory(
  name: () => string,
  token: () => string,
  renew: () => Promise<void>,
  load: () => Promise<LaterSteps | null>,
  isLeaving: () => boolean,
): Memory {
  let note: string | null = null;
  // Hashing takes a moment, and the last word wins.
  let turn = 0;
  const key = (): string => `svc-link:${name()}`;

  const save = (text: string | null): void => {
    note = text;
    try {
      if (text === null) sessionStorage.removeItem(key());
      else sessionStorage.setItem(key(), text);
    } catch {
      // Blocked, as in a frame without storage access: the note in memory has to do.
    }
  };
  const understand = async (text: string): Promise<Resume | null> => {
    // A note belongs to a token, so a page that gives its token only when asked is asked now.
    if (!token()) await renew().catch(() => {});
    return (await (await load())?.readNote(text, token())) ?? null;
  };
  const stored = (): string | null => {
    try {
      return sessionStorage.getItem(key());
    } catch {
      return note;
    }
  };

  return {
    read() {
      const text = stored();
      return text === null ? null : understand(text);
    },
    write(provider: string | null, step: Step) {
      const mine = ++turn;
      void load()
        .then((later) => later?.writeNote(token(), provider, step, isLeaving()))
        .then((text) => {
          if (text && mine === turn) save(text);
        });
    },
    clear() {
      turn++;
      save(null);
    },
  };
}
