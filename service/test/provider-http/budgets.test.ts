// Limits of providers: processes share them, purposes have shares of them, and the providers' own reports count.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Answer, Limit, Standing } from '../../src/adapters/index.js';
import { migrate, type OpenDatabase } from '../../src/db/index.js';
import {
  type Budgets,
  createBudgets,
  type Gate,
  later,
  ProviderFailure,
  pruneBudgets,
  type Purpose,
} from '../../src/provider-http/index.js';
import { openForTests } from '../support/memory-database.js';

let database: OpenDatabase;
let provider: string;
beforeAll(async () => {
  database = await openForTests((error) => assert.fail(error));
  await migrate(database);
});
afterAll(() => database.close());
beforeEach(() => {
  provider = randomUUID();
});

const perHour = (requests: number): Limit => ({ per: 'application', requests, seconds: 3600 });
const ok: Answer = { status: 200, headers: new Headers(), body: {} };

interface Asking {
  readonly limits: readonly Limit[];
  readonly by?: Budgets;
  readonly purpose?: Purpose;
  readonly grant?: string | null;
  readonly application?: string | null;
  readonly standing?: (answer: Answer) => Standing | undefined;
}
const gate = ({
  limits,
  by = createBudgets(database.db),
  purpose = 'history',
  grant = null,
  application = null,
  standing,
}: Asking): Gate =>
  by.gateFor(
    {
      adapter: { slug: provider, limits, ...(standing && { standing }) },
      application: { id: application, budget: application ?? '' },
      grant,
    },
    purpose,
  );

const ask = (through: Gate, answer = ok, failure?: ProviderFailure) =>
  through.through(() => Promise.resolve({ answer, failure }));
const refusal = async (through: Gate): Promise<ProviderFailure['failure']> => {
  const error: unknown = await ask(through).then(
    () => assert.fail('it was let through'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFailure)) throw error;
  return error.failure;
};
/** How many requests pass before one is refused, of at most `most`. */
async function passed(through: Gate, most = 200): Promise<number> {
  let count = 0;
  for (; count < most; count++) {
    try {
      await ask(through);
    } catch (error) {
      if (error instanceof ProviderFailure) return count;
      throw error;
    }
  }
  return count;
}
const tooMany = later('asked too often', undefined, 'rate_limited');

describe('a limit of the application', () => {
  it('is shared out: past data, new data, links', async () => {
    const limits = [perHour(100)];
    const by = createBudgets(database.db);
    assert.equal(await passed(gate({ limits, by, purpose: 'history' })), 60);
    assert.equal(await passed(gate({ limits, by, purpose: 'days' })), 30);
    assert.equal(await passed(gate({ limits, by, purpose: 'linking' })), 10);
    const { kind, errorType, retryAt } = await refusal(gate({ limits, by, purpose: 'linking' }));
    assert.deepEqual([kind, errorType], ['later', 'rate_limited']);
    const wait = (Number(retryAt) - Date.now()) / 1000;
    assert.ok(wait > 3500 && wait <= 3600 + 30, String(wait));
  });

  it('is for new data as far as past data and links leave it, which keep their shares', async () => {
    const limits = [perHour(100)];
    const by = createBudgets(database.db);
    assert.equal(await passed(gate({ limits, by, purpose: 'days' })), 60);
    assert.equal(await passed(gate({ limits, by, purpose: 'history' })), 30);
    assert.equal(await passed(gate({ limits, by, purpose: 'linking' })), 10);
  });

  it('is for links as far as nobody else uses it', async () => {
    const limits = [perHour(100)];
    assert.equal(await passed(gate({ limits, purpose: 'days' }), 20), 20);
    assert.equal(await passed(gate({ limits, purpose: 'linking' })), 80);
    assert.equal(await passed(gate({ limits, purpose: 'history' })), 0);
  });

  it('counts what cannot wait, and does not keep it back', async () => {
    const limits = [perHour(10)];
    const by = createBudgets(database.db);
    for (const purpose of ['history', 'days', 'linking'] as const)
      await passed(gate({ limits, by, purpose }));
    const spender = {
      adapter: { slug: provider, limits },
      application: { id: null, budget: '' },
      grant: null,
    };
    assert.equal(await passed(by.counterFor(spender, 'linking'), 3), 3);
    assert.equal((await row()).linking, 4);
    await refusal(gate({ limits, by, purpose: 'linking' }));
  });

  it('that is small leaves something for each, and is not exceeded', async () => {
    for (const requests of [1, 2, 3, 7, 25]) {
      provider = randomUUID();
      const limits = [perHour(requests)];
      let all = 0;
      for (const purpose of ['days', 'history', 'linking'] as const)
        all += await passed(gate({ limits, purpose }));
      assert.equal(all, requests);
    }
  });

  it('is shared by all processes, and exceeded by less than a batch', async () => {
    const limits = [perHour(200)];
    const counts = await Promise.all(
      [1, 2, 3, 4].map(() => passed(gate({ limits, by: createBudgets(database.db) }))),
    );
    const all = counts.reduce((sum, count) => sum + count);
    // Requests that a process has reserved and not used are lost to the others.
    assert.ok(all >= 120 - 3 * 4 && all < 120 + 5, String(all));
  });

  it('is another one for another application', async () => {
    const limits = [perHour(10)];
    assert.equal(await passed(gate({ limits })), 6);
    assert.equal(await passed(gate({ limits, application: 'of a team' })), 6);
  });

  it('begins anew with the next window', async () => {
    const limits = [perHour(10)];
    assert.equal(await passed(gate({ limits })), 6);
    await database.db
      .updateTable('provider_budget')
      .set({ window_end: sql<Date>`now()` })
      .where('provider', '=', provider)
      .execute();
    assert.equal(await passed(gate({ limits })), 6);
  });

  it('may have windows of the clock', async () => {
    await ask(gate({ limits: [{ ...perHour(10), seconds: 900, aligned: true }] }));
    const { window_end } = await row();
    assert.equal(window_end.getTime() % 900_000, 0);
    assert.ok(window_end.getTime() > Date.now() - 5_000 && window_end.getTime() < Date.now() + 905_000);
  });

  it('takes nothing from the others if one of several is used up', async () => {
    const by = createBudgets(database.db);
    const wide = perHour(1000);
    const narrow: Limit = { per: 'application', requests: 5, seconds: 60 };
    const both = gate({ limits: [wide, narrow], by });
    assert.equal(await passed(both), 3);
    for (let n = 0; n < 20; n++) await refusal(both);
    assert.equal((await rowOf(3600)).history, 5);
  });
});

