// Nothing waits for a provider inside a transaction.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { type OpenDatabase, transact } from '../../src/db/index.js';
import { createApi } from '../../src/provider-http/index.js';
import { type AnswerServer, says, startAnswerServer } from '../support/answer-server.js';
import { openForTests } from '../support/memory-database.js';

let database: OpenDatabase;
let server: AnswerServer;
beforeAll(async () => {
  database = await openForTests((error) => assert.fail(error));
  server = await startAnswerServer();
  server.answer = says('{"a":1}');
});
afterAll(async () => {
  server.close();
  await database.close();
});

const ask = () =>
  createApi(
    { allowPrivate: true },
    {
      adapter: {},
      urls: { api: server.url, token: server.url },
      application: { clientId: 'id', clientSecret: 'secret' },
      person: {},
    },
  ).send({ to: '/a' });

it('a request inside a transaction is refused and not sent, however deep it is', async () => {
  const deep = async (): Promise<unknown> => {
    await Promise.resolve();
    return ask();
  };
  await assert.rejects(transact(database.db, deep), /asked inside a transaction/);
  assert.deepEqual(server.asked, []);
});

it('it is sent before, after and beside a transaction', async () => {
  assert.deepEqual(await ask(), { a: 1 });
  let beside: Promise<unknown> = Promise.resolve();
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => (isOver = resolve));
  await Promise.all([
    transact(database.db, () => {
      // Continues when the transaction has ended.
      beside = over.then(ask);
      return Promise.resolve();
    }),
    ask(),
  ]);
  isOver();
  assert.deepEqual(await beside, { a: 1 });
});
