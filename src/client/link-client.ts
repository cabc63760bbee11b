import {
  completeMfa,
  linkWithPassword,
  readLinkState,
  startLink,
  type LinkResult,
  type LinkSession,
  type StartedLink,
} from '../contract/index.js';
import { createSend, type Send, type SendOptions } from './send.js';

/** The options of a client with a link token. */
export interface LinkClientOptions extends SendOptions {
  /** Read for each request, so that a renewed token is used from then on. */
  readonly token: () => string;
  /** The page that embeds the widget, checked against the token's `allowed_origins`. */
  readonly origin?: string;
  /** The widget's version. */
  readonly version?: string;
}

/** The calls of a link, for browsers. */
export interface LinkClient {
  /** `POST /v2/link/start`: validates the token and answers the session with its providers. */
  start(signal?: AbortSignal): Promise<StartedLink>;
  /** `GET /v2/link/state`: safe to poll. */
  state(signal?: AbortSignal): Promise<LinkSession>;
  /** Signs in. Never sent twice by itself; waits for up to 60 s. */
  linkWithPassword(
    provider: string,
    credentials: { username: string; password: string; region: string | null },
    signal?: AbortSignal,
  ): Promise<LinkResult>;
  /** Answers a challenge (spec 4.10). Never sent twice by itself; waits for up to 60 s. */
  completeMfa(provider: string, code: string, signal?: AbortSignal): Promise<LinkResult>;
}

/** Sends requests with a link token: for any endpoint that `createLinkClient` does not name. */
export const createLinkSend = (options: LinkClientOptions): Send =>
  createSend(options, (auth) => (auth === 'link-token' ? options.token() : null));

/** A client for browsers, with a link token. Every call rejects with a `ClientError`. */
export function createLinkClient(options: LinkClientOptions): LinkClient {
  const send = createLinkSend(options);
  return {
    start: (signal) =>
      send(startLink, {
        body: { link_token: options.token(), origin: options.origin, version: options.version },
        signal,
      }),
    state: (signal) => send(readLinkState, { signal }),
    linkWithPassword: (provider, credentials, signal) =>
      send(linkWithPassword, { params: { provider }, body: credentials, signal }),
    completeMfa: (provider, code, signal) =>
      send(completeMfa, { params: { provider }, body: { mfa_code: code }, signal }),
  };
}
