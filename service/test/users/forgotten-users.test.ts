// A deleted person is gone after the days of grace: from every column of every table, also from those of the jobs.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { revokeDue } from '../../src/grants/revoke-due.js';
import { tidyGrants } from '../../src/grants/tend.js';
import { transact } from '../../src/db/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sweep } from '../../src/server/sweeps.js';
import { emitAll } from '../../src/webhooks/index.js';
import { insurance } from '../support/insurance-records.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { advance, ask, makePerson, type Person } from '../support/person.js';
import {
  Browser,
  consent,
  newLink,
  oauthUrl,
  startOauthService,
  type OauthService,
} from '../support/oauth-service.js';

/** The tables with data about a person while the person exists. None of it may stay. */
const personal = [
  ...['app_user', 'appointment', 'appointment_event', 'connection', 'event', 'historical_pull', 'insurance'],
  ...['lab_order', 'link_connection', 'link_handoff', 'link_session', 'link_step', 'oauth_attempt'],
  ...['provider_budget', 'provider_grant', 'provider_offer', 'provider_revocation', 'pulled_day'],
  ...['sandbox_grant', 'sandbox_token', 'sign_in_try', 'unnamed_tokens', 'webhook_delivery', 'bulk_chunk'],
  'kept_answer',
];
/** The rows that may stay, and why. None of them says whom it was about. */
const mayStay: Readonly<Record<string, string>> = {
  audit_entry: 'what was done stays, with a random mark in place of the id',
  link_day: 'how many links came how far on a day',
  link_counted: 'until which day the links of a team are counted',
  link_total: 'how many links came how far on a day',
  bulk_operation: 'how many items an operation had, for 30 days',
  provider_activity: "how often a team's grants did something in an hour",
  user_count: 'how many users a team has',
  webhook: 'of the team: how its server answers',
  service_clock: 'the clock',
  'pgboss.job': 'ids of rows that are gone, for an hour after the work is done',
  'pgboss.queue': 'how long the queues are',
  'pgboss.version': 'the upkeep of the queues',
};
/** Tables about teams and the service only, which a person does not change. */
const ofTeams = [
  'data_key',
  ...[
    'api_key',
    'custom_credentials',
    'management_key_team',
    'master_key',
    'notice_subscriber',
    'org',
    'team',
  ],
  ...['console_session', 'console_sign_in', 'service_process'],
  ...['svc_migration', 'svc_migration_lock', 'svc_migration_step', 'unnamed_account', 'unnamed_grant'],
];

let service: OauthService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startOauthService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

type Rows = ReadonlyMap<string, ReadonlySet<string>>;

/** All rows as text, by table. Bytes are hexadecimal, and their content is searched as well. */
async function readEverything(): Promise<Rows> {
  const { db } = service.deps;
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('information_schema', 'pg_catalog')`.execute(db);
  const everything = new Map<string, ReadonlySet<string>>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select row::text as text from ${sql.id(schema, name)} as row`.execute(db);
    everything.set(schema === 'public' ? name : `${schema}.${name}`, new Set(rows.map(({ text }) => text)));
  }
  return everything;
}

/** The forms that a mark may have in a row: lower case, or its bytes in hexadecimal. */
const formsOf = (mark: string): readonly string[] => [mark.toLowerCase(), Buffer.from(mark).toString('hex')];

function tracesOf({ marks }: Person, everything: Rows): readonly string[] {
  const forms = marks.flatMap(formsOf);
  return [...everything].flatMap(([table, rows]) => {
    const texts = [...rows].map((text) => text.toLowerCase());
    return forms
      .filter((form) => texts.some((text) => text.includes(form)))
      .map((form) => `${table}: ${form}`);
  });
}

/** The tables that have new rows. */
const grown = (before: Rows, now: Rows): readonly string[] =>
  [...now].flatMap(([table, rows]) =>
    [...rows].some((row) => before.get(table)?.has(row) !== true) ? [table] : [],
  );

const day = 86_400;

