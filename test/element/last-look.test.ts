import { expect } from '@open-wc/testing';
import { cleanUp, fakeService, mount, next, role, appears, session, signIn } from './harness.js';

describe('an element that is removed from the page while a provider answers', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({
      '/password/quartz_scale': 'never',
      '/v2/link/state': ({ token }) =>
        token
          ? { body: { ...session, state: 'success', provider: 'quartz_scale', connected: true } }
          : { status: 401, body: { detail: { error_type: 'invalid_token' } } },
    });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  const connecting = async (properties: Parameters<typeof mount>[0] = {}) => {
    const link = mount(properties);
    (await appears(link, () => role(link, 'button', /Quartz Scale/))).click();
    const asked = service.asked('/password/quartz_scale');
    await signIn(link);
    await asked;
    return link;
  };

  it('asks for the outcome by the token of its run', async () => {
    const link = await connecting();
    const [success, exit] = [next(link, 'svc-success'), next(link, 'svc-exit')];
    link.remove();

    expect((await success).detail.provider).to.equal('quartz_scale');
    expect((await exit).detail.outcome).to.equal('success');
    expect(service.calls.at(-1)).to.include({ path: '/v2/link/state', token: 'lt_1' });
  });

  it('asks even if it is back by then, with a run by another token', async () => {
    const link = await connecting();
    const wrapper = link.parentElement!;
    const exit = next(link, 'svc-exit');
    link.remove();
    await Promise.resolve();
    link.linkToken = 'lt_2';
    wrapper.append(link);

    expect((await exit).detail.outcome).to.equal('success');
    const asked = service.calls.find(({ path }) => path === '/v2/link/state');
    expect(asked?.token).to.equal('lt_1');
  });
});
