// Every endpoint with ids of other tenants: another organization, another team, or a key that does not reach the team.
// However a request mixes its own ids with theirs, it is refused or returns nothing, and their rows do not change.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '../../src/openapi/index.js';
import { beginSession } from '../../src/console-access/sessions.js';
import { transact } from '../../src/db/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { otherRequests, cursorOf } from './requests-with-ids.js';
import { mixtures, placesOf } from './mixed-requests.js';
import { sessionCookie } from '../../src/console-access/person.js';
import { ownPage } from '../support/console-browser.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { all, send, setScene, type OperationId, type Request } from '../support/scenes.js';
import { belongingsOf, furnish, newTenant, ofTeam, untilIdle, type FullTenant } from '../support/tenants.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** Endpoints whose requests cannot name anything of another tenant. All other endpoints are tried with the ids of others. */
const takeNoId: ReadonlySet<OperationId> = new Set([
  'createUser',
  ...(['listUsers', 'listProviders', 'prepareCustomCredentials', 'setCustomCredentials'] as const),
  ...(['readAreaInfo', 'listLabTests', 'listLabTestMarkers', 'listOrderSetMarkers', 'listOrders'] as const),
  ...(['readHealth', 'readReadiness', 'readDocument', 'readClock', 'advanceClock'] as const),
  'readOwnManagementKey',
  // Anybody with the token may call these.
  ...(['isLinkTokenValid', 'startLink'] as const),
  // These act on the token's own session. They cannot name another one.
  ...(['readLinkState', 'makeHandoff', 'endHandoff', 'sendHandoffNumber', 'listLinkProviders'] as const),
  ...([
    'startOauth',
    'linkWithPassword',
    'completeMfa',
    'finishLink',
    'leaveLink',
    'disconnectLink',
  ] as const),
]);

/** Answers that are allowed besides a refusal and an empty list. Even then the rows of others do not change. */
const answeredAs: Readonly<Partial<Record<OperationId, readonly number[]>>> = {
  // An item with another tenant's user fails.
  bulkImport: [202],
  bulkPause: [202],
  // The code of another session counts as wrong.
  confirmLinkSession: [400],
};

/** Fields whose names show that they name something of a tenant. */
const namesThings = /(?:^|_)(?:ids?|token|code|key)$/;
/** Fields that name something of the catalogue, a provider or an insurer. */
const notOurs = new Set([
  ...['lab_test_id', 'lab_test_ids', 'lab_account_id', 'provider_ids', 'provider_id', 'client_id', 'api_key'],
  ...['access_token', 'refresh_token', 'group_id', 'member_id', 'payor_code', 'zip_code', 'mfa_code'],
  // A cursor. It only says which user came last, and the next page always shows the own team.
  'next_token',
]);
/** A field that names nothing of a tenant at this one endpoint. */
const notThere: Readonly<Partial<Record<OperationId, string>>> = {
  // The team chooses a new user's name.
  createUser: 'client_user_id',
  // The caller's own credential.
  isLinkTokenValid: 'token',
  startLink: 'link_token',
};

/** The sender of requests: a team with one of its credentials. */
interface Caller {
  readonly name: string;
  readonly tenant: FullTenant;
  /** Undefined if the request's own headers are sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may reach everything that its own requests name. */
  readonly isWhole?: boolean;
  /** Whether it may also reach the others, so that only mixed requests are wrong. */
  readonly reaches?: boolean;
}

