// An answer to a start that comes after the page has set another link token.
import { expect } from '@open-wc/testing';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  mount,
  part,
  providers,
  result,
  role,
  session,
  signIn,
} from './harness.js';

describe('a start of the previous token', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  const old = providers.filter(({ slug }) => slug === 'aurora_ring');
  for (const [name, late] of Object.entries({
    'a session': { body: { session: { ...session, link_session_id: 'of-before' }, providers: old } },
    'a success': {
      body: { session: { ...session, state: 'success', provider: 'aurora_ring' }, providers: old },
    },
    'a refusal': { status: 401, body: { detail: { error_type: 'invalid_token', error_message: 'x' } } },
  }))
    it(`changes nothing by ${name} that comes late`, async () => {
      const answer: (() => void)[] = [];
      service = fakeService({
        '/password/quartz_scale': result('success'),
        '/v2/link/start': async ({ body }) => {
          await new Promise<void>((resolve) => answer.push(resolve));
          return body['link_token'] === 'lt_2' ? { body: { session, providers } } : late;
        },
      });
      const asked = service.asked('/v2/link/start');
      const link = mount();
      const heard: string[] = [];
      link.addEventListener('svc-step', ({ detail }) => heard.push(detail.step));
      for (const event of ['svc-ready', 'svc-error', 'svc-success', 'svc-exit'])
        link.addEventListener(event, () => heard.push(event));
      await asked;

      const again = service.asked('/v2/link/start');
      link.linkToken = 'lt_2';
      await again;
      for (const come of answer) come();
      await appears(link, () => part(link, 'provider'));
      role(link, 'button', /Quartz Scale/)!.click();
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');

      const way = [
        'select-provider',
        'svc-ready',
        'sign-in',
        'connecting',
        'done',
        'svc-success',
        'svc-exit',
      ];
      expect(heard).to.deep.equal(['loading', ...way]);
      expect(service.calls.at(-1)!.token).to.equal('lt_2');
    });
});
