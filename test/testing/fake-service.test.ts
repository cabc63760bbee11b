import { expect } from '@open-wc/testing';
import { createFakeService, drive } from '../../src/testing/index.js';
import { appears, cleanUp, mount, part } from '../element/harness.js';
import { fakeWindows } from '../element/hosted-page.js';

describe('the fake service', () => {
  const original = globalThis.fetch;
  const open = (service: ReturnType<typeof createFakeService>, more = {}) => {
    globalThis.fetch = service.fetch;
    return drive(mount({ baseUrl: service.baseUrl, linkToken: service.newToken(), ...more }));
  };
  afterEach(() => {
    cleanUp();
    globalThis.fetch = original;
  });

  it('serves a whole link with two codes', async () => {
    const service = createFakeService();
    const widget = open(service);
    await widget.waitFor('select-provider');
    await widget.choose('Quartz Scale');
    await widget.waitFor('sign-in');
    await widget.fill({ username: 'twice@example.com', password: 'good' });
    await widget.submit();
    await widget.waitFor('challenge');
    await widget.fill({ code: '1' });
    await widget.submit();
    await appears(document.querySelector('svc-link')!, () => widget.fieldError);
    await widget.fill({ code: '123456' });
    await widget.submit();
    await appears(document.querySelector('svc-link')!, () => widget.text.includes('a•••@example.com'));
    await widget.fill({ code: '654321' });
    const success = widget.next('svc-success');
    await widget.submit();

    expect((await success).provider).to.equal('quartz_scale');
    expect(service.requests[0]).to.equal('POST /v2/link/start');
    expect(service.requests.join()).not.to.match(/good|123456|example/);
  });

  it('is told how OAuth ended where no window can open', async () => {
    const service = createFakeService();
    const linkToken = service.newToken();
    const windows = await fakeWindows();
    try {
      globalThis.fetch = service.fetch;
      const link = mount({ baseUrl: service.baseUrl, linkToken });
      const widget = drive(link);
      await widget.waitFor('select-provider');
      await widget.choose('Aurora Ring');
      await widget.waitFor('authorize');
      const success = widget.next('svc-success');
      await appears(link, () => part(link, 'action'));
      await widget.press('action');
      service.answerOauth(linkToken, 'aurora_ring');

      expect((await success).provider).to.equal('aurora_ring');
    } finally {
      windows.restore();
    }
  });

  it('leaves what is for others alone', async () => {
    const asked: string[] = [];
    globalThis.fetch = async (input) => {
      asked.push(String(input));
      return new Response('theirs');
    };
    const service = createFakeService({ baseUrl: 'https://link.example.com/' });

    expect(await (await service.fetch('https://other.example.com/x')).text()).to.equal('theirs');
    expect(asked).to.deep.equal(['https://other.example.com/x']);
    expect(service.requests).to.deep.equal([]);
  });

  it('gives up a request that its page gives up', async () => {
    const service = createFakeService();
    const gone = new AbortController();
    const hanging = service.fetch(`${service.baseUrl}/v2/link/provider/password/quartz_scale`, {
      method: 'POST',
      headers: { 'x-svc-link-token': service.newToken() },
      body: JSON.stringify({ username: 'hang@example.com', password: 'good' }),
      signal: gone.signal,
    });
    gone.abort();

    expect(await hanging.catch((error: Error) => error.name)).to.equal('AbortError');
  });

  it('says what is wrong with a token or a provider of a test', () => {
    const service = createFakeService();

    expect(() => service.newToken({ provider: 'nobody' })).to.throw('no provider "nobody"');
    expect(() => service.answerOauth('lt_1', 'aurora_ring')).to.throw('newToken');
  });

  it('has a token that has expired', async () => {
    const service = createFakeService();
    const linkToken = service.newToken({ expires_at: '2020-01-01T00:00:00.000Z' });
    globalThis.fetch = service.fetch;
    const widget = drive(mount({ baseUrl: service.baseUrl, linkToken }));
    await widget.waitFor('problem');

    expect(widget.heading).to.match(/expired/i);
  });
});