const rowOf = (seconds: number) =>
  database.db
    .selectFrom('provider_budget')
    .selectAll()
    .where('provider', '=', provider)
    .where('seconds', '=', seconds)
    .executeTakeFirstOrThrow();
const row = () =>
  database.db
    .selectFrom('provider_budget')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();

describe('a limit of each person', () => {
  const limits: Limit[] = [{ per: 'grant', requests: 20, seconds: 60 }];

  it('has no shares, and is another one for another person', async () => {
    const by = createBudgets(database.db);
    assert.equal(await passed(gate({ limits, by, grant: 'a' })), 20);
    assert.equal(await passed(gate({ limits, by, grant: 'b', purpose: 'linking' })), 20);
  });

  it('does not count while there is no grant yet', async () => {
    assert.equal(await passed(gate({ limits, purpose: 'linking' })), 200);
  });

  it('is a small one if the provider names none', async () => {
    assert.equal(await passed(gate({ limits: [], grant: 'a' })), 60);
  });

  it('lets requests of a person through one at a time', async () => {
    const by = createBudgets(database.db);
    let inside = 0;
    const slow = (grant: string) =>
      gate({ limits, by, grant }).through(async () => {
        inside++;
        assert.ok(inside <= 2, 'two of one person');
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        return { answer: ok, failure: undefined };
      });
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'b'].map(slow));
    const order: string[] = [];
    const one = (name: string, fails: boolean) =>
      gate({ limits, by, grant: 'c' }).through(async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
        if (fails) throw new Error('no connection');
        return { answer: ok, failure: undefined };
      });
    await Promise.allSettled([one('first', true), one('second', false)]);
    assert.deepEqual(order, ['first begins', 'first ends', 'second begins', 'second ends']);
  });
});

