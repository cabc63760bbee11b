import { expect } from '@open-wc/testing';
import {
  button,
  cleanUp,
  fakeService,
  heading,
  mount,
  next,
  part,
  result,
  role,
  signIn,
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const expired = result('error', { error_type: 'token_expired' });
const back = 'Go back to Well Days and start again.';

describe('a problem that allows no further try', () => {
  let service: ReturnType<typeof fakeService>;
  const original = console.warn;
  let warnings: string[];
  let warned: Promise<void>;

  beforeEach(() => {
    warnings = [];
    warned = new Promise((resolve) => {
      console.warn = (...words: unknown[]) => {
        warnings.push(words.join(' '));
        resolve();
      };
    });
  });
  afterEach(() => {
    console.warn = original;
    cleanUp();
    service.restore();
  });

  it('says the same in its words, its buttons and its event if an expired link cannot be renewed', async () => {
    service = fakeService({ [password]: expired });
    const link = mount({ provider: 'quartz_scale' });
    const shown = next(link, 'svc-error');
    await signIn(link);

    await heading(link, 'This link has expired');

    expect(text(part(link, 'problem')))
      .to.contain(back)
      .and.not.contain('to get a new one');
    expect(role(link, 'button', 'Start again')).to.equal(null);
    expect(role(link, 'button', 'Go back to Well Days')).to.not.equal(null);
    expect((await shown).detail.retryable).to.equal(false);
    await warned;
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/the link token has expired.*Set tokenProvider/);
  });

  it('offers to start again if the page can give another token', async () => {
    service = fakeService({ [password]: expired });
    const link = mount({
      provider: 'quartz_scale',
      tokenProvider: () => Promise.reject(new Error('not now')),
    });
    const shown = next(link, 'svc-error');
    await signIn(link);

    await heading(link, 'This link has expired');

    expect(text(part(link, 'problem'))).to.contain('Start again to get a new one.');
    expect((await shown).detail.retryable).to.equal(true);
    await button(link, 'Start again');
  });

  it('does not offer to try again after two unknown failures', async () => {
    service = fakeService({ [password]: result('error', { error_type: 'moon_phase' }) });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    (await button(link, 'Try again')).click();
    await signIn(link);

    await heading(link, 'We couldn’t connect Quartz Scale');
    await button(link, 'Go back to Well Days');

    expect(role(link, 'button', 'Try again')).to.equal(null);
    expect(text(part(link, 'problem'))).to.contain(back);
  });
});
