// A team's servers during a soak. Of each event they keep only its id and its connection.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  readonly url: string;
  /** The ids of the events that reported each connection, by `user provider`. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many requests came, including repeated ones. */
  readonly count: number;
  close(): Promise<void>;
}

interface Created {
  readonly user_id: string;
  readonly data: { readonly provider: { readonly slug: string } };
}

/** Answers after `delay` milliseconds. Every request whose number is a multiple of `failing` gets an error. */
export async function startListener({ delay = 0, failing = Infinity } = {}): Promise<Listener> {
  const told = new Map<string, Set<string>>();
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      // The service sends events of this type.
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

/** A provider that accepts every request and never answers. */
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
