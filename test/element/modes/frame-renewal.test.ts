import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../../src/index.js';
import { appears, cleanUp, fakeService, heading, mount, next, part } from '../harness.js';
import { listenTo } from '../hosted-page.js';
import { frameIn, hostedUrl, known } from './frame-scene.js';

const refused = (type: string) => ({
  status: 401,
  body: { detail: { error_type: type, error_message: '' } },
});

describe('a frame whose token cannot be used', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => (service = fakeService()));
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  const started = (): unknown[] =>
    service.calls.filter(({ path }) => path.endsWith('/start')).map(({ body }) => body['link_token']);

  /** The service refuses every token but `but`. */
  const refuse = (type: string, but = 'lt_good'): void => {
    service.answers['/v2/link/start'] = ({ body }) =>
      body['link_token'] === but ? { body: { session: known, providers: [] } } : refused(type);
  };

  const open = (properties: Partial<SvcLink>): SvcLink => {
    const link = mount({ mode: 'frame', hostedUrl, ...properties });
    link.show();
    return link;
  };

  const frame = (link: SvcLink) => appears(link, () => frameIn(link));

  it('asks for another token if the state of a used one cannot be read', async () => {
    refuse('token_consumed');
    service.answers['/v2/link/state'] = { status: 503, body: { detail: 'down' } };
    const link = open({ tokenProvider: async () => 'lt_good' });
    await frame(link);

    expect(started()).to.deep.equal(['lt_1', 'lt_good']);
  });

  it('shows the token’s own problem if that fails and there is no other token', async () => {
    refuse('token_consumed');
    service.answers['/v2/link/state'] = { status: 503, body: { detail: 'down' } };
    const link = mount({ mode: 'frame', hostedUrl });
    const error = next(link, 'svc-error');
    link.show();

    expect((await error).detail.code).to.equal('token_consumed');
  });

  it('shows the token’s own problem if the page has no other token', async () => {
    refuse('token_expired');
    const link = mount({
      mode: 'frame',
      hostedUrl,
      tokenProvider: () => Promise.reject(new Error('none')),
    });
    const error = next(link, 'svc-error');
    link.show();

    expect((await error).detail.code).to.equal('token_expired');
  });

  it('asks once for each problem, and again when the person tries again', async () => {
    refuse('token_expired');
    const tokens = ['lt_2', 'lt_good'];
    const link = mount({ mode: 'frame', hostedUrl, tokenProvider: async () => tokens.shift()! });
    const heard = listenTo(link);
    link.show();
    await heading(link, 'This link has expired');
    expect(started()).to.deep.equal(['lt_1', 'lt_2']);

    part(link, 'problem')!.querySelector<HTMLElement>('[part=action]')!.click();

    await frame(link);
    expect(started()).to.deep.equal(['lt_1', 'lt_2', 'lt_2', 'lt_good']);
    expect(heard).to.deep.equal(['open', 'error token_expired']);
  });
});