describe('what the provider says', () => {
  const limits = [perHour(100)];
  const says = (remaining: number, seconds = 3600) => ({
    limits,
    standing: (): Standing => ({
      per: 'application',
      seconds,
      remaining,
      resetAt: new Date(Date.now() + 1_000_000),
    }),
  });

  it('reduces a limit that others use too', async () => {
    const by = createBudgets(database.db);
    await ask(gate({ ...says(50), by }));
    assert.equal((await row()).elsewhere, 45);
    // 55 requests are left to us, and 33 of them are for past data. One was used, and the last batch may exceed the share
    // by two.
    assert.equal(await passed(gate({ limits, by })), 34);
    assert.equal(await passed(gate({ limits, by, purpose: 'linking' })), 20);
  });

  it('never increases it', async () => {
    const by = createBudgets(database.db);
    await ask(gate({ ...says(50), by }));
    await ask(gate({ ...says(100), by }));
    assert.equal((await row()).elsewhere, 45);
  });

  it('blocks it for all processes if nothing is left', async () => {
    await ask(gate(says(0)));
    assert.equal((await refusal(gate({ limits, purpose: 'linking' }))).kind, 'later');
  });

  it('changes nothing if it is about another limit, or is not a number', async () => {
    for (const odd of [says(0, 60), says(Number.NaN)]) await ask(gate(odd));
    assert.equal((await row()).elsewhere, 0);
  });

  it('never stretches a window beyond its length', async () => {
    const far = {
      ...says(50),
      standing: () => ({ ...says(50).standing(), resetAt: new Date(Date.now() + 1e10) }),
    };
    await ask(gate(far));
    assert.ok((await row()).window_end.getTime() < Date.now() + 3_700_000);
  });
});

describe('too many requests', () => {
  const limits: Limit[] = [
    perHour(1000),
    { per: 'application', requests: 100, seconds: 60 },
    { per: 'grant', requests: 50, seconds: 60 },
  ];
  const busy: Answer = { ...ok, status: 429 };
  const waitFor = async (through: Gate): Promise<number> =>
    (Number((await refusal(through)).retryAt) - Date.now()) / 1000;

  it('let nothing through for as long as the provider says, in no process', async () => {
    const retryAt = new Date(Date.now() + 200_000);
    await ask(gate({ limits, grant: 'a' }), busy, later('asked too often', retryAt, 'rate_limited'));
    const wait = await waitFor(gate({ limits, grant: 'b', purpose: 'linking' }));
    assert.ok(wait > 195 && wait <= 200 * 1.1 * 1.1, String(wait));
  });

  it('let nothing through for a minute if it names a time that is past or now', async () => {
    const past = { per: 'application', seconds: 60, remaining: 0, resetAt: new Date(0) } as const;
    for (const asking of [{ limits }, { limits, standing: () => past }]) {
      provider = randomUUID();
      await ask(gate(asking), busy, later('asked too often', new Date(), 'rate_limited'));
      const wait = Number((await rowOf(60)).blocked_until) - Date.now();
      assert.ok(wait > 55_000 && wait < 80_000, String(wait));
    }
  });

  it('let nothing through for a minute if it says nothing', async () => {
    await ask(gate({ limits, grant: 'a' }), busy, tooMany);
    const wait = await waitFor(gate({ limits, grant: 'a' }));
    assert.ok(wait > 55 && wait < 80, String(wait));
  });

  it('stop the limit that the provider names, and no other person', async () => {
    const standing = (): Standing => ({
      per: 'grant',
      seconds: 60,
      remaining: 0,
      resetAt: new Date(Date.now() + 30_000),
    });
    await ask(gate({ limits, grant: 'a', standing }), busy, tooMany);
    assert.ok((await waitFor(gate({ limits, grant: 'a' }))) > 25);
    await ask(gate({ limits, grant: 'b' }));
  });

  it('stop nobody if the provider names the limit of a person who is just linking', async () => {
    const standing = (): Standing => ({
      per: 'grant',
      seconds: 60,
      remaining: 0,
      resetAt: new Date(Date.now() + 30_000),
    });
    await ask(gate({ limits, purpose: 'linking', standing }), busy, tooMany);
    await ask(gate({ limits, grant: 'b' }));
  });

  it('may come with the status of a success', async () => {
    await ask(gate({ limits, grant: 'a' }), ok, tooMany);
    assert.equal((await refusal(gate({ limits, grant: 'b' }))).errorType, 'rate_limited');
  });

  it('differ from a provider that is away', async () => {
    await ask(gate({ limits, grant: 'a' }), { ...ok, status: 503 }, later('away'));
    await ask(gate({ limits, grant: 'a' }));
  });
});

it('windows that ended long ago are forgotten, except while they are blocked', async () => {
  const limits = [perHour(10)];
  await ask(gate({ limits }));
  await ask(gate({ limits, application: 'blocked' }), { ...ok, status: 429 }, tooMany);
  await ask(gate({ limits, application: 'recent' }));
  const { db } = database;
  await sql`update provider_budget set window_end = now() - interval '2 days'
    where provider = ${provider} and application <> 'recent'`.execute(db);
  await pruneBudgets(db);
  const left = await db
    .selectFrom('provider_budget')
    .select('application')
    .where('provider', '=', provider)
    .orderBy('application')
    .execute();
  assert.deepEqual(left, [{ application: 'blocked' }, { application: 'recent' }]);
});
