import { sql } from 'kysely';
import { link } from './migrations/0001-link.js';
import { embedding } from './migrations/0002-embedding.js';
import { users } from './migrations/0003-users.js';
import { events } from './migrations/0004-events.js';
import { webhooks } from './migrations/0005-webhooks.js';
import { bulk } from './migrations/0006-bulk.js';
import { data } from './migrations/0007-data.js';
import { management } from './migrations/0008-management.js';
import { labs } from './migrations/0009-labs.js';
import { insurance } from './migrations/0010-insurance.js';
import { linkSteps } from './migrations/0011-link-steps.js';
import { userCount } from './migrations/0012-user-count.js';
import { providerAccounts } from './migrations/0013-provider-accounts.js';
import { masterKey } from './migrations/0014-master-key.js';
import { userFallbacks } from './migrations/0015-user-fallbacks.js';
import { slowWebhooks } from './migrations/0016-slow-webhooks.js';
import { signInTries } from './migrations/0017-sign-in-tries.js';
import { brokenConnections } from './migrations/0018-broken-connections.js';
import { listPlaces } from './migrations/0019-list-places.js';
import { dueDeliveries } from './migrations/0020-due-deliveries.js';
import { resultsPlaces } from './migrations/0021-results-places.js';
import { pullClaims } from './migrations/0022-pull-claims.js';
import { sealedHealthData } from './migrations/0023-sealed-health-data.js';
import { providerGrants } from './migrations/0024-provider-grants.js';
import { providerData } from './migrations/0025-provider-data.js';
import { linkUse } from './migrations/0026-link-use.js';
import { noticeHints } from './migrations/0027-notice-hints.js';
import { noticeSubscribers } from './migrations/0028-notice-subscribers.js';
import { misreadAnswers } from './migrations/0029-misread-answers.js';
import { providerActivity } from './migrations/0030-provider-activity.js';
import { unusedGrants } from './migrations/0031-unused-grants.js';
import { suspectedGrants } from './migrations/0032-suspected-grants.js';
import { fairLooks } from './migrations/0033-fair-looks.js';
import { consents } from './migrations/0034-consents.js';
import { linkHandoffs } from './migrations/0035-link-handoffs.js';
import { reconnect } from './migrations/0036-reconnect.js';
import { severalConnections } from './migrations/0037-several-connections.js';
import { stepRequests } from './migrations/0038-step-requests.js';
import { sessionTraces } from './migrations/0039-session-traces.js';
import { audit } from './migrations/0040-audit.js';
import { keyEnds } from './migrations/0043-key-ends.js';
import { forgottenUsers } from './migrations/0044-forgotten-users.js';
import { createOnce, oneAtATime } from './one-at-a-time.js';
import type { Db } from './transact.js';

/** Never changed once released; a change of the schema is a new entry. */
const migrations: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  { name: '0001-link', statements: link },
  { name: '0002-embedding', statements: embedding },
  { name: '0003-users', statements: users },
  { name: '0004-events', statements: events },
  { name: '0005-webhooks', statements: webhooks },
  { name: '0006-bulk', statements: bulk },
  { name: '0007-data', statements: data },
  { name: '0008-management', statements: management },
  { name: '0009-labs', statements: labs },
  { name: '0010-insurance', statements: insurance },
  { name: '0011-link-steps', statements: linkSteps },
  { name: '0012-user-count', statements: userCount },
  { name: '0013-provider-accounts', statements: providerAccounts },
  { name: '0014-master-key', statements: masterKey },
  { name: '0015-user-fallbacks', statements: userFallbacks },
  { name: '0016-slow-webhooks', statements: slowWebhooks },
  { name: '0017-sign-in-tries', statements: signInTries },
  { name: '0018-broken-connections', statements: brokenConnections },
  { name: '0019-list-places', statements: listPlaces },
  { name: '0020-due-deliveries', statements: dueDeliveries },
  { name: '0021-results-places', statements: resultsPlaces },
  { name: '0022-pull-claims', statements: pullClaims },
  { name: '0023-sealed-health-data', statements: sealedHealthData },
  { name: '0024-provider-grants', statements: providerGrants },
  { name: '0025-provider-data', statements: providerData },
  { name: '0026-link-use', statements: linkUse },
  { name: '0027-notice-hints', statements: noticeHints },
  { name: '0028-notice-subscribers', statements: noticeSubscribers },
  { name: '0029-misread-answers', statements: misreadAnswers },
  { name: '0030-provider-activity', statements: providerActivity },
  { name: '0031-unused-grants', statements: unusedGrants },
  { name: '0032-suspected-grants', statements: suspectedGrants },
  { name: '0033-fair-looks', statements: fairLooks },
  { name: '0034-consents', statements: consents },
  { name: '0035-link-handoffs', statements: linkHandoffs },
  { name: '0036-reconnect', statements: reconnect },
  { name: '0037-several-connections', statements: severalConnections },
  { name: '0038-step-requests', statements: stepRequests },
  { name: '0039-session-traces', statements: sessionTraces },
  { name: '0040-audit', statements: audit },
  { name: '0043-key-ends', statements: keyEnds },
  { name: '0044-forgotten-users', statements: forgottenUsers },
];

/** Brings the database to this version. Several processes may do it at once. */
export async function migrate(db: Db): Promise<readonly string[]> {
  await createOnce(db, 'svc_migration', 'name text primary key, ran_on timestamptz not null default now()');
  return oneAtATime(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`select name from svc_migration`.execute(tx);
    const known = new Set(migrations.map(({ name }) => name));
    const stranger = rows.find(({ name }) => !known.has(name));
    if (stranger) throw new Error(`the database was made by a later version (${stranger.name})`);

    const done = new Set(rows.map(({ name }) => name));
    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const { name, statements } of pending) {
      for (const statement of statements) await sql.raw(statement).execute(tx);
      await sql`insert into svc_migration (name) values (${name})`.execute(tx);
    }
    return pending.map(({ name }) => name);
  });
}
