import { expect } from '@open-wc/testing';
import type { SvcLink, SvcLinkEventMap } from '../../../src/index.js';
import { cleanUp, fakeService, next, providers, result, session, signIn } from '../harness.js';
import { publicResult } from '../hosted-page.js';
import { answer, known, mountFrame, pageIn } from './frame-scene.js';
import { mountOver, password } from './overlay-scene.js';

const names = [
  'svc-open',
  'svc-close',
  'svc-ready',
  'svc-step',
  'svc-success',
  'svc-error',
  'svc-exit',
  'svc-redirect',
] as const satisfies readonly (keyof SvcLinkEventMap)[];

/** Writes down each event with its session and its request, and checks the time in it. */
function sourcesOf(link: SvcLink): string[] {
  const heard: string[] = [];
  for (const name of names)
    link.addEventListener(name, (event) => {
      event.preventDefault();
      const { at, link_session_id: id, request_id: request } = event.detail;
      expect(at).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(Date.parse(at)).to.be.closeTo(Date.now(), 5000);
      heard.push([name.slice(4), id && 'session', request].filter(Boolean).join(' '));
    });
  return heard;
}

describe('the session and the request of each event', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService();
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('are in the events of a dialog', async () => {
    const back = 'https://app.example/';
    service.answers['/v2/link/start'] = {
      body: { session: { ...session, redirect_url: back }, providers: [providers[0]] },
      headers: { 'x-request-id': 'r-start' },
    };
    service.answers[password] = {
      ...result('success', { redirect_url: back, link_session_id: session.link_session_id }),
      headers: { 'x-request-id': 'r-link' },
    };
    const link = mountOver('dialog');
    const heard = sourcesOf(link);
    link.show();
    const redirect = next(link, 'svc-redirect');
    await signIn(link);
    await redirect;
    const closed = next(link, 'svc-close');
    link.close();
    await closed;
    expect(heard).to.deep.equal([
      'open',
      'step',
      'step session r-start',
      'ready session r-start',
      'step session',
      'step session r-link',
      'success session r-link',
      'exit session r-link',
      'redirect session r-link',
      'step session',
      'close session',
    ]);
  });

  for (const version of ['as new', 'older'] as const)
    it(`are in the events of a frame whose page is ${version}`, async () => {
      service.answers['/v2/link/start'] = answer();
      const link = mountFrame();
      const heard = sourcesOf(link);
      link.show();
      const page = await pageIn(link);
      await page.takes();
      const source = (request: string | null) =>
        version === 'older' ? {} : { link_session_id: known.link_session_id, request_id: request };
      const exit = next(link, 'svc-exit');
      page.event('svc-ready', { step: 'select-provider', providers: 9, ...source('r-start') });
      page.event('svc-step', {
        ...{ step: 'done', previous: 'connecting', provider: 'quartz_scale' },
        ...source('r-link'),
      });
      const success = publicResult({ link_session_id: known.link_session_id });
      page.event('svc-success', { ...success, ...source('r-link') });
      page.event('svc-exit', { outcome: 'success', step: 'done', result: success, ...source('r-link') });
      const { result: said } = (await exit).detail;
      expect(said).to.deep.equal(success);
      const request = (id: string): string => (version === 'older' ? '' : ` ${id}`);
      expect(heard).to.deep.equal([
        'open',
        `ready session${request('r-start')}`,
        `step session${request('r-link')}`,
        `success session${request('r-link')}`,
        `exit session${request('r-link')}`,
      ]);
    });

  it('are the request that failed if the hosted page was not reached', async () => {
    service.answers['/v2/link/start'] = {
      status: 401,
      body: { detail: { error_type: 'token_expired', error_message: '' } },
      headers: { 'x-request-id': 'r-refused' },
    };
    const link = mountFrame();
    const heard = sourcesOf(link);
    const error = next(link, 'svc-error');
    link.show();
    await error;
    expect(heard).to.deep.equal(['open', 'error r-refused']);
  });
});
