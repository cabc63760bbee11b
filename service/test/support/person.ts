// A person of whom the service knows everything that it can know, with marks that show each part of it in a search.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createActivity } from '../../src/provider-activity/index.js';
import { transact } from '../../src/db/index.js';
import { storeConnections } from '../../src/link/index.js';
import { storeOffers } from '../../src/notices/store-offers.js';
import { pullDue } from '../../src/pulls/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { insurance } from './insurance-records.js';
import { Browser, consent, newLink, oauthUrl, type Json, type OauthService } from './oauth-service.js';
import { codeOf } from './phone.js';

const { apiKey } = sandboxKeys;
/** A made-up word in everything that a person of the tests types. */
const word = 'Quillfeather';

/** Sends a request as a team's server, or with other `headers` as somebody else. */
export async function ask(
  { url }: Pick<OauthService, 'url'>,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = { 'x-svc-api-key': apiKey },
): Promise<Json> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return (await answer.json()) as Json;
}

/** Moves the clock, and waits for the work that falls due. */
export const advance = (service: OauthService, seconds: number): Promise<Json> =>
  ask(service, 'POST', '/sandbox/clock', { advance_seconds: seconds }, {});

export interface Person {
  readonly id: string;
  /** Texts that identify the person or are a secret of theirs, as the service received or returned them. */
  readonly marks: readonly string[];
}

const labTest = '00000000-0000-4000-8000-000000000104';

/**
 * Makes a person in all the ways there are: links, real grants, an
 * import, an order with a visit, insurance, and the traces of all these.
 */
export async function makePerson(service: OauthService): Promise<Person> {
  const { deps } = service;
  const { db } = deps;
  const birthDate = '1907-02-13';
  const clientId = `client-of-${word}`;
  const profile = {
    client_user_id: clientId,
    fallback_birth_date: birthDate,
    fallback_time_zone: 'Pacific/Chatham',
  };
  const headers = { 'x-svc-api-key': apiKey, 'idempotency-key': `key-of-${word}` };
  const made = await ask(service, 'POST', '/v2/user', profile, headers);
  const id = String(made['user_id']);
  const personal = { user_label: `label of ${word}`, app_name: `app for ${word}` };
  const link = (more: Json = {}, start = true) =>
    newLink(service, { ...personal, ...more }, { userId: id, start });

  // Never started.
  const unstarted = await link({}, false);
  // By a password: one is refused, one is asked for a code, one waits for the team, one connects.
  const signIn = (token: string, username: string, password = 'good-password') =>
    ask(service, 'POST', '/v2/link/provider/password/quartz_scale', { username, password }, tokenOf(token));
  const refused = await link();
  await signIn(refused.token, `ok@${word}.example`, 'bad-password');
  const asked = await link();
  await signIn(asked.token, `sms@${word}.example`);
  const waiting = await link({ confirm: 'host' });
  await signIn(waiting.token, `shared@${word}.example`);
  const several = await link({ multiple: true, manage: true });
  await signIn(several.token, `ok@${word}.example`);
  // By OAuth: one connects, and one is only begun.
  const byOauth = await link();
  await consent(service, new Browser(), await oauthUrl(service, byOauth, 'aurora_ring'), 'allow');
  const begun = await link();
  await oauthUrl(service, begun, 'borealis_watch');
  await ask(service, 'POST', '/v2/link/leave/select-provider', undefined, tokenOf(begun.token));
  // On a phone.
  const offered = await link();
  const origin = `https://${word.toLowerCase()}.example`;
  const handoff = await ask(service, 'POST', '/v2/link/handoff', { origin }, tokenOf(offered.token));

  // An import whose result waits to be read.
  const recipe = {
    user_id: id,
    access_token: `good-access-${word}`,
    refresh_token: `refresh-${word}`,
    provider_id: `account-${word}`,
    expires_at: 4_000_000_000,
    oauth_scopes: ['profile.read', 'sleep.read'],
  };
  await ask(service, 'POST', '/v2/link/bulk_import', {
    provider: 'ember_scale',
    connections: [recipe],
    wait_for_completion: true,
  });

  // At a real provider: a grant, its counts and offers, and tokens without an account.
  const account = `oura-account-${word}`;
  const tokens = {
    accessToken: `oura-${word}`,
    refreshToken: `rt-${word}`,
    expiresAt: Date.now() + 3_600_000,
  };
  const scopes = ['personal', 'daily'];
  await transact(db, (tx) =>
    storeConnections(tx, deps, [
      {
        user: { id, team_id: seededTeam, client_user_id: clientId },
        made: { provider: 'oura', account, credentials: '{}', granted: scopes, denied: [], tokens },
      },
    ]),
  );
  const grant = await db
    .selectFrom('provider_grant')
    .select(['id', 'provider'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const activity = createActivity(db);
  activity.count(grant, 'request');
  await activity.flush();
  const none = { history: 0, days: 1, linking: 0, elsewhere: 0, blocked_until: null };
  await db
    .insertInto('provider_budget')
    .values({
      provider: 'oura',
      application: '',
      scope: grant.id,
      seconds: 60,
      window_end: new Date(),
      ...none,
    })
    .execute();
  const offers = [{ collection: 'sleep', to: `https://api.example/sleep?token=${word}` }];
  await transact(db, (tx) => storeOffers(tx, deps.secrets, grant.id, offers, new Date()));
  const redeemed = deps.secrets.seal('unnamed-grant', begun.sessionId, JSON.stringify({ tokens }));
  await db
    .insertInto('unnamed_tokens')
    .values({
      ...{ id: randomUUID(), session_id: begun.sessionId, provider: 'oura', application: '' },
      redeemed,
      expires_at: new Date(Date.now() + 600_000),
      next_look: new Date(),
    })
    .execute();

  // Insurance, an order with a visit and results.
  const insured = { ...insurance.insured, first_name: `First${word}`, last_name: `Last${word}` };
  await ask(service, 'POST', `/v2/user/${id}/insurance`, {
    ...insurance,
    member_id: `member-${word}`,
    insured: { ...insured, email: `mail@${word}.example` },
  });
  const order_id = String(
    (await ask(service, 'POST', '/v3/order', { user_id: id, lab_test_id: labTest }))['id'],
  );
  const { slots } = await ask(service, 'POST', '/v3/order/phlebotomy/appointment/availability', { order_id });
  // The contract describes this answer.
  const slot = (slots as readonly { partner: string; booking_key: string }[]).find(
    ({ partner }) => partner === 'prompt',
  );
  await ask(service, 'POST', `/v3/order/${order_id}/phlebotomy/appointment/book`, {
    booking_key: slot?.booking_key,
    appointment_notes: `notes of ${word}`,
  });
  await pullDue(deps, deps.clock.now());

  return {
    id,
    marks: [
      ...[id, word, word.toLowerCase(), birthDate, 'Pacific/Chatham'],
      ...[unstarted, refused, asked, waiting, several, byOauth, begun, offered].flatMap((session) => [
        session.token,
        session.sessionId,
      ]),
      ...[codeOf(String(handoff['handoff_url'])), order_id],
      ...(await accountsOf(service, id)),
    ],
  };
}

const tokenOf = (token: string) => ({ 'x-svc-link-token': token });

/** The names of the person's accounts. The service has made some of them up. */
async function accountsOf({ deps }: OauthService, userId: string): Promise<readonly string[]> {
  const rows = await deps.db
    .selectFrom('connection')
    .select('provider_account')
    .where('user_id', '=', userId)
    .execute();
  assert.equal(rows.length, 4);
  return rows.map(({ provider_account }) => provider_account);
}
