// Ids in the paths of all endpoints.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { all, send, setScene } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('an id in a path', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const withIds = all.flatMap(([id, operation]) =>
    [...operation.endpoint.path.matchAll(/\{((?:\w+_)?id)\}/g)].map(([, name = '']) => ({
      id,
      operation,
      name,
    })),
  );
  for (const { id, operation, name } of withIds) {
    // spec 4.0.3
    it(`is a UUID: ${name} of ${id}`, async () => {
      const scene = await setScene(service, id);
      const uuid = '00000000-0000-4000-8000-00000000dead';
      for (const wrong of ['sandbox', `${uuid}0`, `0${uuid}`, uuid.replaceAll('-', '')]) {
        const response = await send(service, operation, {
          ...scene,
          params: { ...scene.params, [name]: wrong },
        });
        assert.equal(response.status, 422, wrong);
        const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] };
        assert.deepEqual(
          detail.map(({ loc, msg }) => [loc.join('.'), msg]),
          [[`path.${name}`, 'expected a UUID']],
        );
      }
    });
  }
});
