// A browser asks for more time while its session moves to another browser. This takes two connections to the database.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { startLink } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { hash } from '../../src/crypto/hash.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { gate } from '../support/gate.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('a browser that has lost its session meanwhile gives it no time', async () => {
  const { db } = service.deps;
  const { token, sessionId } = await service.newToken();
  const opened = await service.call(startLink, { body: { link_token: token, via: 'page' } });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'select * from "link_session"%'`.execute(db);
    return rows.length > 0;
  };

  const { promise: isBound, resolve: bound } = gate();
  const { promise: mayEnd, resolve: end } = gate();
  const other = transact(db, async (tx) => {
    await tx
      .updateTable('link_session')
      .set({ browser_hash: hash('another browser') })
      .where('id', '=', sessionId)
      .execute();
    bound();
    await mayEnd;
  });
  await isBound;
  const headers = { cookie, 'x-svc-link-session': sessionId };
  const asked = Promise.resolve(service.app.request('/v2/link/extend', { method: 'POST', headers }));
  while (!(await isWaiting())) await turn();
  end();
  await other;
  assert.equal((await asked).status, 401);
  const { expires_at } = await db
    .selectFrom('link_session')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  assert.equal(expires_at.toISOString(), opened.body.session.expires_at);
});
