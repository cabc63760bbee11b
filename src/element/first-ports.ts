import { failureOf } from '../client/index.js';
import type { FirstPorts } from '../flow/index.js';
import { clock } from './clock.js';
import type { LaterSteps } from './controllers/later-steps.js';
import { noteKey } from './controllers/note-name.js';
import { emit } from './emit.js';
import type { LinkAccess } from './link-access.js';
import type { LinkHost } from './link-host.js';
import type { LastRun } from './resume-note.js';

/** What a run needs from the rest of the element for its first screen. */
export interface FirstPortsHost {
  readonly later: { readonly load: () => Promise<LaterSteps | null> };
  /** Resolves once there are words to show. */
  readonly words: () => Promise<void>;
}

/**
 * The ports of one run until its first screen stands: requests use this run's access, and events come from the element. The code
 * that reads a note comes with the later steps, because a first visit has no note.
 */
export function createFirstPorts(
  link: LinkHost,
  access: LinkAccess,
  { later, words }: FirstPortsHost,
  last: () => LastRun | undefined,
): FirstPorts {
  return {
    // What came is not shown, and so not told, before there are words for it.
    async start(signal, given) {
      try {
        return await access.start(signal, (start) => void words().then(() => given?.(start)));
      } finally {
        await words();
      }
    },
    recall() {
      const text = storedNote(link);
      const left = last();
      if (text === null && left?.flow.state.exited !== false) return null;
      const understand = async () => {
        // A note belongs to a token, so a page that gives its token only when asked is asked now.
        if (!access.token) await access.renew('start').catch(() => {});
        return (await (await later.load())?.readNote(text, access.token, left)) ?? null;
      };
      return understand();
    },
    clock,
    announce: (announcement) => {
      if (announcement.name === 'svc-success') access.use();
      emit(link, announcement);
    },
    failureOf,
  };
}

function storedNote(link: LinkHost): string | null {
  try {
    return sessionStorage.getItem(noteKey(link));
  } catch {
    // Blocked, as in a frame without storage access.
    return null;
  }
}
