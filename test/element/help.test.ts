import { expect } from '@open-wc/testing';
import { helpFor } from '../../src/element/provider-help.js';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  part,
  result,
  role,
  signIn,
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const forgotUrl = 'https://quartz.example/forgot';

/** The options of the region field after the first one, which asks the person to choose. */
const offered = (link: SvcLink) =>
  [...(labelled(link, 'Region') as unknown as HTMLSelectElement).options]
    .slice(1)
    .map(({ value, label }) => [value, label]);

describe('help for a provider', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('shows instructions as text, whatever they contain', async () => {
    service = fakeService();
    const link = mount({
      provider: 'quartz_scale',
      help: { quartz_scale: { instructions: 'Use <b>the number</b> on its back.' } },
    });
    await appears(link, () => labelled(link, 'Email'));

    expect(text(part(link, 'body'))).to.contain('Use <b>the number</b> on its back.');
    expect(link.renderRoot.querySelector('b')).to.equal(null);
  });

  it('limits the regions, in its order and with its names', async () => {
    service = fakeService();
    const link = mount({
      provider: 'xenon_pump',
      help: { xenon_pump: { regions: { eu: 'Europe and Africa' } } },
    });
    await appears(link, () => labelled(link, 'Region'));

    expect(offered(link)).to.deep.equal([['eu', 'Europe and Africa']]);
  });

  it('does not apply to another provider', async () => {
    service = fakeService();
    const link = mount({ provider: 'xenon_pump', help: { quartz_scale: { usernameLabel: 'Scale name' } } });
    await appears(link, () => labelled(link, 'Email'));

    expect(offered(link).map(([code]) => code)).to.deep.equal(['us', 'eu']);
  });

  it('changes while the form is shown', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    const user = await appears(link, () => labelled(link, 'Email'));
    user.value = 'me@example.com';
    link.help = { quartz_scale: { usernameLabel: 'Scale name' } };

    const renamed = await appears(link, () => labelled(link, 'Scale name'));

    expect(renamed.value).to.equal('me@example.com');
  });

  it('leads to a new password if the old one was refused or has expired', async () => {
    service = fakeService({ [password]: result('error', { error_type: 'provider_credential_error' }) });
    const link = mount({ provider: 'quartz_scale', help: { quartz_scale: { forgotUrl } } });
    await signIn(link);
    const reset = await appears(link, () => role(link, 'link', /^Reset your Quartz Scale password/));
    expect(reset.getAttribute('href')).to.equal(forgotUrl);

    service.answers[password] = result('error', { error_type: 'provider_password_expired' });
    await signIn(link);
    await heading(link, 'Your Quartz Scale password has expired');

    expect(role(link, 'link', /^Go to Quartz Scale/)!.getAttribute('href')).to.equal(forgotUrl);
  });

  it('offers no address other than a web address', async () => {
    service = fakeService();
    const link = mount({
      provider: 'quartz_scale',
      help: { quartz_scale: { forgotUrl: 'javascript:alert(1)' } },
    });
    await appears(link, () => labelled(link, 'Email'));

    expect(role(link, 'link', /^Forgot/)).to.equal(null);
  });

  for (const [what, help] of Object.entries({
    'a text': 'x',
    'a list': ['quartz_scale'],
    'a map of texts': { quartz_scale: 'x' },
    'a map of nothing': { quartz_scale: null },
    'blank texts': {
      quartz_scale: { usernameLabel: ' ', passwordLabel: '', instructions: '', forgotUrl: '' },
    },
    'other kinds': {
      quartz_scale: { usernameLabel: 1, passwordLabel: {}, instructions: ['x'], forgotUrl: 4 },
    },
    'regions of no use': { quartz_scale: { regions: 'eu us' } },
    'regions in a list': { quartz_scale: { regions: ['eu'] } },
  }))
    it(`is left out if the page gave ${what}`, async () => {
      service = fakeService();
      const link = mount({ provider: 'quartz_scale', help: help as unknown as SvcLink['help'] });
      await appears(link, () => labelled(link, 'Email'));

      expect(labelled(link, 'Password')).to.exist;
      expect(labelled(link, 'Region')).to.equal(null);
      expect(text(part(link, 'body'))).to.contain('Sign in with your Quartz Scale account.');
    });

  it('keeps the usable parts beside the unusable ones', () => {
    const help = { quartz_scale: { usernameLabel: 'Name', forgotUrl: 1, regions: { eu: 'EU', us: 2 } } };

    expect(helpFor(help, 'quartz_scale')).to.deep.equal({ usernameLabel: 'Name', regions: { eu: 'EU' } });
    expect(helpFor(help, 'constructor')).to.deep.equal({});
    expect(helpFor(help, null)).to.deep.equal({});
  });
});
