import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Auth } from 'svc-link/contract';
import { operations, type Operation } from '../src/openapi/index.js';
import { sandboxKeys } from '../src/server.js';
import { startTestService, type TestService } from './test-service.js';

const all: Readonly<Record<string, Operation>> = operations;

/** Of each scheme (spec section 5), headers that do not serve and what they are answered. */
const refused: Readonly<Record<Auth, readonly [number, Readonly<Record<string, string>>][]>> = {
  none: [],
  'api-key': [
    [401, {}],
    [401, { 'x-svc-api-key': '' }],
    [401, { 'x-svc-api-key': `sk_${randomUUID()}` }],
    [401, { 'x-svc-link-token': sandboxKeys.apiKey }],
    [403, { 'x-svc-api-key': sandboxKeys.managementKey }],
  ],
  'management-key': [
    [401, {}],
    [401, { 'x-management-key': `mk_${randomUUID()}` }],
    [401, { 'x-svc-api-key': sandboxKeys.apiKey }],
    [403, { 'x-management-key': sandboxKeys.apiKey }],
    [403, { 'x-svc-org-key': sandboxKeys.apiKey }],
  ],
  'link-token': [
    [401, {}],
    [401, { 'x-svc-link-token': sandboxKeys.apiKey }],
    [401, { 'x-svc-api-key': sandboxKeys.apiKey }],
  ],
};

/** Where a link token that does not serve is a link result, and an API key without one a 422 (SERVICE.md). */
const linkResults = new Set(['linkWithPassword', 'completeMfa']);

describe('keys', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  for (const [id, { endpoint }] of Object.entries(all)) {
    if (endpoint.auth === 'none' || linkResults.has(id)) continue;
    // spec 5.2, 5.4, 5.7
    it(`of another kind do not serve ${id}, whatever the body is`, async () => {
      const path = endpoint.path.replace('{provider}', 'aurora_ring').replace(/\{\w+\}/g, () => randomUUID());
      for (const [status, headers] of refused[endpoint.auth])
        for (const body of endpoint.body ? ['{}', 'no json'] : [undefined]) {
          const response = await service.app.request(path, {
            method: endpoint.method,
            headers,
            ...(body !== undefined && { body }),
          });
          assert.equal(response.status, status, `${endpoint.path} with ${JSON.stringify(headers)}`);
          assert.ok('detail' in ((await response.json()) as object));
        }
    });
  }
});
