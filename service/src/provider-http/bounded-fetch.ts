import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { createGunzip } from 'node:zlib';
import { refuseInsideTransaction } from '../db/index.js';
import { loopback } from '../http/index.js';
import { isPrivateHost, PrivateAddress, publicLookup } from '../outbound/index.js';
import { inSpan } from '../traces/index.js';

/** Which addresses requests to providers may reach, according to the settings. */
export interface Network {
  /** Whether private addresses, and http to this machine, are allowed: all of them, or some. */
  readonly allowPrivate: boolean | ((url: URL) => boolean);
  /** The slug of the provider, which traces show. */
  readonly provider?: string;
}

export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How long an answer may take, in milliseconds, and how long it may be, in bytes. */
export interface Bounds {
  readonly milliseconds: number;
  readonly bytes: number;
  /** Opens a new connection, so that the request cannot use one that is just being closed. */
  readonly fresh?: true;
}

/** The bounds for requests for data. */
export const dataBounds: Bounds = { milliseconds: 30_000, bytes: 10 * 1024 * 1024 };
/** The bounds for token requests. Their time is shorter than a stopping service waits for requests in progress. */
export const tokenBounds: Bounds = { milliseconds: 15_000, bytes: 64 * 1024, fresh: true };

/** Why there is no answer. */
type Reason =
  | 'not https'
  | 'a private address'
  | 'no answer in time'
  | 'the answer is too long'
  | 'no connection';

/** A provider did not answer. The message holds neither the address nor what was sent. */
export class NoAnswer extends Error {
  readonly reason: Reason;
  /** Whether the provider may have received the request. */
  readonly sent: boolean;

  constructor(reason: Reason, sent: boolean) {
    super(`a provider did not answer: ${reason}`);
    this.name = 'NoAnswer';
    this.reason = reason;
    this.sent = sent;
  }
}

/**
 * Connections are reused, because opening one is much of the work of a request. They
 * are closed after 4 seconds without use, before most servers would close them.
 */
const agentOptions = { keepAlive: true, maxFreeSockets: 32, timeout: 4_000 };
const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) };

/**
 * Sends a request and reads its answer, whatever its status. Follows no redirect. Rejects with `NoAnswer`, or with the
 * signal's reason once that is aborted. Refuses to run inside a transaction: that would hold its locks, and PGlite's one
 * connection, for as long as the provider takes, and a repeated transaction would send everything again.
 */
export function boundedFetch(
  outgoing: Outgoing,
  bounds: Bounds,
  network: Network,
  signal?: AbortSignal,
): Promise<Incoming> {
  const { method, url } = outgoing;
  // Only the host of an address is recorded: its path and query may hold ids and tokens. No trace header is sent to a
  // provider.
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    ...(network.provider !== undefined && { 'svc.provider': network.provider }),
  };
  return inSpan(
    `${method} ${network.provider ?? 'provider'}`,
    { kind: 'client', attributes },
    async (span) => {
      const incoming = await fetchBounded(outgoing, bounds, network, signal);
      span?.setAttribute('http.response.status_code', incoming.status);
      return incoming;
    },
  );
}

async function fetchBounded(
  outgoing: Outgoing,
  bounds: Bounds,
  network: Network,
  signal?: AbortSignal,
): Promise<Incoming> {
  refuseInsideTransaction('a provider was asked inside a transaction');
  const { url } = outgoing;
  const allowPrivate =
    typeof network.allowPrivate === 'function' ? network.allowPrivate(url) : network.allowPrivate;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:' && loopback.test(url.hostname)))
    throw new NoAnswer('not https', false);
  if (!allowPrivate && isPrivateHost(url)) throw new NoAnswer('a private address', false);
  signal?.throwIfAborted();

  const late = AbortSignal.timeout(bounds.milliseconds);
  const ended = signal ? AbortSignal.any([late, signal]) : late;
  const begin = (agent: HttpAgent | false): ClientRequest =>
    (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: outgoing.method,
      headers: {
        'accept-encoding': 'gzip',
        'user-agent': 'svc-link',
        ...outgoing.headers,
        ...(outgoing.body !== undefined && { 'content-length': String(Buffer.byteLength(outgoing.body)) }),
      },
      agent,
      signal: ended,
      // Called for each new connection.
      ...(!allowPrivate && { lookup: publicLookup }),
    });

  let request = begin(bounds.fresh ? false : agents[url.protocol === 'https:' ? 'https:' : 'http:']);
  try {
    try {
      return await answerOf(request, outgoing.body, bounds.bytes);
    } catch (error) {
      // The provider may have closed a reused connection at this moment.
      if (!request.reusedSocket || outgoing.method !== 'GET' || ended.aborted || error instanceof NoAnswer)
        throw error;
      request = begin(false);
      return await answerOf(request, outgoing.body, bounds.bytes);
    }
  } catch (error) {
    request.destroy();
    signal?.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    if (error instanceof PrivateAddress) throw new NoAnswer('a private address', false);
    const reached = request.socket !== null && !request.socket.connecting;
    throw new NoAnswer(late.aborted ? 'no answer in time' : 'no connection', reached);
  }
}

const answerOf = (request: ClientRequest, body: string | undefined, most: number): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      readText(response, most).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), text }),
        reject,
      );
    });
    request.end(body);
  });

async function readText(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const body = isPacked ? response.pipe(createGunzip()) : response;
  // A pipe does not pass errors on.
  if (isPacked) response.once('error', (error) => body.destroy(error));
  // No encoding is set on either stream, so both give bytes.
  const parts: AsyncIterable<Uint8Array> = body;
  for await (const chunk of parts) {
    length += chunk.length;
    if (length > most) throw new NoAnswer('the answer is too long', true);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value].flat()) if (each !== undefined) all.append(name, each);
  return all;
}
