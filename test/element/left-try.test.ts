// A run that begins while the run before it still asks the service how its attempt ended.
import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  base,
  button,
  cleanUp,
  fakeService,
  heading,
  mount,
  next,
  part,
  providers,
  result,
  session,
  signIn,
} from './harness.js';
import { noted } from './noted.js';

const password = '/password/quartz_scale';
const mfa = { method: 'email', hint: 'm•@example.com' };
const made = { ...session, state: 'success', provider: 'quartz_scale', connected: true, attempt: 1 };
const second = { ...session, link_session_id: '00000000-0000-4000-8000-0000000000bb' };

/** Records the ends and successes that the page receives. */
function listenTo(link: SvcLink): string[] {
  const heard: string[] = [];
  link.addEventListener('svc-success', ({ detail }) => heard.push(`success of ${detail.provider}`));
  link.addEventListener('svc-exit', ({ detail }) => heard.push(`exit ${detail.outcome}`));
  return heard;
}

describe('a try that was left and whose outcome is unknown', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({ [password]: 'never', '/v2/link/state': 'never' });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  async function connecting(properties: Partial<SvcLink> = {}): Promise<SvcLink> {
    const link = mount({ mode: 'dialog', ...properties });
    link.show();
    (await button(link, /^Quartz Scale/)).click();
    const asked = service.asked(password);
    await signIn(link);
    await asked;
    return link;
  }
  const close = async (link: SvcLink) => {
    const closed = next(link, 'svc-close');
    link.close();
    await closed;
  };
  const starts = (body: object) => (service.answers['/v2/link/start'] = { body });

  it('is reported once by the dialog that is opened again, even before the request for the outcome is answered', async () => {
    const link = await connecting();
    const heard = listenTo(link);
    await close(link);
    starts({ session: made, providers });
    link.show();
    await heading(link, 'Quartz Scale is connected');
    expect(heard).to.deep.equal(['exit cancelled', 'success of quartz_scale', 'exit success']);
  });

  it('is known to a dialog that is opened again at once, before anything is stored about it', async () => {
    const link = await connecting();
    const heard = listenTo(link);
    starts({ session: made, providers });
    link.restart();
    await heading(link, 'Quartz Scale is connected');
    expect(heard).to.deep.equal(['exit cancelled', 'success of quartz_scale', 'exit success']);
  });

  it('belongs to its service: a run at another address ignores it', async () => {
    const link = await connecting({ mode: 'inline' });
    const heard = listenTo(link);
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    service.answers['/v2/link/state'] = () => answered.then(() => ({ body: made }));
    const exit = next(link, 'svc-exit');
    const begun = next(link, 'svc-ready');
    link.baseUrl = `${base}/moved`;
    await begun;
    answer();
    await exit;
    expect(heard).to.deep.equal(['success of quartz_scale', 'exit success']);
    await heading(link, 'Choose a device or app');
  });

  it('is known to a run whose token comes from tokenProvider', async () => {
    const link = await connecting({ linkToken: null, tokenProvider: async () => 'lt_1' });
    const heard = listenTo(link);
    starts({ session: made, providers });
    link.restart();
    await heading(link, 'Quartz Scale is connected');
    expect(heard.slice(-2)).to.deep.equal(['success of quartz_scale', 'exit success']);
  });

  it('leaves the note of the next run, which has another token, unchanged when its own request ends', async () => {
    const link = await connecting();
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    service.answers['/v2/link/state'] = () => answered.then(() => ({ body: made }));
    await close(link);
    starts({ session: second, providers });
    service.answers[password] = result('pending_provider_mfa', { provider_mfa: mfa });
    link.linkToken = 'lt_2';
    link.show();
    (await button(link, /^Quartz Scale/)).click();
    await signIn(link);
    await heading(link, 'Enter your code');
    const note = await noted('challenge');
    const told = next(link, 'svc-success');
    answer();
    await told;
    expect(sessionStorage.getItem('svc-link:')).to.equal(note);
  });

  describe('means nothing to another token', () => {
    for (const [name, change] of [
      ['at restart()', (link: SvcLink) => link.restart()],
      ['in mid-run', () => {}],
    ] as const)
      it(name, async () => {
        const link = await connecting({ mode: 'inline' });
        const heard = listenTo(link);
        starts({ session: { ...made, link_session_id: second.link_session_id }, providers });
        link.linkToken = 'lt_2';
        change(link);
        await heading(link, 'Quartz Scale is connected');
        // That connection was made by another run, so this run does not report it.
        expect(heard.filter((each) => each.startsWith('success'))).to.deep.equal([]);
      });

    it('with which restart() begins, and not with the old one', async () => {
      const link = await connecting({ mode: 'inline' });
      const asked = service.calls.length;
      const started = service.asked('/v2/link/start');
      link.linkToken = 'lt_2';
      link.restart();
      await started;
      await appears(link, () => part(link, 'provider'));
      const tokens = service.calls
        .slice(asked)
        .map(({ path, body, token }) => [path, body['link_token'] ?? token]);
      expect(tokens).to.have.deep.members([
        ['/v2/link/state', 'lt_1'],
        ['/v2/link/start', 'lt_2'],
      ]);
    });
  });
});
