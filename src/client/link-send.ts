import { createSend, type Send, type SendOptions } from './send.js';

/** The options of a client with a link token. */
export interface LinkClientOptions extends SendOptions {
  /** Called for each request, so that a renewed token is used as soon as it is there. */
  readonly token: () => string;
  /** The page that embeds the widget, checked against the token's `allowed_origins`. */
  readonly origin?: string;
  /** The widget's version. */
  readonly version?: string;
}

/**
 * Sends requests with a link token, for any endpoint that `createLinkClient` has no method for. `reference` of an answer is
 * the id of its request.
 */
export const createLinkSend = (options: LinkClientOptions): Send =>
  createSend(options, (auth) => (auth === 'link-token' ? options.token() : null), undefined, true);
