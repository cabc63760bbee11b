import { advanceClock, breakConnection, readClock } from '../contract/index.js';
import type { Answer, CallOptions, ClientOptions } from './client-options.js';
import type { Send } from './send.js';

/** The calls for the sandbox of an embedded service. */
export interface SandboxCalls {
  /** The sandbox clock of an embedded service. */
  readClock(call?: CallOptions): Answer<typeof readClock>;
  /** Moves the sandbox clock forward and answers after all that fell due was done. */
  advanceClock(seconds: number, call?: CallOptions): Answer<typeof advanceClock>;
  /** Breaks a user's connection with a fictional provider, so that you can see what your server makes of it. */
  breakConnection(userId: string, provider: string, call?: CallOptions): Answer<typeof breakConnection>;
}

export function sandboxCalls(options: ClientOptions, send: Send): SandboxCalls {
  return {
    readClock: (call) => send(readClock, { ...call }),
    advanceClock: (seconds, call) => {
      // A sandbox with its own keys needs a key of either kind.
      const auth = options.apiKey ? 'api-key' : options.managementKey ? 'management-key' : 'none';
      return send({ ...advanceClock, auth }, { body: { advance_seconds: seconds }, ...call });
    },
    breakConnection: (userId, provider, call) =>
      send(breakConnection, { body: { user_id: userId, provider }, ...call }),
  };
}
