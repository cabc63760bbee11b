// The figures for overdue deliveries: those that the service is late with, and those that wait for their own receiver.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { createWebhook } from 'svc-link/contract';
import type { Tables } from '../../src/db/index.js';
import { startMetricsServer, type MetricsServer } from '../../src/server/metrics-server.js';
import { readSamples } from '../metrics/samples.js';
import { addDeliveries } from '../support/many-rows.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let metrics: MetricsServer;
beforeAll(async () => {
  service = await startTestService();
  metrics = await startMetricsServer(service.deps, service.database, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await metrics.close();
  await service.stop({ madeUpEvents: true });
});

/** A webhook of its own team, with a delivery that is overdue by `seconds`. */
async function overdue(seconds: number): Promise<{ readonly id: string; readonly team: string }> {
  const { db } = service.deps;
  const team = await service.newTeam();
  const url = `https://nowhere.invalid/${randomUUID()}`;
  const { body } = await service.call(createWebhook, { apiKey: team.apiKey, body: { url } });
  const user = await service.newUser(team.apiKey);
  await addDeliveries(db, { team: team.id, user, webhook: body.id, status: 'pending' }, 1);
  const next_attempt_at = new Date(service.clock.now().getTime() - 1000 * seconds);
  await db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at })
    .where('webhook_id', '=', body.id)
    .execute();
  return { id: body.id, team: team.id };
}

it('a webhook that fails, answers slowly or is disabled delays its own team, and nobody else', async () => {
  const { db } = service.deps;
  const read = async (team?: string): Promise<number> => {
    const samples = readSamples(await (await fetch(metrics.url)).text());
    return team === undefined
      ? samples.sum('svc_webhook_lag_seconds')
      : samples.sum('svc_webhook_team_lag_seconds', { team });
  };
  const isAbout = (seconds: number, wanted: number): void =>
    assert.ok(seconds >= wanted && seconds < wanted + 600, `${seconds} in place of ${wanted}`);

  const [failing, slow, disabled, good] = [
    await overdue(40_000),
    await overdue(30_000),
    await overdue(20_000),
    await overdue(10_000),
  ];
  isAbout(await read(), 40_000);
  const mark = (id: string, row: Updateable<Tables['webhook']>) =>
    db.updateTable('webhook').set(row).where('id', '=', id).execute();
  await mark(failing.id, { failing_since: new Date() });
  isAbout(await read(), 30_000);
  await mark(slow.id, { slow: true });
  isAbout(await read(), 20_000);
  await mark(disabled.id, { status: 'disabled' });
  isAbout(await read(), 10_000);
  isAbout(await read(failing.team), 40_000);
  isAbout(await read(slow.team), 30_000);
  await mark(good.id, { slow: true });
  assert.equal(await read(), 0);
});
