// How long a delivery waits for a place: with no other deliveries, with very many deliveries of one webhook in the throttled
// lane, and with as many of one team in the ordinary lane, which is what would happen without the throttled lane.
//   npm run build:quick && node bench/throttled.mjs      BACKLOG=134000 CALLS=200
import { startPostgres } from '../service/test/support/postgres-process.mjs';
import { openPostgres, transact } from '../service/dist/db/index.js';
import { startJobs } from '../service/dist/jobs/index.js';
import { at, cell, headings, median } from './lib/figures.mjs';

const backlog = Number(process.env.BACKLOG ?? 134_000);
const calls = Number(process.env.CALLS ?? 200);
// Ignores errors: deliveries that hang fail after a minute, and deliveries under way fail at the end.
const failed = () => {};

const cluster = await startPostgres();
const database = openPostgres(cluster.createDatabase(), failed);
const jobs = await startJobs(database.forJobs, { error: failed });

let begun = () => {};
const never = new Promise(() => {});
const handler = ({ delivery_id }) => (delivery_id === 'waits' ? never : void begun());
jobs.work('webhook', handler);
jobs.work('webhook_throttled', handler);

/** Milliseconds from the end of the transaction that enqueues a delivery until it begins. */
async function measure() {
  const waits = [];
  for (let n = 0; n < calls; n++) {
    const isBegun = new Promise((resolve) => (begun = resolve));
    await transact(database.db, (tx) =>
      jobs.enqueue(tx, 'webhook', { delivery_id: 'quick', attempts: 0 }, { group: 'quick' }),
    );
    const from = performance.now();
    await isBegun;
    waits.push(performance.now() - from);
  }
  return waits;
}

async function fill(lane) {
  const some = Array.from({ length: 1000 }, () => ({
    data: { delivery_id: 'waits', attempts: 0 },
    group: 'hangs',
  }));
  for (let made = 0; made < backlog; made += some.length)
    await transact(database.db, (tx) => jobs.enqueueAll(tx, lane, some));
  await database.forJobs.db.executeSql('vacuum analyze pgboss.job');
}

console.log(headings('ms until a place', ['median', 'p99']));
const tell = (what, waits) =>
  console.log(what.padEnd(26) + [median(waits), at(waits, 0.99)].map((each) => cell(each, 1)).join(''));
await measure();
tell('nothing waits', await measure());
await fill('webhook_throttled');
tell('beside throttled ones', await measure());
await fill('webhook');
tell('beside as many of a team', await measure());
await cluster.stop();
process.exit();
