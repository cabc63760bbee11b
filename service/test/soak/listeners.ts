// A team's servers as long as a soak goes on: of each event they keep its id alone, and the connection that it is about.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  readonly url: string;
  /** The ids under which each connection was told of, by `user provider`. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many requests came, repeats included. */
  readonly count: number;
  close(): Promise<void>;
}

interface Created {
  readonly user_id: string;
  readonly data: { readonly provider: { readonly slug: string } };
}

/** Answers after so many milliseconds, and now and then that it cannot: one request of `failing`. */
export async function startListener({ delay = 0, failing = Infinity } = {}): Promise<Listener> {
  const told = new Map<string, Set<string>>();
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      // What the service sends has this form.
      const { user_id, data } = JSON.parse(body) as Created;
      const connection = `${user_id} ${data.provider.slug}`;
      const isRefused = ++count % failing === 0;
      if (!isRefused)
        told.set(connection, (told.get(connection) ?? new Set()).add(String(request.headers['webhook-id'])));
      setTimeout(() => response.writeHead(isRefused ? 503 : 204).end(), delay);
    });
  });
  return {
    ...(await listen(server)),
    told,
    get count() {
      return count;
    },
  };
}

/** A provider that takes every request and never answers one. */
export const startDeadProvider = (): Promise<Pick<Listener, 'url' | 'close'>> =>
  listen(createServer(() => undefined));

async function listen(server: Server): Promise<Pick<Listener, 'url' | 'close'>> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // The address of a TCP server has this type.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
