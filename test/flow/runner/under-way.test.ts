import { expect } from '@open-wc/testing';
import type { Event, PortEvent, Rest } from '../../../src/flow/index.js';
import { createFlow, createPerformers, pollInterval } from '../../../src/flow/index.js';
import { createUnderWay } from '../../../src/flow/runner/under-way.js';
import {
  answer,
  choose,
  failure,
  oauth,
  password,
  pending,
  result,
  secrets,
  session,
  start,
  submit,
} from '../plays.js';
import { settled, World } from '../world.js';

const never = () => new Promise<never>(() => {});

describe('the work that the runner has under way', () => {
  let world: World;

  beforeEach(async () => {
    world = new World();
    await world.flow.preload();
    world.send(start({ canRenew: true }));
    await world.answer('start', answer());
  });

  it('sends what was typed to the service', () => {
    world.send(choose(password.slug), { ...submit('me@example.com'), region: 'eu' } as Event);
    expect(world.named('link')[0]!.given).to.deep.equal([
      password.slug,
      { username: 'me@example.com', password: secrets.password, region: 'eu' },
    ]);
  });

  it('stops a step’s timers with the step, except the token’s timer', () => {
    world.send(choose(password.slug), submit());
    expect(world.waiting.timers).to.equal(2);
    world.send({ type: 'cancel-requested' });
    expect(world.waiting.timers).to.equal(1);
    world.pass(3480);
    expect(world.said.at(-1)!.name).to.equal('svc-expiring');
  });

  it('continues to wait if the service was slow, and asks until the outcome is known', async () => {
    world.send(choose(password.slug), submit());
    await world.fail('link', failure('timeout'));
    world.send({ type: 'retry-requested' });
    await world.answer('state', session());
    world.pass(pollInterval / 1000);
    await world.answer('state', session({ state: 'success', provider: password.slug }));
    expect(world.flow.state.step).to.equal('done');
    expect(world.said.at(-1)!.name).to.equal('svc-exit');
    // What is left lasts as long as the flow.
    expect(world.waiting).to.deep.equal({ timers: 1, returns: 1 });
  });

  it('asks about a window that stays open after a cancel each time the person comes back, until the outcome is known', async () => {
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    world.windows[0]!.report({ type: 'leaving' });
    world.send({ type: 'cancel-requested' });
    await world.answer('state', session());

    world.comeBack();
    await world.answer('state', session());
    world.comeBack();
    await world.answer('state', session({ state: 'success', provider: oauth.slug, attempt: 1 }));
    expect(world.flow.state.step).to.equal('done');

    const asked = world.named('state').length;
    world.comeBack();
    expect(world.named('state')).to.have.length(asked);
  });

  it('asks about a window again after a request that took too long', async () => {
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    await world.fail('state', failure('timeout'));
    expect(world.flow.state.step).to.equal('authorize');
    world.pass(pollInterval / 1000);
    expect(world.named('state')).to.have.length(2);
  });

  it('opens another window by a click while it asks for the outcome of a closed one', async () => {
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    await world.answer('state', session());
    world.windows[0]!.report({ type: 'closed' });
    world.pass(1);
    world.send({ type: 'authorize-requested' });
    expect(world.windows).to.have.length(2);
    await world.answer('state', session({ state: 'success', provider: oauth.slug, attempt: 1 }));
    expect(world.flow.state.step).to.equal('done');
  });

  it('asks again for a token for another connection if there was none', async () => {
    world.send(choose(password.slug), submit());
    await world.answer('link', result({}));
    world.send({ type: 'another-connection-requested' });
    await world.fail('token', failure('service_error'));
    world.send({ type: 'another-connection-requested' });
    expect(world.named('token')).to.have.length(2);
    expect(world.flow.state.step).to.equal('done');
  });

  it('reports only changes, and only to active listeners', () => {
    let told = 0;
    const end = world.flow.subscribe(() => (told += 1));
    world.send({ type: 'went-online' }, choose('nobody'));
    expect(told).to.equal(0);
    world.send({ type: 'query-changed', query: 'x' });
    expect(told).to.equal(1);
    end();
    world.send({ type: 'query-changed', query: 'y' });
    expect(told).to.equal(1);
  });
});

