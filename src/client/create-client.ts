import {
  advanceClock,
  confirmLinkSession,
  createLinkToken,
  createUser,
  isLinkTokenValid,
  listProviders,
  listUserProviders,
  readClock,
  readLinkSession,
  readUser,
  type BodyOf,
  type Endpoint,
  type ResponseOf,
} from '../contract/index.js';
import { createSend, type SendOptions } from './send.js';

/** What a team's server says about itself. A call whose key is missing rejects with `not_configured`. */
export interface ClientOptions extends SendOptions {
  /** The team's API key. Servers only: never put it in a page. */
  readonly apiKey?: string;
  /** A management key, for the endpoints of the organization. Servers only. */
  readonly managementKey?: string;
}

/** Of any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

type Answer<E extends Endpoint> = Promise<ResponseOf<E>>;

/** The calls of a team's server, one for each endpoint. */
export interface Client {
  /** A link token for one of your users; hand it to the page, once. */
  createLinkToken(body: BodyOf<typeof createLinkToken>, call?: CallOptions): Answer<typeof createLinkToken>;
  /** Whether a link token can still be used. */
  isLinkTokenValid(token: string, call?: CallOptions): Answer<typeof isLinkTokenValid>;
  /** How a link session ended: the truth, whatever a page or a redirect said. */
  readLinkSession(linkSessionId: string, call?: CallOptions): Answer<typeof readLinkSession>;
  /**
   * Makes the connection of a session that waits for you (`confirm: "host"`), with the code that the browser
   * brought. Confirm only for the user who is signed in there.
   */
  confirmLinkSession(
    linkSessionId: string,
    confirmCode: string,
    call?: CallOptions,
  ): Answer<typeof confirmLinkSession>;
  /** A new user; a `client_user_id` that is taken rejects with `errorType` `already_exists` (spec 7). */
  createUser(body: BodyOf<typeof createUser>, call?: CallOptions): Answer<typeof createUser>;
  readUser(userId: string, call?: CallOptions): Answer<typeof readUser>;
  /** The providers that a user has connected (spec 4.2). */
  listUserProviders(userId: string, call?: CallOptions): Answer<typeof listUserProviders>;
  /** Every provider of the service. */
  listProviders(call?: CallOptions): Answer<typeof listProviders>;
  /** The sandbox clock of an embedded service. */
  readClock(call?: CallOptions): Answer<typeof readClock>;
  /** Moves the sandbox clock forward and answers after all that fell due was done. */
  advanceClock(seconds: number, call?: CallOptions): Answer<typeof advanceClock>;
}

/** A client for servers, with an API key or a management key. Every call rejects with a `ClientError`. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(
    options,
    (auth) =>
      (auth === 'api-key' ? options.apiKey : auth === 'management-key' ? options.managementKey : null) ??
      null,
  );
  return {
    createLinkToken: (body, call) => send(createLinkToken, { body, ...call }),
    isLinkTokenValid: (token, call) => send(isLinkTokenValid, { body: { token }, ...call }),
    readLinkSession: (linkSessionId, call) =>
      send(readLinkSession, { params: { link_session_id: linkSessionId }, ...call }),
    confirmLinkSession: (linkSessionId, confirmCode, call) =>
      send(confirmLinkSession, {
        params: { link_session_id: linkSessionId },
        body: { confirm_code: confirmCode },
        ...call,
      }),
    createUser: (body, call) => send(createUser, { body, ...call }),
    readUser: (userId, call) => send(readUser, { params: { user_id: userId }, ...call }),
    listUserProviders: (userId, call) => send(listUserProviders, { params: { user_id: userId }, ...call }),
    listProviders: (call) => send(listProviders, { ...call }),
    readClock: (call) => send(readClock, { ...call }),
    advanceClock: (seconds, call) => send(advanceClock, { body: { advance_seconds: seconds }, ...call }),
  };
}
