import { expect } from '@open-wc/testing';
import type { Rest } from '../../../src/flow/index.js';
import { createFlow } from '../../../src/flow/index.js';
import { answer, choose, failure, password, start } from '../plays.js';
import { settled, World } from '../world.js';

describe('the first screen', () => {
  it('is shown before the rest has loaded, and the rest handles the events that came meanwhile', async () => {
    const world = new World();
    let load: (loaded: Rest) => void = () => {};
    const flow = createFlow(world.ports, () => new Promise((resolve) => (load = resolve)));
    flow.send(start());
    await world.answer('start', answer());
    expect(flow.state.step).to.equal('select-provider');
    flow.send({ type: 'query-changed', query: 'ring' });
    expect(flow.state.query).to.equal('ring');
    flow.send(choose(password.slug));
    flow.send({ type: 'username-changed', username: 'me' });
    expect(flow.state.step).to.equal('select-provider');
    load(world.rest);
    await settled();
    expect(flow.state).to.deep.include({ step: 'sign-in', username: 'me' });
  });

  it('is remembered once the rest has loaded, in the order of the requests', async () => {
    const world = new World();
    let load: (loaded: Rest) => void = () => {};
    const flow = createFlow(world.ports, () => new Promise((resolve) => (load = resolve)));
    flow.send(start());
    await world.answer('start', answer());
    expect(flow.state.step).to.equal('select-provider');
    void flow.preload();
    flow.send(choose(password.slug));
    expect(world.remembered).to.deep.equal([]);
    load(world.rest);
    await settled();
    expect(world.remembered).to.deep.equal([
      [null, 'select-provider'],
      [password.slug, 'sign-in'],
    ]);
  });

  it('ends at once when it is closed, even if other code has not loaded', async () => {
    const world = new World();
    const flow = createFlow(world.ports, () => new Promise(() => {}));
    flow.send(start({ provider: password.slug }));
    await world.answer('start', answer());
    expect(flow.state.step).to.equal('loading');
    flow.send({ type: 'close-requested' });
    expect(flow.state).to.deep.include({ step: 'closed', outcome: 'cancelled' });
    expect(world.said.at(-1)).to.deep.include({ name: 'svc-exit' });
  });

  it('ends when it is closed if the rest does not load, with or without a redirect', async () => {
    for (const redirectOn of [null, ['cancel'] as const]) {
      const world = new World();
      const flow = createFlow(world.ports, () => Promise.reject(new TypeError('no network')));
      flow.send(start({ redirectOn }));
      await world.answer('start', answer({ redirect_url: 'https://app.example/' }));
      flow.send(choose(password.slug));
      await settled();
      expect(flow.state.step).to.equal('problem');
      flow.send({ type: 'close-requested' });
      await settled();
      expect(flow.state.step).to.equal('closed');
      const exits = world.said.filter(({ name }) => name === 'svc-exit');
      expect(exits.map(({ detail }) => detail)).to.deep.equal([
        {
          ...{ outcome: 'cancelled', step: 'problem', result: null, results: [] },
          ...{ link_session_id: 'session-1', request_id: null },
        },
      ]);
    }
  });

  it('offers to try again if the rest does not load', async () => {
    const world = new World();
    let loads = 0;
    const flow = createFlow(world.ports, () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(world.rest);
    });
    flow.send({ type: 'went-offline' });
    flow.send(start());
    await world.fail('start', failure('offline'));
    await settled();
    expect(flow.state).to.deep.include({ step: 'problem' });
    expect(world.said.at(-1)).to.deep.equal({
      name: 'svc-error',
      detail: {
        ...{ result: null, code: 'offline', step: 'loading', retryable: true },
        ...{ link_session_id: null, request_id: null },
      },
    });
    flow.send({ type: 'retry-requested' });
    await settled();
    await world.answer('start', answer());
    expect(flow.state.step).to.equal('select-provider');
  });

  it('ignores the answer to the start of a token that was replaced before the rest had loaded', async () => {
    const world = new World();
    let load: (loaded: Rest) => void = () => {};
    const flow = createFlow(world.ports, () => new Promise((resolve) => (load = resolve)));
    flow.send(start());
    const [old] = world.named('start');
    const given = old!.given[0] as (what: ReturnType<typeof answer>) => void;
    flow.send({ type: 'token-replaced' });
    given(answer({ state: 'created', link_session_id: 'session-of-before' }, [password]));
    old!.resolve(answer({ link_session_id: 'session-of-before' }, [password]));
    await settled();
    expect(flow.state.session).to.equal(null);
    load(world.rest);
    await settled();
    expect(flow.state).to.deep.include({ step: 'loading', session: null });
    expect(world.named('start')).to.have.length(2);
    await world.answer('start', answer());
    expect(flow.state.session?.link_session_id).to.equal('session-1');
    expect(flow.state.providers).to.have.length(answer().providers.length);
  });
});
