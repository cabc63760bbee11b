// The processes of a service as a balancer has them: each request goes to the next one that is there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ClientError, createClient, type Client } from 'svc-link/client';
import { startChild, type ChildService } from '../support/child-service.js';

interface Keys {
  readonly apiKey: string;
  readonly managementKey: string;
}

/** A process that answers. */
export interface Place {
  readonly name: string;
  readonly child: ChildService;
  readonly client: Client;
}

export interface Services {
  /** Those that are there now. */
  readonly places: readonly Place[];
  /** The next one in turn; waits while there is none. */
  next(): Promise<Place>;
  /** Ends a process by SIGKILL and starts another one in its place, at the same address. */
  replace(name: string): Promise<void>;
  /** Has all of them end by themselves, and answers their exit codes. */
  end(): Promise<readonly (number | null)[]>;
  kill(): Promise<void>;
}

/** Before a request that failed is sent again, in milliseconds: as a client that was told to come again. */
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
 * Makes something by one `Idempotency-Key`, at one process after the other, until one of them says what was made: after that
 * nothing is unknown.
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
