// A process that uses tokens, for tests with several processes. It reads orders
// from its standard input, one JSON object per line, and answers each with a line.
import { createInterface } from 'node:readline';
import { openPostgres } from '../../src/db/index.js';
import { type AtProvider, createTokenKeeper } from '../../src/grants/index.js';
import { createActivity } from '../../src/provider-activity/index.js';
import { createBudgets, ProviderFailure } from '../../src/provider-http/index.js';
import { createLog } from '../../src/server/log.js';
import { realClock, turns } from '../../src/work/index.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { secretsBy } from '../support/keys.js';
import type { ChildSettings, Order, Outcome } from './token-children.js';

// Only `startTokenChild` sets this variable.
const settings = JSON.parse(process.env['CHILD'] ?? '') as ChildSettings;

/** Ends the process like kill -9, if it is to end at this step. */
function step(name: ChildSettings['dieAt']): void {
  if (settings.dieAt === name) process.kill(process.pid, 'SIGKILL');
}

const adapter = madeUpAdapter(
  {
    prepareTokenRequest: () => step('claimed'),
    readTokenAnswer(body) {
      step('answered');
      return body;
    },
  },
  { limits: settings.limits },
);
const at: AtProvider = { ...settings.at, adapter };
const { db } = openPostgres(settings.database, (error) => {
  throw error;
});
const secrets = await secretsBy(db, settings.masterKey);
const keeper = createTokenKeeper({
  db,
  secrets: {
    ...secrets,
    seal(purpose, row, text) {
      step('sealed');
      return secrets.seal(purpose, row, text);
    },
  },
  clock: realClock,
  publicUrl: 'https://svc.example',
  log: createLog('silent'),
  budgets: createBudgets(db),
  activity: createActivity(db),
  stopping: new AbortController().signal,
  // Only events need the jobs, and no grant ends in these tests.
  jobs: undefined as never,
  resolve() {
    step('read');
    return Promise.resolve(at);
  },
});

const outcomeOf = async (work: () => Promise<string>): Promise<Outcome> => {
  try {
    return { got: await work() };
  } catch (error) {
    if (error instanceof ProviderFailure) return { failed: error.failure.kind };
    throw error;
  }
};

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'use': {
      const inTurn = turns(20);
      const use = (id: string) =>
        inTurn(() =>
          outcomeOf(() =>
            keeper.withToken(id, ({ accessToken }) => {
              step('stored');
              return Promise.resolve(accessToken);
            }),
          ),
        );
      return Promise.all(order.grants.map(use));
    }
    case 'ask': {
      const ask = () => keeper.withApi(order.grant, 'history', (api) => api.send({ to: '/me' }));
      for (let passed = 0; ; passed++) {
        const { failed } = { failed: undefined, ...(await outcomeOf(async () => String(await ask()))) };
        if (failed !== undefined) return { passed, failed };
      }
    }
    default:
      return order satisfies never;
  }
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin }))
  // Only `startTokenChild` sends these lines.
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as Order))}\n`);
await db.destroy();
