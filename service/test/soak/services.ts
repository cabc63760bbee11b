// The processes of a service behind a balancer: each request goes to the next process that is running.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ClientError, createClient, type Client } from 'svc-link/client';
import { startChild, type ChildService } from '../support/child-service.js';

interface Keys {
  readonly apiKey: string;
  readonly managementKey: string;
}

/** A process that answers requests. */
export interface Place {
  readonly name: string;
  readonly child: ChildService;
  readonly client: Client;
}

export interface Services {
  /** The processes that are running now. */
  readonly places: readonly Place[];
  /** The next process in turn. Waits while there is none. */
  next(): Promise<Place>;
  /** Ends a process with SIGKILL and starts another one in its place, at the same address. */
  replace(name: string): Promise<void>;
  /** Lets all processes end by themselves, and returns their exit codes. */
  end(): Promise<readonly (number | null)[]>;
  kill(): Promise<void>;
}

/** How long to wait before a failed request is sent again, in milliseconds, like a client that was told to try later. */
const pause = 200;

export async function startServices(
  count: number,
  env: Readonly<Record<string, string>>,
  keys: Keys,
): Promise<Services> {
  const start = async (name: string, port = '0'): Promise<Place> => {
    const child = await startChild({ ...env, PORT: port });
    return { name, child, client: createClient({ baseUrl: child.url, ...keys }) };
  };
  const places = await Promise.all(Array.from({ length: count }, (_, at) => start(`process ${at + 1}`)));
  let turn = 0;
  return {
    places,
    async next() {
      while (places.length === 0) await wait(pause);
      return places[turn++ % places.length]!;
    },
    async replace(name) {
      const at = places.findIndex((place) => place.name === name);
      const [gone] = places.splice(at, 1);
      assert.ok(gone);
      await gone.child.end('SIGKILL');
      places.push(await start(`${name}, begun anew`, new URL(gone.child.url).port));
    },
    end: () => Promise.all(places.map(({ child }) => child.end('SIGTERM'))),
    kill: async () => void (await Promise.all(places.map(({ child }) => child.end('SIGKILL')))),
  };
}

/** Whether the same request may succeed later. */
const isPassing = (error: unknown): boolean =>
  error instanceof ClientError &&
  (['network_failed', 'timeout'].includes(error.code) || [429, 502, 503, 504].includes(error.status));

/**
 * Makes something with one `Idempotency-Key`. Sends the request to one process after
 * the other until one of them says what was made, so that no outcome stays unknown.
 */
export async function insist<T>(
  services: Services,
  make: (client: Client, call: { readonly idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const call = { idempotencyKey: randomUUID() };
  for (;;) {
    const { client } = await services.next();
    try {
      return await make(client, call);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(pause);
    }
  }
}
