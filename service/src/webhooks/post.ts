import { Agent as HttpAgent, request as requestHttp, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { finished } from 'node:stream';
import { isPrivateHost, PrivateAddress, publicLookup } from '../outbound/index.js';
import { inSpan } from '../traces/index.js';

/** The answer to an attempt, or why there was none. */
export type Posted =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: undefined; readonly problem: string };

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long an answer may take, in milliseconds. */
const answerTimeout = 15_000;
/** How many bytes of an answer's body are read before the connection is closed. The body is not used. */
const mostOfBody = 64 * 1024;
/** How long the body may take after the status, in milliseconds. */
const bodyTimeout = 1_000;

/**
 * Connections are reused, because opening one is most of the work of a message. They are
 * closed after 4 seconds without use, before Node's and most other servers would close them.
 */
const agentOptions = { keepAlive: true, maxFreeSockets: 32, timeout: 4_000 };
const httpAgent = new HttpAgent(agentOptions);
const httpsAgent = new HttpsAgent(agentOptions);

/** Posts a message and returns the status. Follows no redirect. Rejects only if `signal` is aborted. */
export async function post(
  { url, headers, body }: Message,
  allowPrivate: boolean,
  signal: AbortSignal,
  milliseconds = answerTimeout,
): Promise<Posted> {
  const address = new URL(url);
  if (!allowPrivate && address.protocol !== 'https:') return { status: undefined, problem: notHttps };
  if (!allowPrivate && isPrivateHost(address)) return { status: undefined, problem: privateAddress };
  const late = AbortSignal.timeout(milliseconds);
  // The path of an address may be a secret of the team, so it is not recorded.
  const attributes = { 'http.request.method': 'POST', 'server.address': address.hostname };
  try {
    return await inSpan('POST webhook', { kind: 'client', attributes }, async (span) => {
      const posted = await send(address, headers, body, allowPrivate, AbortSignal.any([late, signal]));
      if (posted.status !== undefined) span?.setAttribute('http.response.status_code', posted.status);
      return posted;
    });
  } catch (error) {
    signal.throwIfAborted();
    return { status: undefined, problem: late.aborted ? noAnswer : explain(error) };
  }
}

const noAnswer = `no answer within ${answerTimeout / 1000} seconds`;
const notHttps = 'not sent: the address is not https, which this service requires';
const privateAddress = 'not sent: the host has a private address, to which this service sends nothing';

/** Explains an error in our own words, because its message may hold the address. */
function explain(error: unknown): string {
  if (error instanceof PrivateAddress) return privateAddress;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  const syscall = error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
  return /^(?:getaddrinfo$|query)/.test(syscall)
    ? `the host name was not found (${code})`
    : `the connection failed (${code})`;
}

/**
 * The receiver may close a reused connection at this moment, so a failure is tried once more on a new one. If both
 * messages arrive, the receiver recognizes the second by its id.
 */
async function send(
  address: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<Posted> {
  const isHttps = address.protocol === 'https:';
  const begin = (agent: HttpAgent | false): ClientRequest =>
    (isHttps ? requestHttps : requestHttp)(address, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent,
      signal,
      // Called for each new connection. If private addresses are allowed, nothing is checked, so no second lookup can differ. Then the
      // system looks names up, because it knows those of the machine and its network. The attempt's time limit holds there too.
      ...(!allowPrivate && { lookup: publicLookup }),
    });
  const sent = begin(isHttps ? httpsAgent : httpAgent);
  try {
    return await answerOf(sent, body);
  } catch (error) {
    if (!sent.reusedSocket || signal.aborted) throw error;
    return answerOf(begin(false), body);
  }
}

/**
 * Resolves once the body has ended too. Otherwise receivers that never end it would hold any number of connections, because
 * an attempt that has ended gives its place to the next one.
 */
function answerOf(sent: ClientRequest, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const posted = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      // From now on only the status counts, however the connection ends.
      sent.off('error', reject).on('error', () => undefined);
      const timer = setTimeout(() => response.destroy(), bodyTimeout);
      finished(response, () => {
        clearTimeout(timer);
        resolve(posted);
      });
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > mostOfBody) response.destroy();
      });
    });
    sent.end(body);
  });
}