describe('what belongs to others', () => {
  let service: TestService;
  let receiver: Receiver;
  /**
   * `away` is in another organization, `near` in the same organization as `owner`. The others' requests name the owner's things.
   */
  let away: FullTenant;
  let near: FullTenant;
  let owner: FullTenant;
  let person: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const issuer = 'https://people.invalid';
    service = await startTestService({
      ...{ CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: 'console' },
      ...{ CONSOLE_OIDC_CLIENT_SECRET: 'secret', CONSOLE_OIDC_ROLES: 'groups:staff=own' },
    });
    receiver = await startReceiver();
    const webhookUrl = receiver.url;
    const { apiKey, managementKey } = sandboxKeys;
    const seeded = { orgId: seededOrg, teamId: seededTeam, apiKey, managementKeys: [managementKey] as const };
    away = await ofTeam(service, { ...seeded, webhookUrl });
    owner = await newTenant(service, { webhookUrl });
    near = await newTenant(service, { webhookUrl, org: owner });
    // Otherwise setting up one tenant could delete keys that another one needs.
    owner = { ...owner, managementKeys: near.managementKeys };
    for (const tenant of [away, near, owner]) await furnish(service, tenant);
    const { db, clock } = service.deps;
    const secret = await transact(db, (tx) =>
      beginSession(
        tx,
        { issuer, orgId: seededOrg },
        { subject: 'ada', name: 'Ada', role: 'own' },
        clock.now(),
      ),
    );
    person = { ...ownPage, cookie: `${sessionCookie(service.deps)}=${secret}` };
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const withKey = (key: string) => ({ 'x-management-key': key });
  const managers = (): readonly Caller[] => [
    {
      name: 'a key of another organization',
      tenant: away,
      headers: withKey(away.managementKeys[0]),
      isWhole: true,
    },
    { name: 'a key of a team of another organization', tenant: away, headers: withKey(away.teamKey) },
    { name: 'a person of another organization', tenant: away, headers: person },
    { name: 'a key of another team', tenant: near, headers: withKey(near.teamKey) },
    {
      ...{ name: 'a key of the same organization', tenant: near, headers: withKey(near.managementKeys[0]) },
      ...{ isWhole: true, reaches: true },
    },
  ];
  const teams = (): readonly Caller[] =>
    [away, near].map((tenant) => ({
      ...{ name: tenant === away ? 'a team of another organization' : 'another team', tenant },
      // It sends the headers of its scene: its API key, or the token of its own link.
      isWhole: true,
    }));
  const callersOf = ({ endpoint: { auth, managed } }: Operation): readonly Caller[] => {
    if (auth === 'none') return [];
    if (auth === 'management-key') return managers();
    if (auth === 'link-token') return teams();
    return managed ? [...teams(), ...managers()] : teams();
  };

  /** A tenant's requests to an endpoint. Each names the tenant's things in another way. */
  async function requestsOf(id: OperationId, operation: Operation, tenant: FullTenant): Promise<Request[]> {
    const scene = await setScene(service, id, tenant);
    const others = (await otherRequests[id]?.(service, tenant)) ?? [];
    const ofTenant = { team_id: tenant.teamId };
    return [scene, ...others.map((other) => ({ ...scene, ...other }))].map((request) =>
      operation.endpoint.managed ? { ...request, query: { ...request.query, ...ofTenant } } : request,
    );
  }

  for (const [id, operation] of all) {
    const isOurs = (name: string): boolean =>
      namesThings.test(name) && !notOurs.has(name) && notThere[id] !== name;

    /**
     * Sends every mixture of a caller's requests with theirs, and the caller's
     * own requests. Returns those of their requests that found an empty list.
     */
    async function tryAll(
      caller: Caller,
      own: readonly Request[],
      theirs: readonly Request[],
      names: ReadonlySet<string>,
    ): Promise<ReadonlySet<Request>> {
      const answeredEmpty = new Set<Request>();
      const ask = async (request: Request) => {
        const headers = caller.headers ?? request.headers;
        const response = await send(service, operation, { ...request, headers });
        const said = await response.text();
        const { params, query, body } = request;
        const sent = JSON.stringify({ params, query, body });
        const what = `${id} by ${caller.name}: ${sent} -> ${response.status}`;
        if (!caller.reaches) tellsNothing(said, names, sent, what);
        return { response, said, what: `${what} ${said}` };
      };
      for (const [at, their] of theirs.entries())
        for (const { request, isTheirs } of mixtures(own[at]!, their, isOurs)) {
          if (isTheirs && caller.reaches) continue;
          const { response, said, what } = await ask(request);
          const isRefused = [401, 403, 404, 422, ...(answeredAs[id] ?? [])].includes(response.status);
          if (isRefused) continue;
          assert.ok(response.ok && isEmpty(said), what);
          answeredEmpty.add(their);
        }
      for (const request of own) {
        const { response, what } = await ask(request);
        if (caller.isWhole) assert.ok(response.ok, what);
      }
      return answeredEmpty;
    }

    // spec 5.3
    it(`are not reached by ${id}`, async () => {
      const { db } = service.deps;
      const callers = callersOf(operation);
      const own: Request[][] = [];
      for (const { tenant } of callers) own.push(await requestsOf(id, operation, tenant));
      const theirs = await requestsOf(id, operation, owner);

      const first = own[0];
      const places = first ? theirs.flatMap((their, at) => placesOf(first[at]!, their, isOurs)) : [];
      const named = new Set(places.map(({ name }) => name));
      assert.equal(takeNoId.has(id), named.size === 0, `${id} names ${[...named].join()} of others`);
      const untried = fieldsOf(operation).filter((name) => isOurs(name) && !named.has(name));
      assert.deepEqual(untried, [], `${id} takes them, and no request here names those of others`);

      const foundEmpty = new Set<Request>();
      for (const isNear of callers.length > 0 ? [false, true] : []) {
        // Tenants of the same organization differ only in their team, and in what the requests name.
        const shared = new Set([owner.orgId, ...own.flatMap(idsOf)]);
        const ids = [owner.teamId, owner.teamKeyId, ...idsOf(theirs).filter((each) => !shared.has(each))];
        const belongings = () => belongingsOf(db, isNear ? ids : [owner.orgId]);
        await untilIdle(db);
        const { rows: before, names } = await belongings();
        for (const [at, caller] of callers.entries())
          if ((caller.tenant === near) === isNear)
            for (const their of await tryAll(caller, own[at]!, theirs, names)) foundEmpty.add(their);
        await untilIdle(db);
        const { rows: after } = await belongings();
        const isSame = after.join('\n') === before.join('\n');
        if (!isSame) assert.deepEqual(after, before, `${id} has changed what belongs to others`);
      }

      // Otherwise a refusal or an empty list above would prove nothing.
      for (const request of theirs) {
        const response = await send(service, operation, request);
        const what = `${id} by its owner: ${JSON.stringify(request)} -> ${response.status}`;
        const said = await response.text();
        assert.ok(response.ok, `${what} ${said}`);
        assert.ok(!foundEmpty.has(request) || !isEmpty(said), `${what} is empty for its owner too`);
      }
    });

    if (fieldsOf(operation).includes('next_cursor'))
      it(`are not reached by ${id} with a cursor of theirs`, async () => {
        const [own] = await requestsOf(id, operation, away);
        const [their] = await requestsOf(id, operation, owner);
        const { names } = await belongingsOf(service.deps.db, [owner.orgId]);
        const cursor = await cursorOf(service, operation, their!, {
          ...owner,
          fields: fieldsOf(operation),
        });
        assert.ok(cursor['next_cursor'], 'the list of their things is too short');
        const response = await send(service, operation, { ...own!, query: { ...own!.query, ...cursor } });
        const said = await response.text();
        assert.ok(response.ok, said);
        tellsNothing(said, names, JSON.stringify(cursor), id);
      });
  }
});

/** The names of all fields in the path, the query and the body. */
function fieldsOf({ endpoint: { path, query, body } }: Operation): readonly string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') names.push(...Object.keys(value as object));
      look(value);
    }
  };
  for (const schema of [query, body])
    if (schema) look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...new Set(names)];
}

/** The ids in requests. */
const idsOf = (requests: readonly Request[]): readonly string[] =>
  requests.flatMap(({ params, query, body }) => JSON.stringify({ params, query, body }).match(uuid) ?? []);
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether an answer is an empty list, with at most zero counts and empty cursors beside it. */
function isEmpty(said: string): boolean {
  const values: readonly unknown[] = Object.values(JSON.parse(said) as object);
  const isNothing = (value: unknown): boolean =>
    Array.isArray(value) ? value.length === 0 : value === null || value === false || value === 0;
  return values.some(Array.isArray) && values.every(isNothing);
}

/** Fails if an answer contains one of their names that the request did not contain. */
function tellsNothing(said: string, names: ReadonlySet<string>, sent: string, what: string): void {
  const told = [...names].filter((name) => said.includes(name) && !sent.includes(name));
  assert.deepEqual(told, [], `${what} ${said}`);
}
