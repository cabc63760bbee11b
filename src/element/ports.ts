import { createLinkClient } from '../client/index.js';
import type { Clock, LinkService, Windows } from '../flow/index.js';
import { version } from '../version.js';

/** Milliseconds: a timer that is set for longer fires at once. */
const longest = 2 ** 31 - 1;

/** The browser's clock. */
export const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longest));
    return () => clearTimeout(timer);
  },
};

/** The service over HTTP. A token that is not there yet is asked for first. */
export function createService(
  baseUrl: () => string,
  token: () => string,
  renew: (signal: AbortSignal) => Promise<void>,
): LinkService {
  const client = () => createLinkClient({ baseUrl: baseUrl(), token, origin: location.origin, version });
  return {
    async start(signal) {
      if (!token()) await renew(signal);
      return client().start(signal);
    },
    state: (signal) => client().state(signal),
    linkWithPassword: (provider, credentials, signal) =>
      client().linkWithPassword(provider, credentials, signal),
    completeMfa: (provider, code, signal) => client().completeMfa(provider, code, signal),
  };
}

/** Windows whose code comes with the step that opens them. `leaving`: told whether the page itself goes instead. */
export function lazyWindows(create: () => Windows | null, leaving: (is: boolean) => void): Windows {
  return {
    open(provider, report) {
      leaving(false);
      return create()?.open(provider, report) ?? null;
    },
    leave(provider) {
      leaving(true);
      create()?.leave(provider);
    },
  };
}

/** Calls back when a person comes back to the page. */
export function onReturn(run: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
