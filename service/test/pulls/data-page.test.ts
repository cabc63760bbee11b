import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ClientError, type Client } from 'svc-link/client';
import { lastWholeDay } from '../../src/work/calendar.js';
import { clientOf } from '../support/client-of.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

const codeWith = codeOf('data.md');

describe('the code of docs/data.md', () => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    client = clientOf(service);
  });
  afterAll(() => service.stop());
  const connected = async (username: string, provider: string, region?: string) => {
    const link = await service.newLink();
    await service.signIn(link, username, { provider, ...(region !== undefined && { region }) });
    return link.userId;
  };

  it('reads nights, and moves the clock by two of them', async () => {
    const user_id = await connected('ok@example.com', 'umbra_sleep');
    await client.advanceClock(0);
    const start = lastWholeDay(service.clock.now());
    await codeWith('advanceClock', 'null')({ client });
    const end = lastWholeDay(service.clock.now());
    assert.equal(Date.parse(end) - Date.parse(start), 2 * 86_400_000);
    const lines: unknown[][] = [];
    const console = { log: (...words: unknown[]) => lines.push(words) };
    const read = codeWith('readSleepSummary', 'sleep');
    const days = { '2026-05-01': start, '2026-05-31': end };
    const dated = {
      readSleepSummary: (id: string, range: { start_date: keyof typeof days; end_date: keyof typeof days }) =>
        client.readSleepSummary(id, { start_date: days[range.start_date], end_date: days[range.end_date] }),
    };
    assert.equal(((await read({ client: dated, user_id, console })) as unknown[]).length, 3);
    assert.deepEqual(
      lines.map(([day, hours, provider]) => [day === start || typeof day, typeof hours, provider]),
      [true, 'string', 'string'].map((first) => [first, 'number', 'umbra_sleep']),
    );
  });

  it('reads a time series', async () => {
    const user_id = await connected('ok@example.com', 'xenon_pump', 'eu');
    await client.advanceClock(0);
    const day = lastWholeDay(service.clock.now());
    const lines: unknown[][] = [];
    const console = { log: (...words: unknown[]) => lines.push(words) };
    const dated: Pick<Client, 'readTimeseries'> = {
      readTimeseries: (id, resource) =>
        client.readTimeseries(id, resource, { start_date: day, end_date: day }),
    };
    const read = codeWith('readTimeseries', 'glucose');
    const glucose = await read({ client: dated, user_id, console });
    assert.equal((glucose as unknown[]).length, lines.length);
    assert.deepEqual(lines[0]?.slice(2), ['mmol/L', 'xenon_pump']);
  });

  it('reads a profile if there is one', async () => {
    const heightOf = (await codeWith('heightOf', 'heightOf')({ client, ClientError })) as (
      id: string,
    ) => Promise<number | null>;
    const user = await connected('ok@example.com', 'quartz_scale');
    await client.advanceClock(0);
    assert.ok(Number(await heightOf(user)) > 100);
    assert.equal(await heightOf(await service.newUser()), null);
    await assert.rejects(heightOf('00000000-0000-4000-8000-000000000009'), ClientError);
  });

  it('follows a pull', async () => {
    const progressOf = (await codeWith('progressOf', 'progressOf')({ client })) as (
      id: string,
    ) => Promise<string>;
    const slow = await connected('pull-retry@example.com', 'quartz_scale');
    const refused = await connected('pull-fail@example.com', 'quartz_scale');
    assert.equal(await progressOf(slow), 'on its way');
    await client.advanceClock(360);
    assert.equal(await progressOf(slow), 'all there');
    assert.equal(await progressOf(refused), 'no body, profile');
  });
});
