// A team's complete server, as docs/server.md, docs/webhooks.md and docs/bulk.md describe it: link tokens for its own people,
// verified webhooks, and an import that is followed to its end. It keeps in memory what your server keeps in a database.
//
//   SERVICE_URL=http://127.0.0.1:8787 SVC_API_KEY=sk_sandbox_local node --import tsx demo/team-server.ts
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { ClientError, createClient, type Client } from 'svc-link/client';
import { isConnectionCreated, verifyWebhook, WebhookError, type WebhookEvent } from 'svc-link/webhooks';

export interface TeamServerOptions {
  /** The address of the service. */
  readonly service: string;
  readonly apiKey: string;
  readonly port?: number;
  readonly log?: (line: string) => void;
}

/** Starts the server. `stop` ends it and deletes its webhook. */
export async function startTeamServer({ service, apiKey, port = 0, log = console.log }: TeamServerOptions) {
  const client = createClient({ baseUrl: service, apiKey });
  /** The names of each person's providers, as the webhooks reported them. */
  const connected = new Map<string, Set<string>>();
  const taken = new Set<string>();
  /** The latest link token of each person. */
  const tokens = new Map<string, string>();
  let secret = '';

  function take(id: string, event: WebhookEvent): void {
    if (taken.has(id)) return;
    // Null for a user who was made without your own id.
    const person = event.client_user_id ?? event.user_id;
    log(`${event.event_type} of ${person}`);
    if (isConnectionCreated(event)) {
      const names = connected.get(person) ?? new Set();
      connected.set(person, names.add(event.data.provider.name));
    }
    taken.add(id);
  }

  /** `reason` is why the widget's `tokenProvider` was called. */
  async function linkTokenFor(person: string, reason: string | null): Promise<string> {
    const last = tokens.get(person);
    if (last && reason === 'extend') {
      await client.extendLinkToken(last);
      return last;
    }
    if (last && reason === 'start' && (await client.isLinkTokenValid(last)).valid) return last;
    const { link_token } = await client.createLinkToken({
      user_id: await userIdOf(client, person),
      app_name: 'Northwind Health',
    });
    tokens.set(person, link_token);
    return link_token;
  }

  async function importAll(provider: string, people: readonly ImportedPerson[]) {
    const connections = [];
    for (const { person, ...credentials } of people)
      connections.push({ user_id: await userIdOf(client, person), ...credentials });
    const { operation_id } = await client.bulkImport({ provider, connections });
    return client.waitForBulkOperation(operation_id, {
      onProgress: ({ processed, pending }) => log(`imported ${processed} of ${processed + pending}`),
    });
  }

  /** In a real server, the login comes before every route except the webhook. */
  async function answer(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://team');
    const [, what, person = ''] = pathname.split('/');
    const body = await bodyOf(request, what === 'webhooks' || what === 'import' ? mostOfLarge : mostOfOthers);
    switch (`${request.method} ${what}`) {
      case 'POST webhooks': {
        const event = await verifyWebhook({ secret, headers: request.headers, body });
        return take(String(request.headers['webhook-id']), event);
      }
      case 'POST link-token':
        return { link_token: await linkTokenFor(person, searchParams.get('reason')) };
      case 'GET connected':
        return [...(connected.get(person) ?? [])];
      case 'GET providers':
        return client.listProviders();
      case 'POST import':
        return importAll(person, JSON.parse(body.toString()) as ImportedPerson[]);
      default:
        return undefined;
    }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (value) =>
        value === undefined
          ? response.writeHead(204).end()
          : response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
      (error: unknown) => {
        log(error instanceof Error ? error.message : String(error));
        response.writeHead(statusOf(error)).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhook = await client.createWebhook({ url: `${url}/webhooks` });
  secret = webhook.secret ?? '';
  return {
    url,
    async stop() {
      await client.deleteWebhook(webhook.id);
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
    },
  };
}

/** Anybody can send something to a webhook's address, and a body is in memory before it can be verified. */
const mostOfLarge = 10 * 1024 * 1024;
const mostOfOthers = 1024;

class TooLarge extends Error {}

/** The body of a request, in bytes. */
async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // The connection has to stay for the answer.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) {
      request.resume(); // reads the rest, and keeps none of it
      throw new TooLarge(`The body is larger than ${most} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function statusOf(error: unknown): number {
  if (error instanceof TooLarge) return 413;
  return error instanceof WebhookError ? 400 : 500;
}

/** A connection from elsewhere, of one of the team's own people. */
interface ImportedPerson {
  readonly person: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly provider_id: string;
  readonly expires_at: number;
  readonly oauth_scopes: string[];
}

async function userIdOf(client: Client, person: string): Promise<string> {
  try {
    return (await client.createUser({ client_user_id: person })).user_id;
  } catch (error) {
    if (error instanceof ClientError && error.errorType === 'already_exists')
      return (error.detail as { user_id: string }).user_id;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { SERVICE_URL = 'http://127.0.0.1:8787', SVC_API_KEY = 'sk_sandbox_local' } = process.env;
  const { url, stop } = await startTeamServer({ service: SERVICE_URL, apiKey: SVC_API_KEY, port: 3000 });
  console.log(`The team's server listens at ${url}`);
  process.once('SIGINT', () => void stop());
}
