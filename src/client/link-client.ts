import {
  completeMfa,
  linkWithPassword,
  readLinkState,
  startLink,
  type Answered,
  type ConsentGiven,
  type Endpoint,
  type LinkResult,
  type LinkSession,
  type ParamsOf,
  type ResponseOf,
  type StartedLink,
} from '../contract/index.js';
import { createLinkSend, type LinkClientOptions } from './link-send.js';
import type { RequestOf, Send } from './send.js';

/** The calls of a link that has started, for browsers. */
export interface StartedLinkClient {
  /** Sends any other request that has no body: `ask(disconnectLink, { provider })`. */
  ask<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, signal?: AbortSignal): Promise<ResponseOf<E>>;
  /** `GET /v2/link/state`: safe to poll. */
  state(signal?: AbortSignal): Promise<Answered<LinkSession>>;
  /** Signs in. The client never repeats this request by itself, and waits for up to 60 s. */
  linkWithPassword(
    provider: string,
    credentials: { username: string; password: string; region: string | null; consent?: ConsentGiven },
    signal?: AbortSignal,
  ): Promise<Answered<LinkResult>>;
  /** Answers a challenge (spec 4.10). The client never repeats this request by itself, and waits for up to 60 s. */
  completeMfa(provider: string, code: string, signal?: AbortSignal): Promise<Answered<LinkResult>>;
}

/** The calls of a link, for browsers. */
export interface LinkClient extends StartedLinkClient {
  /** `POST /v2/link/start`: validates the token and answers the session with its providers. */
  start(signal?: AbortSignal): Promise<Answered<StartedLink>>;
}

/** A client for browsers, with a link token. Every call rejects with a `ClientError`. */
export function createLinkClient(options: LinkClientOptions): LinkClient {
  const send = createLinkSend(options);
  return {
    ...createStartedLinkClient(send),
    start: (signal) =>
      send(startLink, {
        body: { link_token: options.token(), origin: options.origin, version: options.version },
        signal,
      }),
  };
}

/** The same for code that starts the link in another way, with what `createLinkSend` returned. */
export const createStartedLinkClient = (send: Send): StartedLinkClient => ({
  ask: (endpoint, params, signal) =>
    // The compiler cannot see that these are all parts of a request without a body.
    send(endpoint, { params, signal } as unknown as RequestOf<typeof endpoint>),
  state: (signal) => send(readLinkState, { signal }),
  linkWithPassword: (provider, credentials, signal) =>
    send(linkWithPassword, { params: { provider }, body: credentials, signal }),
  completeMfa: (provider, code, signal) =>
    send(completeMfa, { params: { provider }, body: { mfa_code: code }, signal }),
});
