import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import fc from 'fast-check';
import type { Operation } from '../../src/openapi/index.js';
import { validRequest, type Made } from './arbitrary-request.js';
import { readDocumented, type Documented } from '../support/documented.js';
import { all, send, setScene, type OperationId, type Request } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
/** How many requests are made from the schema of each endpoint. */
const variants = process.env['LONG'] ? 100 : 2;

describe(`the service answers as /openapi.json says (SEED=${seed})`, () => {
  let service: TestService;
  let documented: Documented;
  beforeAll(async () => {
    service = await startTestService();
    documented = await readDocumented(service);
  });
  afterAll(() => service.stop());

  const ask = async (id: OperationId, operation: Operation, request: Request) => {
    const response = await send(service, operation, request);
    const { query, body } = request;
    await documented.check(id, operation, response, JSON.stringify({ query, body }));
    return response.status;
  };

  // The clock goes first. Later it would add days of data to every connection that the other tests made.
  const inOrder = [...all].sort(([a], [b]) => Number(b === 'advanceClock') - Number(a === 'advanceClock'));
  for (const [id, operation] of inOrder) {
    // spec 4.0.1
    it(`to ${id}`, async () => {
      const request = await setScene(service, id);
      const status = await ask(id, operation, request);
      assert.ok(
        status < 300,
        `${id} answers ${status}; what it needs to succeed belongs in support/scenes.ts`,
      );

      const { examples = {} } = operation;
      for (const body of Object.values(examples))
        await ask(id, operation, {
          ...(await setScene(service, id)),
          body: body as Request['body'] & object,
        });

      for (const made of fc.sample(validRequest(documented, operation), { seed, numRuns: variants })) {
        const scene = await setScene(service, id);
        assert.ok((await ask(id, operation, merge(made, scene))) < 500);
        if (operation.endpoint.body) assert.ok((await ask(id, operation, { ...scene, ...made })) < 500);
      }
    });
  }
});

/** The made request, with what the scene needs in place of its own values. */
const merge = (made: Made, scene: Request): Request => ({
  ...scene,
  query: { ...made.query, ...scene.query },
  ...(made.body && { body: { ...made.body, ...scene.body } }),
});
