// A process that is told to stop while a provider does not answer ends
// soon. The next process continues as if the request had never been sent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import { type Db, openEmbedded } from '../../src/db/index.js';
import { openTokens } from '../../src/grants/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { type AnswerServer, json, says, startAnswerServer } from '../support/answer-server.js';
import { type ChildService, newDataFolder, startChild } from '../support/child-service.js';
import { secretsOfFolder } from '../support/keys.js';

const folder = newDataFolder();
const provider = 'wahoo';
/** How soon a process with nothing to wait for ends, in milliseconds. It leaves much time for a busy machine. */
const soon = 6_000;

let server: AnswerServer;
let service: ChildService;
/** The provider's answers by path. For a path without an entry, `onSilence` gets the response and may leave it unanswered. */
const answers = new Map<string, RequestListener>();
let onSilence: (path: string, response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  server = await startAnswerServer();
  server.answer = (request, response) => {
    const { pathname } = new URL(request.url ?? '', server.url);
    const answer = answers.get(pathname);
    if (answer) answer(request, response);
    else onSilence(pathname, response);
  };
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  server.asked.length = 0;
  answers.clear();
  answers.set('/token', json(tokens(1, 7200)));
  answers.set('/v1/user', json({ id: 7 }));
  answers.set('/v1/workouts', json({ workouts: [], total: 0, per_page: 100 }));
  answers.set('/v1/permissions', says('', 204));
  service = await start();
});
afterEach(() => service.end('SIGKILL'));

const tokens = (number: number, expires_in: number) => ({
  ...{ access_token: `at${number}`, refresh_token: `rt${number}`, expires_in, token_type: 'bearer' },
  scope: 'user_read workouts_read',
});

function start(): Promise<ChildService> {
  const urls = { authorize: `${server.url}/authorize`, token: `${server.url}/token`, api: server.url };
  const PROVIDERS = JSON.stringify({ wahoo: { client_id: 'id', client_secret: 'secret', urls } });
  return startChild({ DATA_DIR: folder, PROVIDERS, LOG_LEVEL: 'warn' });
}

const client = () => createClient({ baseUrl: service.url, apiKey: sandboxKeys.apiKey });

/** Makes the provider silent at a path. Once the path is requested, resolves with the response that can still be answered. */
const silence = (path: string): Promise<ServerResponse> => {
  answers.delete(path);
  return new Promise((resolve) => {
    onSilence = (asked, response) => void (asked === path && resolve(response));
  });
};

/** Imports a connection for a new user, and returns the user's id. */
async function connect(wait_for_completion = true): Promise<string> {
  await client().setCustomCredentials(provider, { client_id: 'of-the-team', client_secret: 'secret' });
  const { user_id } = await client().createUser({ client_user_id: randomUUID() });
  const recipe = {
    ...{ user_id, access_token: 'at0', refresh_token: 'rt0', provider_id: '7' },
    ...{ expires_at: 4_000_000_000, oauth_scopes: ['user_read', 'workouts_read'] },
  };
  await client().bulkImport({ provider, connections: [recipe], wait_for_completion });
  return user_id;
}

/** Tells the process to stop. It ends in order, and soon. */
async function stop(within = soon): Promise<void> {
  const began = performance.now();
  assert.equal(await service.end('SIGTERM'), 0);
  const took = performance.now() - began;
  assert.ok(took < within, `it took ${Math.round(took)} ms`);
  assert.equal(service.output().includes('"level":50'), false, service.output());
}

/** Resolves once the process accepts no more requests. */
async function isStopping(): Promise<void> {
  const answers = () =>
    fetch(`${service.url}/health`).then(
      () => true,
      () => false,
    );
  while (await answers());
}

async function look<T>(at: (db: Db) => Promise<T>): Promise<T> {
  const database = await openEmbedded(folder);
  try {
    return await at(database.db);
  } finally {
    await database.close();
  }
}

const readPast = async (user_id: string) =>
  (await client().listHistoricalPulls(user_id)).data.map(({ status }) => status);

describe('a process that is asked to stop while a provider does not answer', () => {
  it('leaves off what it reads, which the next one reads, and which counts for nothing', async () => {
    const asked = silence('/v1/workouts');
    const user = await connect();
    await asked;
    await stop();
    await look(async (db) => {
      const pulls = await db.selectFrom('historical_pull').selectAll().execute();
      assert.deepEqual(
        pulls.map(({ attempts, error_details }) => [attempts, error_details]),
        pulls.map(() => [0, null]),
      );
      const { status, error_details, pull_until } = await db
        .selectFrom('connection')
        .selectAll()
        .executeTakeFirstOrThrow();
      assert.deepEqual([status, error_details, pull_until], ['connected', null, null]);
      const grant = await db.selectFrom('provider_grant').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual([grant.status, grant.suspected_on, grant.lease], ['live', null, null]);
      const blocked = await db.selectFrom('provider_budget').where('blocked_until', 'is not', null).execute();
      assert.deepEqual(blocked, []);
    });

    answers.set('/v1/workouts', json({ workouts: [], total: 0, per_page: 100 }));
    service = await start();
    while ((await readPast(user)).some((status) => status !== 'success'));
    await client().deleteUser(user);
    await stop();
  });

  it('leaves off to end what was let go, which the next one ends', async () => {
    const user = await connect();
    await client().deleteUser(user);
    await stop();
    const asked = silence('/v1/permissions');
    service = await start();
    await asked;
    await stop();
    await look(async (db) => {
      const { tries, next_try } = await db
        .selectFrom('provider_revocation')
        .selectAll()
        .executeTakeFirstOrThrow();
      assert.deepEqual([tries, next_try <= new Date()], [0, true]);
    });
    const isEnded = new Promise<void>((resolve) => {
      answers.set('/v1/permissions', (request, response) => {
        says('', 204)(request, response);
        resolve();
      });
    });
    service = await start();
    await isEnded;
    await stop();
  });

  it('waits for tokens that it has asked for, which are kept', async () => {
    let asked: Promise<ServerResponse> | undefined;
    answers.set('/token', (request, response) => {
      asked = silence('/token');
      // These tokens expire at once, so that they are renewed before the first request.
      json(tokens(1, 1))(request, response);
    });
    const user = await connect();
    const response = (await asked) ?? assert.fail();
    const ended = stop(Infinity);
    await isStopping();
    json(tokens(2, 7200))({} as never, response as never);
    await ended;
    await look(async (db) => {
      const row = await db.selectFrom('provider_grant').selectAll().executeTakeFirstOrThrow();
      assert.equal(openTokens(await secretsOfFolder(db, folder), row).refreshToken, 'rt2');
      assert.equal(row.lease, null);
    });
    service = await start();
    await client().deleteUser(user);
    await stop();
  });

  it('waits for tokens of an import, and keeps them for the next one', async () => {
    const asked = silence('/token');
    const user = await connect(false);
    const response = await asked;
    const ended = stop(Infinity);
    await isStopping();
    answers.delete('/v1/user');
    json(tokens(2, 7200))({} as never, response as never);
    await ended;
    answers.set('/token', json(tokens(3, 7200)));
    answers.set('/v1/user', json({ id: 7 }));
    service = await start();
    while ((await client().listUserProviders(user)).providers.length === 0);
    const used = server.asked.flatMap(({ url, body }) =>
      url === '/token' ? [new URLSearchParams(body).get('refresh_token')] : [],
    );
    assert.deepEqual(used, ['rt0', 'rt2']);
    await stop();
  });
});
