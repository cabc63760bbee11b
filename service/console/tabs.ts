import type { Session } from './session.js';

const who = ({ orgId, name, role }: Session): string => [orgId, role, name].join(' ');

/** Tells the other tabs of this browser who is signed in by the cookie, which all of them send. */
export class Tabs {
  readonly #channel = new BroadcastChannel('svc-console');

  /** `changed`: called when another tab has signed out, or somebody else has signed in there. */
  constructor(session: () => Session | undefined, changed: () => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const own = session();
      // A key is of one tab.
      if (own && own.keyId === undefined && data !== who(own)) changed();
    };
  }

  tell(session?: Session): void {
    this.#channel.postMessage(session && who(session));
  }
}
