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

describe('what the runner has under way', () => {
  let world: World;

  beforeEach(async () => {
    world = new World();
    await world.flow.preload();
    world.send(start({ canRenew: true }));
    await world.answer('start', answer());
  });

  it('gives the service what was typed', () => {
    world.send(choose(password.slug), { ...submit('me@example.com'), region: 'eu' } as Event);
    expect(world.named('link')[0]!.given).to.deep.equal([
      password.slug,
      { username: 'me@example.com', password: secrets.password, region: 'eu' },
    ]);
  });

  it('ends the timers of a step with it, but for the one of the token', () => {
    world.send(choose(password.slug), submit());
    expect(world.waiting.timers).to.equal(2);
    world.send({ type: 'cancel-requested' });
    expect(world.waiting.timers).to.equal(1);
    world.pass(3480);
    expect(world.said.at(-1)!.name).to.equal('svc-expiring');
  });

  it('waits on where the service was slow, and asks until it knows', async () => {
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

  it('asks about a window that outlasts a cancel each time the person comes back, until it is known', async () => {
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

  it('looks at a window again after a look that took too long', async () => {
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    await world.fail('state', failure('timeout'));
    expect(world.flow.state.step).to.equal('authorize');
    world.pass(pollInterval / 1000);
    expect(world.named('state')).to.have.length(2);
  });

  it('opens another window by a click while it asks what became of one that was closed', async () => {
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
    await world.answer('state', session());
    world.windows[0]!.report({ type: 'closed' });
    world.pass(1);
    world.send({ type: 'authorize-requested' });
    expect(world.windows).to.have.length(2);
    await world.answer('state', session({ state: 'success', provider: oauth.slug, attempt: 1 }));
    expect(world.flow.state.step).to.equal('done');
  });

  it('asks again for a token for another connection where there was none', async () => {
    world.send(choose(password.slug), submit());
    await world.answer('link', result({}));
    world.send({ type: 'another-connection-requested' });
    await world.fail('token', failure('service_error'));
    world.send({ type: 'another-connection-requested' });
    expect(world.named('token')).to.have.length(2);
    expect(world.flow.state.step).to.equal('done');
  });

  it('tells of changes alone, and only who still listens', () => {
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

describe('a flow that is told something while it says something', () => {
  it('says all of the one before the other', async () => {
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

describe('a flow that is disposed of', () => {
  it('can be so before anything has loaded', () => {
    const flow = createFlow(new World().ports, never);
    expect(() => flow.dispose()).not.to.throw();
  });

  it('takes no answer that comes after it', async () => {
    const world = new World();
    await world.flow.preload();
    world.send(start());
    world.flow.dispose();
    await world.answer('start', answer());
    expect(world.flow.state.step).to.equal('loading');
    expect(world.said).to.have.length(1);
  });

  it('does not do what waited for the rest', async () => {
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

  it('listens to no page once the rest has come', async () => {
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
  it('is nothing to tell where nobody waits for it', async () => {
    const world = new World();
    const flow = createFlow(world.ports, () => Promise.reject(new TypeError('no network')));
    flow.send(start());
    await world.answer('start', answer());
    await flow.preload();
    expect(flow.state.step).to.equal('select-provider');
  });

  it('is asked for again, with the session, by who tries again in the picker', async () => {
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