describe('a flow that receives an event while it makes announcements', () => {
  it('makes all announcements of the first event before those of the second', async () => {
    const world = new World();
    const seen: string[] = [];
    const flow = createFlow(
      {
        ...world.ports,
        announce: ({ name, detail }) => {
          seen.push(name === 'svc-step' ? detail.step : name);
          if (name !== 'svc-step' || detail.step !== 'select-provider') return;
          flow.send({ type: 'query-changed', query: 'ring' });
          flow.send({ type: 'close-requested' });
        },
      },
      () => Promise.resolve(world.rest),
    );
    await flow.preload();
    flow.send(start());
    await world.answer('start', answer());
    expect(seen).to.deep.equal(['loading', 'select-provider', 'svc-ready', 'closed', 'svc-exit']);
    expect(flow.state.query).to.equal('ring');
  });
});

describe('a disposed flow', () => {
  it('may be disposed before anything has loaded', () => {
    const flow = createFlow(new World().ports, never);
    expect(() => flow.dispose()).not.to.throw();
  });

  it('ignores an answer that comes later', async () => {
    const world = new World();
    await world.flow.preload();
    world.send(start());
    world.flow.dispose();
    await world.answer('start', answer());
    expect(world.flow.state.step).to.equal('loading');
    expect(world.said).to.have.length(1);
  });

  it('does not do the work that waited for the rest', async () => {
    const world = new World();
    let load: (loaded: Rest) => void = () => {};
    const flow = createFlow(world.ports, () => new Promise((resolve) => (load = resolve)));
    flow.send(start());
    await world.answer('start', answer());
    flow.send(choose(password.slug));
    flow.dispose();
    load(world.rest);
    await flow.preload();
    expect(flow.state.step).to.equal('select-provider');
  });

  it('does not listen to the page once the rest has loaded', async () => {
    const world = new World();
    let load: (loaded: Rest) => void = () => {};
    const flow = createFlow(world.ports, () => new Promise((resolve) => (load = resolve)));
    const loaded = flow.preload();
    flow.dispose();
    load(world.rest);
    await loaded;
    expect(world.isHeard).to.equal(false);
  });

  it('forgets the credentials', async () => {
    const world = new World();
    let forgotten = 0;
    const flow = createFlow(world.ports, () =>
      Promise.resolve({
        ...world.rest,
        createPerformers: (...given) => ({
          ...world.rest.createPerformers(...given),
          'forget-credentials': () => (forgotten += 1),
        }),
      }),
    );
    await flow.preload();
    flow.dispose();
    expect(forgotten).to.equal(1);
  });
});

describe('a rest that does not load', () => {
  it('is not reported if nobody waits for it', async () => {
    const world = new World();
    const flow = createFlow(world.ports, () => Promise.reject(new TypeError('no network')));
    flow.send(start());
    await world.answer('start', answer());
    await flow.preload();
    expect(flow.state.step).to.equal('select-provider');
  });

  it('is requested again, with the session, if the person tries again in the picker', async () => {
    const world = new World();
    let loads = 0;
    const flow = createFlow(world.ports, () =>
      (loads += 1) === 1 ? Promise.reject(new TypeError('no network')) : Promise.resolve(world.rest),
    );
    flow.send(start());
    await world.answer('start', answer());
    flow.send(choose(password.slug));
    await settled();
    expect(world.said.at(-1)!.detail).to.deep.include({ code: 'network_failed', step: 'select-provider' });
    flow.send({ type: 'retry-requested' });
    await settled();
    expect(world.named('start')).to.have.length(2);
  });
});

describe('the credentials', () => {
  it('are sent again until they are forgotten', async () => {
    const world = new World();
    const sent: PortEvent[] = [];
    const send = (event: PortEvent) => void sent.push(event);
    const performers = createPerformers(world.ports, createUnderWay(world.ports, send), send);
    const given = { username: 'me', password: secrets.password, region: null };
    const click = { link_session_id: 'ls-1', request_id: null };
    performers['submit-credentials'](
      {
        ...{ type: 'submit-credentials', id: 1, provider: password.slug, ...given },
      },
      click,
    );
    performers['resubmit-credentials'](
      { type: 'resubmit-credentials', id: 2, provider: password.slug },
      click,
    );
    expect(world.named('link').map((call) => call.given)).to.deep.equal([
      [password.slug, given],
      [password.slug, given],
    ]);
    await world.answer('link', pending('sms'));
    performers['forget-credentials']({ type: 'forget-credentials' }, click);
    performers['resubmit-credentials'](
      { type: 'resubmit-credentials', id: 3, provider: password.slug },
      click,
    );
    await settled();
    expect(world.named('link')).to.have.length(2);
    expect(sent.map(({ type }) => type)).to.deep.equal(['result-received', 'request-failed']);
  });
});
