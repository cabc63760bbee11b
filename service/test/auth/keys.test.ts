import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Auth } from 'svc-link/contract';
import { operations, type Operation } from '../../src/openapi/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newTeamKey } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

type Headers = Readonly<Record<string, string>>;

const { apiKey, managementKey } = sandboxKeys;
const all: readonly (readonly [string, Operation])[] = Object.entries(operations);

/** Endpoints that answer a bad link token with a link result, and an API key without a token with 422. */
const linkResults = new Set(['linkWithPassword', 'completeMfa']);

describe('keys', () => {
  let service: TestService;
  /** A management key of the seeded team. */
  let teamKey: string;
  beforeAll(async () => {
    service = await startTestService();
    teamKey = (await newTeamKey(service, seededTeam)).key;
  });
  afterAll(() => service.stop());

  /** A known management key under each of its headers. */
  const management = (): readonly Headers[] =>
    [managementKey, teamKey].flatMap((key) => [{ 'x-management-key': key }, { 'x-svc-org-key': key }]);

  const answered = (status: number, ...headers: readonly Headers[]) =>
    headers.map((each) => [status, each] as const);

  /** Headers that an endpoint does not accept, and its answers to them (spec section 5). */
  const refused: { readonly [A in Auth]: () => readonly (readonly [number, Headers])[] } = {
    none: () => [],
    'api-key': () => [
      ...answered(401, {}, { 'x-svc-api-key': '' }, { 'x-svc-api-key': `sk_${randomUUID()}` }),
      ...answered(401, { 'x-svc-link-token': apiKey }),
      ...answered(403, { 'x-svc-api-key': managementKey }, { 'x-svc-api-key': teamKey }),
    ],
    'management-key': () => [
      ...answered(401, {}, { 'x-management-key': `mk_${randomUUID()}` }, { 'x-svc-api-key': apiKey }),
      ...answered(401, { 'x-svc-api-key': managementKey }, { 'x-svc-link-token': managementKey }),
      ...answered(403, { 'x-management-key': apiKey }, { 'x-svc-org-key': apiKey }),
    ],
    'link-token': () => [
      ...answered(401, {}, { 'x-svc-link-token': apiKey }, { 'x-svc-api-key': apiKey }, ...management()),
    ],
  };

  const statusOf = async ({ endpoint }: Operation, query: string, headers: Headers, body?: string) => {
    const path = endpoint.path.replace('{provider}', 'aurora_ring').replace(/\{\w+\}/g, () => randomUUID());
    const { method } = endpoint;
    const response = await service.app.request(path + query, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const answer = (await response.json()) as object;
    return { status: response.status, answer };
  };

  for (const [id, operation] of all) {
    const { auth, body: schema } = operation.endpoint;
    if (auth === 'none' || linkResults.has(id)) continue;
    // spec 4.12.6, 5.2, 5.4, 5.7, 5.8, 5.9
    it(`of another kind are not accepted by ${id}, whatever the query and the body are`, async () => {
      const wrong = [
        ...refused[auth](),
        ...(auth === 'api-key' && operation.tag !== 'Webhooks' ? answered(401, ...management()) : []),
      ];
      for (const [expected, headers] of wrong)
        for (const query of ['', `?team_id=${seededTeam}`])
          for (const body of schema ? ['{}', 'no json'] : [undefined]) {
            const { status, answer } = await statusOf(operation, query, headers, body);
            assert.equal(status, expected, `${id}${query} with ${JSON.stringify(headers)}`);
            assert.ok('detail' in answer);
          }
    });
  }

  it('of management are also accepted by the endpoints of webhooks, if the query names the team', async () => {
    const managed = all.filter(([, { endpoint }]) => endpoint.managed);
    assert.deepEqual(
      managed.map(([id]) => id),
      all.flatMap(([id, { tag }]) => (tag === 'Webhooks' ? id : [])),
    );
    for (const [id, operation] of managed)
      for (const headers of management()) {
        const body = operation.endpoint.body && 'no json';
        const unnamed = await statusOf(operation, '', headers, body);
        assert.equal(unnamed.status, 422, id);
        const { status } = await statusOf(operation, `?team_id=${seededTeam}`, headers, body);
        assert.ok(![401, 403].includes(status), `${id}: ${status}`);
      }
  });
});
