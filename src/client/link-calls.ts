import {
  confirmLinkSession,
  createLinkToken,
  extendLinkToken,
  isLinkTokenValid,
  readLinkSession,
  type BodyOf,
} from '../contract/index.js';
import type { Answer, CallOptions, RepeatableCallOptions } from './client-options.js';
import type { Send } from './send.js';

/** The calls for link tokens and sessions. */
export interface LinkCalls {
  /** Makes a link token for one of your users. Give it to the page once. */
  createLinkToken(
    body: BodyOf<typeof createLinkToken>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createLinkToken>;
  /** Whether a link token can still be used. */
  isLinkTokenValid(token: string, call?: CallOptions): Answer<typeof isLinkTokenValid>;
  /**
   * Gives an unfinished link token 60 more minutes, up to 4 hours after it was made. Rejects with the `code`
   * `token_consumed` or `token_expired` if the token is used up or has expired.
   */
  extendLinkToken(linkToken: string, call?: CallOptions): Answer<typeof extendLinkToken>;
  /** Reads how a link session ended. Trust this, not what a page or a redirect claims. */
  readLinkSession(linkSessionId: string, call?: CallOptions): Answer<typeof readLinkSession>;
  /**
   * Makes the connection of a session that waits for you (`confirm: "host"`), with the code that the browser
   * sent. Confirm only for the user who is signed in there.
   */
  confirmLinkSession(
    linkSessionId: string,
    confirmCode: string,
    call?: RepeatableCallOptions,
  ): Answer<typeof confirmLinkSession>;
}

export function linkCalls(send: Send): LinkCalls {
  return {
    createLinkToken: (body, call) => send(createLinkToken, { body, ...call }),
    isLinkTokenValid: (token, call) => send(isLinkTokenValid, { body: { token }, ...call }),
    extendLinkToken: (linkToken, call) => send(extendLinkToken, { body: { link_token: linkToken }, ...call }),
    readLinkSession: (linkSessionId, call) =>
      send(readLinkSession, { params: { link_session_id: linkSessionId }, ...call }),
    confirmLinkSession: (linkSessionId, confirmCode, call) =>
      send(confirmLinkSession, {
        params: { link_session_id: linkSessionId },
        body: { confirm_code: confirmCode },
        ...call,
      }),
  };
}
