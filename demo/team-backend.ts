// What a team's server does: it knows who is signed in, holds the API key and makes link tokens. The browser gets only the
// token, never the key.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientError, createClient, type Client } from 'svc-link/client';

type LinkToken = Awaited<ReturnType<Client['createLinkToken']>>;

/** A person in front of a browser. The demo knows them by a cookie, a real application by its login. */
interface Visitor {
  readonly id: string;
  userId: string | null;
  /** The token that was made last, and the request that it was made for. */
  last: { readonly request: string; token: LinkToken } | null;
}

export interface TeamBackendOptions {
  /** The address of the service. */
  readonly service: string;
  readonly apiKey: string;
}

/** A refusal by this server itself. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The service's refusals, in words for the demo's visitor. */
const refusals: Record<string, string> = {
  confirm_code_wrong: 'The code is not the one that the browser was given.',
  not_waiting_for_confirmation: 'This link does not wait for a confirmation, or not any more.',
};

type Answer = (visitor: Visitor, body: Record<string, unknown>, origin: string) => Promise<unknown>;

/** The part of a team's server that is about linking. */
export function createTeamBackend({ service, apiKey }: TeamBackendOptions) {
  const client = createClient({ baseUrl: service, apiKey });
  const visitors = new Map<string, Visitor>();

  async function userOf(visitor: Visitor): Promise<string> {
    if (visitor.userId === null) {
      visitor.userId = await client
        .createUser({ client_user_id: `demo-${visitor.id}` })
        .then((user) => user.user_id, existingUser);
    }
    return visitor.userId;
  }

  /** How a session ended, only for the visitor that it was made for. Other visitors learn nothing about it. */
  async function sessionOf(visitor: Visitor, id: unknown) {
    const report = typeof id === 'string' ? await client.readLinkSession(id) : null;
    if (report === null || report.user_id !== (await userOf(visitor)))
      throw new Refusal(403, 'This link was made for somebody else.');
    return report;
  }

  const answers: Record<string, Answer> = {
    /**
     * A link token for this visitor: the unfinished token again, unless the body says `"fresh": true`. A visitor who comes
     * back from a provider names the session, to see how it ended. `reason` is the `reason` of `tokenProvider`: for `extend`
     * the same token gets more time.
     */
    'POST /demo/link-token': async (visitor, { fresh, link_session_id, reason, ...body }, origin) => {
      const request = JSON.stringify(body);
      const { last } = visitor;
      if (last && link_session_id === last.token.link_session_id) return last.token;
      if (reason === 'extend' && last?.request === request) {
        const { expires_at } = await client.extendLinkToken(last.token.link_token);
        return (last.token = { ...last.token, expires_at });
      }
      if (fresh !== true && last?.request === request) {
        const { valid } = await client.isLinkTokenValid(last.token.link_token);
        if (valid) return last.token;
      }
      const token = await client.createLinkToken({
        app_name: 'Northwind Health',
        allowed_origins: [origin],
        include: ['start'],
        ...body,
        user_id: await userOf(visitor),
      });
      visitor.last = { request, token };
      return token;
    },
    /** The session, for a page to which the browser comes back from a redirect. */
    'GET /demo/session': (visitor, { id }) => sessionOf(visitor, id),
    /**
     * Makes a connection that waits for confirmation (`confirm: "host"`). The code proves that this browser is the one that
     * finished. This server must first check that the link was made for the person who is signed in here.
     */
    'POST /demo/confirm': async (visitor, { link_session_id, confirm_code }) => {
      const session = await sessionOf(visitor, link_session_id);
      if (typeof confirm_code !== 'string') throw new Refusal(400, 'The confirm_code is missing.');
      return client.confirmLinkSession(session.link_session_id, confirm_code);
    },
    /** The providers that this visitor has connected. */
    'GET /demo/connections': async (visitor) =>
      visitor.userId === null ? { providers: [] } : client.listUserProviders(visitor.userId),
    'GET /demo/providers': () => client.listProviders(),
    /** Moves the service's sandbox clock past the life of every link token. */
    'POST /demo/expire': () => client.advanceClock(3600),
  };

  /** Answers a request below `/demo/`. */
  const answerRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, searchParams }: URL,
  ): Promise<void> => {
    const answer = answers[`${request.method} ${pathname}`];
    if (!answer) return send(response, 404, { message: 'There is no such address.' });
    const host = request.headers.host ?? 'localhost';
    const origin = `http://${host}`;
    // Another site must not make tokens for this visitor.
    if (request.headers.origin !== undefined && request.headers.origin !== origin)
      return send(response, 403, { message: 'Only the demo itself may ask.' });
    const visitor = visitorOf(request, response);
    try {
      const body = { ...Object.fromEntries(searchParams), ...(await readJson(request)) };
      send(response, 200, await answer(visitor, body, origin));
    } catch (error) {
      sendProblem(response, error);
    }
  };

  // A page sends several requests at once, so the visitor must be known before that.
  return {
    answer: answerRequest,
    greet: (request: IncomingMessage, response: ServerResponse) => void visitorOf(request, response),
  };

  function visitorOf(request: IncomingMessage, response: ServerResponse): Visitor {
    const known = /(?:^|;\s*)demo_visitor=([0-9a-f-]{36})/.exec(request.headers.cookie ?? '')?.[1];
    const id = known ?? randomUUID();
    if (known === undefined)
      response.setHeader(
        'set-cookie',
        `demo_visitor=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`,
      );
    const visitor = visitors.get(id) ?? { id, userId: null, last: null };
    visitors.set(id, visitor);
    return visitor;
  }

  function sendProblem(response: ServerResponse, error: unknown): void {
    if (error instanceof SyntaxError) return send(response, 400, { message: 'The body is not JSON.' });
    if (error instanceof Refusal) return send(response, error.status, { message: error.message });
    if (!(error instanceof ClientError)) throw error;
    if (error.status === 0)
      return send(response, 502, {
        message: `The service does not answer at ${service}. Start it with: npm run service`,
      });
    send(response, error.status, { message: refusals[error.errorType ?? ''] ?? error.message });
  }
}

/** Finds a visitor who came before this server was started. The service still knows them. */
function existingUser(error: unknown): string {
  if (error instanceof ClientError && error.errorType === 'already_exists') {
    const id = (error.detail as { user_id?: unknown }).user_id;
    if (typeof id === 'string') return id;
  }
  throw error;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 65_536) throw new SyntaxError('too long');
  }
  const value: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object');
  return { ...value };
}
