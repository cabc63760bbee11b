import { expect } from '@open-wc/testing';
import type { Announced } from '../../../src/flow/index.js';
import {
  answer,
  choose,
  failure,
  oauth,
  options,
  password,
  result,
  session,
  start,
  submit,
} from '../plays.js';
import { World } from '../world.js';

const by = <T extends object>(reference: string, given: T): T => ({ ...given, reference });

describe('the source of an announcement', () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    await world.flow.preload();
  });

  const named = (name: Announced['name']) => world.said.filter((each) => each.name === name);
  const sourceOf = (said: Announced | undefined) => [said?.detail.link_session_id, said?.detail.request_id];
  const begin = async (more = {}) => {
    world.send(start({ canRenew: true }));
    await world.answer('start', by('r-start', answer(more)));
  };

  it('is no session before the start, and then the answer that made it ready', async () => {
    await begin();
    expect(sourceOf(named('svc-step')[0])).to.deep.equal([null, null]);
    expect(sourceOf(named('svc-step')[1])).to.deep.equal(['session-1', 'r-start']);
    expect(sourceOf(named('svc-ready')[0])).to.deep.equal(['session-1', 'r-start']);
  });

  it('is no request after a click or a timer', async () => {
    await begin();
    world.send(choose(password.slug));
    expect(sourceOf(named('svc-step').at(-1))).to.deep.equal(['session-1', null]);
    world.pass(3600 - 120);
    expect(sourceOf(named('svc-expiring')[0])).to.deep.equal(['session-1', null]);
    world.send({ type: 'close-requested' });
    expect(sourceOf(named('svc-exit')[0])).to.deep.equal(['session-1', null]);
  });

  it('is the answer of the provider, up to the redirect', async () => {
    await begin({ redirect_url: 'https://app.example/' });
    world.send(choose(password.slug), submit());
    await world.answer('link', by('r-link', result({ redirect_url: 'https://app.example/' })));
    for (const name of ['svc-success', 'svc-exit'] as const)
      expect(sourceOf(named(name)[0])).to.deep.equal(['session-1', 'r-link']);
    expect(world.wentBy).to.deep.equal([{ link_session_id: 'session-1', request_id: 'r-link' }]);
  });

  it('is the answer of the poll that found the end of OAuth', async () => {
    await begin();
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    const ended = session({ state: 'success', provider: oauth.slug, attempt: 1 });
    await world.answer('state', by('r-state', ended));
    expect(sourceOf(named('svc-success')[0])).to.deep.equal(['session-1', 'r-state']);
  });

  it('is the request that failed', async () => {
    await begin();
    world.send(choose(password.slug), submit());
    await world.fail('link', failure('service_error', { reference: 'r-failed' }));
    expect(sourceOf(named('svc-error')[0])).to.deep.equal(['session-1', 'r-failed']);
  });

  it('is the session that ends if another run begins', async () => {
    await begin();
    world.send({ type: 'restart-requested', options: options({}) });
    expect(sourceOf(named('svc-exit')[0])).to.deep.equal(['session-1', null]);
    const { detail } = named('svc-step').at(-1)!;
    expect(detail).to.deep.include({ step: 'loading', link_session_id: null, request_id: null });
  });
});