describe('a person who was deleted', () => {
  it('is nowhere any more after 7 days, and everybody else is unchanged', async () => {
    const { deps } = service;
    await ask(service, 'PUT', '/v2/team/custom_credentials/ember_scale', {
      client_id: 'own',
      client_secret: 'of-the-team',
    });
    await ask(service, 'POST', '/v2/webhook', { url: receiver.url });
    await ask(service, 'POST', '/v2/webhook', { url: 'https://nowhere.invalid/' });
    const other = await newLink(service);
    await ask(service, 'POST', `/v2/user/${other.userId}/insurance`, insurance);
    const before = await readEverything();

    const person = await makePerson(service);
    const there = await readEverything();
    const given = grown(before, there);
    // The scene fills every table, and each new table was added to one of the lists.
    const known = new Set([...personal, ...Object.keys(mayStay), ...ofTeams]);
    assert.deepEqual(
      [...there.keys()].filter((table) => !table.startsWith('pgboss.') && !known.has(table)),
      [],
      'say of a new table whether something of a person stands in it',
    );
    const later = ['provider_revocation'];
    assert.deepEqual(
      personal.filter((table) => !given.includes(table) && !later.includes(table)),
      [],
      'the person of this test is to have something in each of these tables',
    );
    assert.deepEqual(
      given.filter((table) => ofTeams.includes(table)),
      [],
    );
    const traces = tracesOf(person, there).join('\n');
    for (const mark of [person.id, 'quillfeather', '1907-02-13', 'pacific/chatham'])
      assert.ok(traces.includes(mark), mark);

    await ask(service, 'DELETE', `/v2/user/${person.id}/quartz_scale`);
    await ask(service, 'DELETE', `/v2/user/${person.id}`);
    assert.ok(grown(before, await readEverything()).includes('provider_revocation'));
    // The last event of work that was in progress.
    const user = { id: person.id, team_id: seededTeam, client_user_id: null };
    const late = { type: 'provider.connection.error', user, provider: 'oura', data: {} } as const;
    await transact(deps.db, (tx) => emitAll(deps, tx, [late]));
    // Makes a day of real time pass for rows that go by it.
    await sql`update provider_revocation set ends_on = now()`.execute(deps.db);
    await sql`update provider_budget set window_end = now() - interval '2 days'`.execute(deps.db);
    const atProviders = { ...deps, resolve: () => Promise.resolve(undefined) };
    await revokeDue(atProviders);
    await tidyGrants(atProviders);
    await advance(service, 8 * day);
    await sweep(deps.db, deps.clock.now());

    const after = await readEverything();
    assert.deepEqual(tracesOf(person, after), []);
    assert.deepEqual(
      grown(before, after).filter((table) => mayStay[table] === undefined && !table.startsWith('pgboss.')),
      [],
    );
    for (const table of personal)
      for (const row of before.get(table) ?? []) assert.ok(after.get(table)?.has(row), `${table}: ${row}`);
    const marked = [...(after.get('audit_entry') ?? [])].filter((row) => row.includes('forgotten:'));
    const marks = new Set(marked.map((row) => /forgotten:[0-9a-f]{16}/.exec(row)?.[0]));
    assert.deepEqual([marked.length, marks.size], [2, 1], 'the entries stay, and are of one person');
  });

  it('leaves an account at a fictional provider to other people who have it', async () => {
    const { deps } = service;
    const browser = new Browser();
    const [one, other] = [await newLink(service), await newLink(service)];
    for (const link of [one, other])
      await consent(service, browser, await oauthUrl(service, link, 'cadence_cycle'), 'allow');
    const issued = async () =>
      (
        await deps.db
          .selectFrom('sandbox_token')
          .select('id')
          .where('provider', '=', 'cadence_cycle')
          .execute()
      ).length;
    const all = await issued();
    assert.ok(all > 0);
    await ask(service, 'DELETE', `/v2/user/${one.userId}`);
    assert.equal(await issued(), all);
    await ask(service, 'DELETE', `/v2/user/${other.userId}/cadence_cycle`);
    assert.equal(await issued(), 0);
  });
});
