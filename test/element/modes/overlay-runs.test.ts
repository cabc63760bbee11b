import { expect } from '@open-wc/testing';
import {
  appears,
  cleanUp,
  fakeService,
  focused,
  heading,
  next,
  providers,
  result,
  role,
  session,
  signIn,
  text,
} from '../harness.js';
import { password, asksForCode, mountOver, overlays, listenTo, triggerOf } from './overlay-scene.js';

for (const mode of overlays)
  describe(`mode="${mode}"`, () => {
    let service: ReturnType<typeof fakeService>;
    beforeEach(() => {
      service = fakeService({ [password]: asksForCode });
    });
    afterEach(() => {
      cleanUp();
      service.restore();
      document.documentElement.removeAttribute('dir');
      document.documentElement.style.removeProperty('color-scheme');
    });

    it('restarts in place when open, and opens when closed', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.restart();
      await heading(link, 'Choose a device or app');
      const ready = next(link, 'svc-ready');
      link.restart();
      await ready;

      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-exit cancelled', 'svc-ready']);
      expect(link.open).to.equal(true);
    });

    it('closes with Done, and begins again with a new token when it is opened again', async () => {
      service.answers[password] = result('success');
      let tokens = 0;
      const link = mountOver(mode, {
        linkToken: null,
        tokenProvider: async () => `lt_${++tokens}`,
        provider: 'quartz_scale',
      });
      const heard = listenTo(link);
      link.show();
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
      const closed = next(link, 'svc-close');
      role(link, 'button', /^(Done|Go back)/)?.click();
      await closed;
      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-success', 'svc-exit success', 'svc-close']);

      link.show();
      await heading(link, 'Connect Quartz Scale');

      expect(
        service.calls.filter(({ path }) => path === '/v2/link/start').map(({ body }) => body['link_token']),
      ).to.deep.equal(['lt_1', 'lt_2']);
    });

    it('shows what the service says about a token that is used up', async () => {
      service.answers[password] = result('success');
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
      const closed = next(link, 'svc-close');
      link.close();
      await closed;
      service.answers['/v2/link/start'] = {
        body: { session: { ...session, state: 'success', provider: 'quartz_scale' }, providers },
      };

      link.show();

      await heading(link, 'Quartz Scale is connected');
    });

    it('moves the focus to the problem that prevents its start, once its words are there', async () => {
      service.answers['/v2/link/start'] = { status: 429, body: { detail: 'slow down' } };
      const link = mountOver(mode);
      await link.updateComplete;
      triggerOf(link).focus();
      triggerOf(link).click();

      await heading(link, 'Too many tries');

      expect(text(focused(link))).to.equal('Too many tries');
      expect(document.activeElement?.localName).to.equal('svc-link');
    });

    it('waits for a token that comes late, and continues with another', async () => {
      const link = mountOver(mode, { linkToken: null });
      link.show();
      await next(link, 'svc-open');
      expect(service.calls).to.deep.equal([]);
      link.linkToken = 'lt_late';
      await heading(link, 'Choose a device or app');

      const ready = appears(link, () => service.calls.length === 2);
      link.linkToken = 'lt_other';
      await ready;
      await heading(link, 'Choose a device or app');

      expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(['lt_late', 'lt_other']);
      expect(link.open).to.equal(true);
    });
  });
