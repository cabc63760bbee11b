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

  it('can be told how OAuth ended if no window can open', async () => {
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

  it('does not handle requests to other servers', async () => {
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

  it('aborts a request that its page aborts', async () => {
    const service = createFakeService();
    const gone = new AbortController();
    const headers = { 'x-svc-link-token': service.newToken() };
    await service.fetch(`${service.baseUrl}/v2/link/start`, { method: 'POST', headers });
    const hanging = service.fetch(`${service.baseUrl}/v2/link/provider/password/quartz_scale`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: 'hang@example.com', password: 'good' }),
      signal: gone.signal,
    });
    gone.abort();

    expect(await hanging.catch((error: Error) => error.name)).to.equal('AbortError');
  });

  it('explains what is wrong with a token or a provider of a test', () => {
    const service = createFakeService();

    expect(() => service.newToken({ provider: 'nobody' })).to.throw('no provider "nobody"');
    expect(() => service.newToken({ broken: ['nobody'] })).to.throw('no provider "nobody"');
    expect(() => service.newToken({ degraded: ['nobody'] })).to.throw('no provider "nobody"');
    expect(() => service.newToken({ multiple: true, reconnect: 'quartz_scale' })).to.throw(
      'cannot be combined',
    );
    expect(() => service.newToken({ multiple: true, confirm: 'host' })).to.throw('cannot be combined');
    expect(() => service.newToken({ provider: 'tundra_watch', reconnect: 'quartz_scale' })).to.throw(
      'contradicts',
    );
    expect(() => service.startOf('lt_1')).to.throw('newToken');
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

  const signIn = async (widget: ReturnType<typeof drive>, username: string) => {
    await widget.waitFor('sign-in');
    await widget.fill({ username, password: 'good' });
    await widget.submit();
  };

  it('connects several providers by one token, until the person has finished', async () => {
    const service = createFakeService();
    const widget = open(service, { linkToken: service.newToken({ multiple: true }) });
    const exit = widget.next('svc-exit');
    for (const name of ['Quartz Scale', 'Tundra Watch']) {
      await widget.waitFor('select-provider');
      await widget.choose(name);
      await signIn(widget, 'ok@example.com');
      await widget.waitFor('done');
      if (name === 'Quartz Scale') await widget.press('secondary-action', 'Connect another');
    }
    await widget.press('action');

    const { outcome, results } = await exit;
    expect([outcome, results.map(({ provider }) => provider)]).to.deep.equal([
      'success',
      ['quartz_scale', 'tundra_watch'],
    ]);
    await appears(document.querySelector('svc-link')!, () =>
      service.requests.includes('POST /v2/link/finish'),
    );
  });

  it('renews a connection only with the connected account', async () => {
    const service = createFakeService();
    const linkToken = service.newToken({ reconnect: 'quartz_scale', username: 'ok@known.example' });
    const widget = open(service, { linkToken });
    await widget.waitFor('sign-in');
    expect(widget.heading).to.equal('Sign in to Quartz Scale again');
    const error = widget.next('svc-error');
    await signIn(widget, 'ok@other.example');
    expect((await error).code).to.equal('account_mismatch');
    await widget.press('action');
    const success = widget.next('svc-success');
    await widget.waitFor('sign-in');
    await widget.fill({ password: 'good' });
    await widget.submit();

    expect((await success).connected).to.equal(true);
  });

  it('gives the list with the token, so that it is shown before the start is answered', async () => {
    const service = createFakeService();
    const linkToken = service.newToken();
    const start = service.startOf(linkToken);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    globalThis.fetch = async (input, init) => {
      await held;
      return service.fetch(input, init);
    };
    const widget = drive(
      mount({
        baseUrl: service.baseUrl,
        linkToken: null,
        tokenProvider: async () => ({ link_token: linkToken, start }),
      }),
    );
    await widget.waitFor('select-provider');
    expect(service.requests).to.deep.equal([]);
    answer();
    await widget.choose('Quartz Scale');
    await signIn(widget, 'ok@example.com');
    await widget.waitFor('done');
  });

  it('lets the team confirm with the code of its page', async () => {
    const service = createFakeService();
    const linkToken = service.newToken({ confirm: 'host', provider: 'quartz_scale' });
    const widget = open(service, { linkToken });
    const success = widget.next('svc-success');
    await signIn(widget, 'ok@example.com');
    const { connected, confirm_code } = await success;

    expect(connected).to.equal(false);
    expect(() => service.confirm(linkToken, 'another')).to.throw('confirm_code_wrong');
    expect(service.confirm(linkToken, confirm_code ?? '')).to.equal(true);
    expect(() => service.confirm(linkToken, confirm_code ?? '')).to.throw('not_waiting_for_confirmation');
  });
});
