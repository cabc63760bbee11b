// A phone is taken back while its answer is on its way. The answer must not count for the next phone.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readLinkState } from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { openOnPhone } from '../support/phone.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Sends the answer of a phone. Its body arrives last: `meanwhile` runs after the service has found the phone. */
async function answerLate(
  headers: Readonly<Record<string, string>>,
  accept: boolean,
  meanwhile: () => Promise<void>,
) {
  const body = JSON.stringify({ accept });
  // If requests are not limited, only the route reads the body.
  const app = createApp({ ...service.deps, mostRequests: 0 });
  const late = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    body: late,
    duplex: 'half',
  };
  return app.request('/v2/link/handoff/answer', init);
}

describe('a phone that was taken back while it answered', () => {
  for (const accept of [true, false])
    it(`does not ${accept ? 'accept' : 'decline'} for the next one`, async () => {
      const link = await service.newLink();
      const first = await openOnPhone(service, link);
      let isOpened = false;
      const answer = await answerLate(first.headers, accept, async () => {
        await openOnPhone(service, link);
        isOpened = true;
      });
      assert.ok(isOpened);
      assert.equal(answer.status, accept ? 409 : 200);
      const { body } = await service.call(readLinkState, { token: link.token });
      assert.equal(body.handoff?.state, 'opened');
    });
});
