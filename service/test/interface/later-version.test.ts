// Today's clients read the answers of a later version (spec section 9): checked with the real answer of every endpoint.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { closedPlaces, laterVersion } from './later-version.js';
import { all, send, setScene } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** Where the specification requires open enumerations. */
const open: Readonly<Record<string, readonly string[]>> = {
  createInsurance: ['relationship'],
  listUserProviders: ['providers.status', 'providers.resource_availability.status'],
  listLabTestMarkers: ['markers.type'],
  bookAppointment: ['type', 'provider', 'status', 'event_status', 'events.status'],
  listBulkOperations: ['data.type', 'data.status'],
  listHistoricalPulls: ['data.status'],
  linkWithPassword: ['state'],
};

describe('the contract', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  for (const [id, operation] of all) {
    // spec 2.1.9, 2.8.3, 2.9.4, 2.10.4, 2.12.5, 2.15.4, 9.2
    it(`reads what a later version answers to ${id}`, async () => {
      const response = await send(service, operation, await setScene(service, id));
      const { endpoint } = operation;
      const { value, places } = laterVersion(endpoint.response, await response.json());
      assert.deepEqual(endpoint.response.parse(value), value);
      assert.deepEqual(closedPlaces(endpoint.response), [], 'a closed enumeration in an answer');
      for (const place of open[id] ?? []) assert.ok(places.includes(place), `${place} is open`);
    });
  }

  it('has every endpoint that is named here', () => {
    const ids = new Set<string>(all.map(([id]) => id));
    assert.deepEqual(
      Object.keys(open).filter((id) => !ids.has(id)),
      [],
    );
  });
});
