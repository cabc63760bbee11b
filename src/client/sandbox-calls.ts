import { advanceClock, breakConnection, readClock } from '../contract/index.js';
import type { Answer, CallOptions, ClientOptions, RepeatableCallOptions } from './client-options.js';
import type { Send } from './send.js';

/** The calls for the sandbox of an embedded service. */
export interface SandboxCalls {
  /** The sandbox clock of an embedded service. */
  readClock(call?: CallOptions): Answer<typeof readClock>;
  /** Moves the sandbox clock forward and answers once everything that fell due is done. */
  advanceClock(seconds: number, call?: CallOptions): Answer<typeof advanceClock>;
  /** Breaks a user's connection with a fictional provider, so that you can test how your server handles it. */
  breakConnection(
    userId: string,
    provider: string,
    call?: RepeatableCallOptions,
  ): Answer<typeof breakConnection>;
}

export function sandboxCalls(options: ClientOptions, send: Send): SandboxCalls {
  return {
    readClock: (call) => send(readClock, { ...call }),
    advanceClock: (seconds, call) => {
      // A sandbox that does not use the default keys needs a key of either kind.
      const auth: 'api-key' | 'management-key' = options.apiKey ? 'api-key' : 'management-key';
      const withKey = { ...advanceClock, auth, repeatable: false } as const;
      return send(options.apiKey || options.managementKey ? withKey : advanceClock, {
        body: { advance_seconds: seconds },
        ...call,
      });
    },
    breakConnection: (userId, provider, call) =>
      send(breakConnection, { body: { user_id: userId, provider }, ...call }),
  };
}
