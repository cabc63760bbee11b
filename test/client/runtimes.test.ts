import { expect } from '@open-wc/testing';
import { createClient } from '../../src/client/index.js';
import { errorOf, json, Network, text } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';
const ofBrowsers = ['credentials', 'referrerPolicy', 'cache'] as const;
const clientOf = (network: Network, fetch = network.fetch) =>
  createClient({ ...network.options, fetch, apiKey: 'k' });

/** Runs with a `Request` that has only the properties of Cloudflare Workers. Its `fetch` throws if it gets any other. */
async function inWorker(run: (fetchOf: (network: Network) => typeof fetch) => Promise<void>): Promise<void> {
  const { prototype } = Request;
  const own = ofBrowsers.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)!] as const);
  for (const [name] of own) Reflect.deleteProperty(prototype, name);
  try {
    await run((network) => (input, init = {}) => {
      if (init.redirect === 'error') throw new TypeError('Invalid redirect value');
      const unknown = ofBrowsers.find((name) => name in init);
      if (unknown) throw new Error(`The '${unknown}' field on 'RequestInitializerDict' is not implemented.`);
      return network.fetch(input, init);
    });
  } finally {
    for (const [name, descriptor] of own) Object.defineProperty(prototype, name, descriptor);
  }
}

describe('the client of a server', () => {
  it('sends what the runtime knows', async () => {
    await inWorker(async (fetchOf) => {
      const network = new Network().answers(json({ success: true }));
      const client = clientOf(network, fetchOf(network));
      await client.undoDeleteUser({ user_id: id });
      await client.deleteUser(id);
      expect(network.sent.map(({ init }) => init.redirect)).to.deep.equal(['manual', 'manual']);
      expect(network.sent[0]!.headers['idempotency-key']).to.match(/^[0-9a-f]{32}$/);
      expect(network.sent[1]!.headers['x-svc-api-key']).to.equal('k');
    });
  });

  it('sends no cookies and no address of the page in a browser', async () => {
    const network = new Network().answers(json({ success: true }));
    await clientOf(network).deleteUser(id);
    expect(network.sent[0]!.init).to.include({
      ...{ redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
    });
  });

  it('does not accept a redirect as an answer, whatever it contains, and says what to check', async () => {
    const why = 'a redirect, which is not followed: is baseUrl the address of the service itself?';
    for (const [status, said] of [
      [301, ' (HTTP 301)'],
      [302, ' (HTTP 302)'],
      [308, ' (HTTP 308)'],
      // Browsers report a redirect with this status.
      [0, ''],
    ] as const) {
      const answer = text('{"success":true}', status, { location: 'https://elsewhere.example/' });
      const network = new Network().answers({ ...answer, ok: false });
      const error = await errorOf(clientOf(network).undoDeleteUser({ user_id: id }));
      expect([error.code, error.status]).to.deep.equal(['service_error', status]);
      expect(error.message).to.equal(`POST /v2/user/undo_delete: service_error${said}: ${why}`);
      expect(network.sent.length).to.equal(1);
    }
  });
});
