// A process that fetches the data of one connection, for tests of what
// remains when it is killed. It ends by itself once nothing is due.
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../../src/db/index.js';
import { startJobs } from '../../src/jobs/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import type { FetchDeps } from '../../src/provider-data/ask.js';
import { createApi } from '../../src/provider-http/index.js';
import { findProvider } from '../../src/providers/index.js';
import { createLog } from '../../src/server/log.js';
import { realClock } from '../../src/work/index.js';
import { secretsBy } from '../support/keys.js';
import type { FetchSettings, FetchStep } from './fetch-children.js';

// Only `runFetchChild` sets this variable.
const { dieAt, ...settings } = JSON.parse(process.env['CHILD'] ?? '') as FetchSettings;
const seen = { history: 0, days: 0 };
let phase: keyof typeof seen = 'history';

/** Ends the process like kill -9, if it is to end at this step. */
async function step(name: FetchStep): Promise<void> {
  if (dieAt.phase !== phase || dieAt.step !== name || ++seen[phase] < dieAt.time) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment. Nothing else must happen until then.
  await pause(60_000);
}
/** The same for code that cannot wait. */
function stepAtOnce(name: FetchStep): void {
  if (dieAt.phase === phase && dieAt.step === name && ++seen[phase] >= dieAt.time)
    process.kill(process.pid, 'SIGKILL');
}

const adapter = findProvider(settings.provider)?.adapter;
if (!adapter) throw new Error('no such provider');
const log = createLog('silent');
const { db, forJobs } = openPostgres(settings.database, (error) => {
  throw error;
});
const secrets = await secretsBy(db, settings.masterKey);
/** The kinds of data of the current window whose days have been sealed. */
const sealed = new Set<string>();
const deps: FetchDeps = {
  db: db.withPlugin({
    transformQuery({ node }) {
      // A window of past days and a look for new days both end with a statement that updates the connection.
      const table = node.kind === 'UpdateQueryNode' ? JSON.stringify(node.table) : '';
      if (table.includes('"connection"')) stepAtOnce('ending');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }),
  stopping: new AbortController().signal,
  jobs: await startJobs(forJobs, log),
  secrets: {
    ...secrets,
    seal(purpose, row, text) {
      if (purpose === 'pulled-day') {
        stepAtOnce(sealed.size === 0 ? 'storing' : 'stored-some');
        sealed.add(row.split(' ')[1] ?? '');
      }
      return secrets.seal(purpose, row, text);
    },
  },
  clock: realClock,
  publicUrl: 'https://svc.example',
  version: '0.0.0',
  log,
  async ask(connection, _purpose, use) {
    await step('asking');
    sealed.clear();
    const answer = await use(
      createApi(
        { allowPrivate: true },
        {
          adapter,
          urls: { api: settings.api, token: settings.api },
          application: { clientId: 'id', clientSecret: 'secret' },
          person: { authorization: `Bearer ${connection.provider_account}` },
        },
      ),
    );
    await step('fetched');
    return answer;
  },
};

const now = new Date(settings.now);
while (await stepHistory(deps, adapter, settings.connection, now)) await step('committed');
phase = 'days';
while (await stepDays(deps, adapter, settings.connection, now)) await step('committed');
process.exit(0);
