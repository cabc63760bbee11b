import { expect } from '@open-wc/testing';
import { leaveLink } from '../../../src/contract/index.js';
import { createFlow, pollInterval } from '../../../src/flow/index.js';
import {
  answer,
  choose,
  failure,
  oauth,
  password,
  pending,
  providers,
  refused,
  result,
  secrets,
  session,
  start,
  submit,
  submitCode,
} from '../plays.js';
import { settled, World } from '../world.js';

describe('the runner', () => {
  let world: World;
  const step = () => world.flow.state.step;
  const leaves = { type: 'leave-requested' } as const;

  beforeEach(async () => {
    world = new World();
    await world.flow.preload();
  });

  const begin = async (given = answer()) => {
    world.send(start({ canRenew: true }));
    await world.answer('start', given);
  };
  const toChallenge = async () => {
    await begin();
    world.send(choose(password.slug), submit());
    await world.answer('link', pending('sms'));
  };
  const toWindow = async () => {
    await begin();
    world.send(choose(oauth.slug), { type: 'authorize-requested' });
  };

  it('links with a password and a code', async () => {
    let changes = 0;
    world.flow.subscribe(() => (changes += 1));
    await toChallenge();
    expect(step()).to.equal('challenge');
    world.send(submitCode());
    expect(world.named('code')[0]!.given).to.deep.equal([password.slug, secrets.code]);
    await world.answer('code', result({ provider_id: 'p1' }));
    expect(step()).to.equal('done');
    expect(world.said.map(({ name }) => name).slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
    expect(changes).to.be.greaterThan(5);
  });

  it('continues with the start that came with the token, and sends nothing before the service has confirmed it', async () => {
    world.send(start());
    const [request] = world.named('start');
    const given = request!.given[0] as (what: ReturnType<typeof answer>) => void;
    given(answer({ state: 'created' }));
    expect(step()).to.equal('select-provider');
    world.send(choose(password.slug), submit('me@example.com'));
    expect(step()).to.equal('connecting');
    expect(world.named('link')).to.deep.equal([]);
    expect(world.named('start')).to.deep.equal([request]);
    await world.answer('start', answer());
    expect(world.named('link')[0]!.given).to.deep.equal([
      password.slug,
      { username: 'me@example.com', password: secrets.password, region: null },
    ]);
    await world.answer('link', result({}));
    expect(step()).to.equal('done');
  });

  it('asks once more about a try that is left, and reports its success', async () => {
    for (const toBusy of [
      async () => {
        await begin(answer({ redirect_url: 'https://app.example/' }));
        world.send(choose(password.slug), submit());
      },
      async () => {
        await toChallenge();
        world.send(submitCode());
      },
    ]) {
      world = new World();
      await world.flow.preload();
      await toBusy();
      const left = step();
      world.send({ type: 'close-requested' });
      expect(step()).to.equal('closed');
      expect(world.said.map(({ name }) => name)).not.to.include('svc-exit');
      await world.answer('state', session({ state: 'success', provider: password.slug }));
      expect(world.said.slice(-2).map(({ name }) => name)).to.deep.equal(['svc-success', 'svc-exit']);
      expect(world.said.at(-1)!.detail).to.deep.include({ outcome: 'success', step: left });
      expect(world.flow.state).to.deep.include({ step: 'closed', outcome: 'success' });
      world.pass(10);
      expect(world.flow.state).to.deep.include({ step: 'closed', outcome: 'success' });
    }
  });

  it('tells the service in which step the person left, and does not mind if that fails', async () => {
    await begin();
    world.send(choose(password.slug), { type: 'close-requested' });
    expect(world.named(leaveLink.path).map(({ given }) => given)).to.deep.equal([[{ step: 'sign-in' }]]);
    await world.fail(leaveLink.path, failure('network_failed'));
    expect(step()).to.equal('closed');
  });

  it('follows the redirect URL after a success that came while the person left', async () => {
    await begin(answer({ redirect_url: 'https://app.example/' }));
    world.send(choose(password.slug), submit(), { type: 'close-requested' });
    await world.answer('state', session({ state: 'success', redirect_url: 'https://app.example/' }));
    expect(world.went).to.have.length(1);
    expect(world.went[0]).to.contain('state=success');
  });

  it('says cancelled if the last request tells nothing else, fails or takes too long', async () => {
    const ends: (() => Promise<void> | void)[] = [
      () => world.answer('state', session({ state: 'started' })),
      () => world.answer('state', session({ state: 'error', error_type: 'provider_api_error', attempt: 1 })),
      () => world.fail('state', failure('network_failed')),
      () => world.pass(3),
      () => world.send({ type: 'restart-requested', options: world.flow.state.options }),
    ];
    for (const end of ends) {
      world = new World();
      await world.flow.preload();
      await begin();
      world.send(choose(password.slug), submit(), { type: 'close-requested' });
      await end();
      const exits = world.said.filter(({ name }) => name === 'svc-exit');
      expect(exits.map(({ detail }) => detail)).to.deep.equal([
        {
          ...{ outcome: 'cancelled', step: 'connecting', result: null, results: [] },
          ...{ link_session_id: 'session-1', request_id: null },
        },
      ]);
      expect(world.went).to.deep.equal([]);
    }
  });

  it('sends one request for two submits', async () => {
    await begin();
    world.send(choose(password.slug), submit(), submit());
    expect(world.named('link')).to.have.length(1);
  });

  it('aborts a request that is given up, and drops its answer', async () => {
    await begin();
    world.send(choose(password.slug), submit(), { type: 'cancel-requested' });
    const [call] = world.named('link');
    expect(call!.signal!.aborted).to.equal(true);
    await world.answer('link', result({}));
    expect(step()).to.equal('sign-in');
  });

  it('sends the same credentials again for a new code, and then forgets them', async () => {
    await toChallenge();
    world.send({ type: 'new-code-requested' });
    expect(world.named('link')).to.have.length(1);
    world.pass(30);
    world.send({ type: 'new-code-requested' });
    expect(world.named('link')[0]!.given).to.deep.equal(world.named('link')[1]!.given);
    await world.answer('link', pending('sms'));
    expect(world.flow.state).to.deep.include({ step: 'challenge', resend: 'cooling' });
  });

  it('moves the progress by the clock, and stops the clock with the step', async () => {
    await begin();
    world.send(choose(password.slug), submit());
    world.pass(5);
    expect(world.flow.state).to.deep.include({ stage: 1 });
    world.pass(15);
    expect(world.flow.state).to.deep.include({ stage: 2 });
    await world.fail('link', failure('rate_limited', { retryAfter: 7 }));
    world.pass(6);
    world.send({ type: 'retry-requested' });
    expect(step()).to.equal('problem');
    world.pass(1);
    world.send({ type: 'retry-requested' });
    expect(step()).to.equal('sign-in');
    // Only the timer of the warning before the token's end is left.
    expect(world.waiting.timers).to.equal(1);
  });

  it('warns before the end of the token, whatever the step', async () => {
    await begin();
    world.send(choose(password.slug));
    world.pass(3480);
    expect(world.said.at(-1)?.name).to.equal('svc-expiring');
    expect(world.said.at(-1)?.detail).to.include({ seconds: 120 });
    const left = [60, 60].map((seconds) => {
      world.pass(seconds);
      return world.flow.state.expiresIn;
    });
    expect(left).to.deep.equal([60, 0]);
    expect(world.waiting.timers).to.equal(0);
  });

  it('opens the window before send returns', async () => {
    await toWindow();
    expect(world.windows).to.have.length(1);
    expect(world.flow.state).to.deep.include({ step: 'authorize', phase: 'opening' });
    expect(world.remembered.at(-1)).to.deep.equal([oauth.slug, 'connecting']);
    world.send({ type: 'authorize-requested' });
    expect(world.windows).to.have.length(1);
    expect(world.windows[0]!.focused).to.equal(1);
  });

  it('says that the window is blocked, and continues in the same window', async () => {
    world.blocks = true;
    await toWindow();
    expect(world.flow.state).to.deep.include({ phase: 'blocked' });
    world.send({ type: 'same-window-requested' });
    expect(world.went).to.deep.equal([`hosted page for ${oauth.slug}`]);
    expect(world.named('state')).to.have.length(0);
  });

  it('learns the outcome by polling alone, as for a severed window', async () => {
    await toWindow();
    world.windows[0]!.report({ type: 'leaving' });
    world.windows[0]!.report({ type: 'closed' });
    await world.answer('state', session());
    expect(world.flow.state).to.deep.include({ phase: 'severed' });
    expect(world.named('state')).to.have.length(1);
    world.pass(pollInterval / 1000);
    expect(world.named('state')).to.have.length(2);
    await world.answer('state', session({ state: 'success', provider: oauth.slug }));
    expect(step()).to.equal('done');
    expect(world.windows[0]!.closed).to.equal(1);
    // What is left lasts as long as the flow.
    expect(world.waiting).to.deep.equal({ timers: 1, returns: 1 });
  });

  it('asks at once when the window has finished, and drops the earlier request', async () => {
    await toWindow();
    const early = world.named('state')[0]!;
    world.windows[0]!.report({ type: 'finished' });
    expect(early.signal!.aborted).to.equal(true);
    early.resolve(session({ state: 'error', error_type: 'user_cancelled', attempt: 0 }));
    await settled();
    expect(step()).to.equal('connecting');
    await world.answer('state', session({ state: 'success', provider: oauth.slug }));
    expect(step()).to.equal('done');
  });

  it('asks at once when the person comes back to the page', async () => {
    await toWindow();
    await world.answer('state', session());
    world.comeBack();
    expect(world.named('state')).to.have.length(2);
  });

  it('continues to poll over a bad connection, and polls less often if the service wants it', async () => {
    await toWindow();
    await world.fail('state', failure('network_failed'));
    world.pass(pollInterval / 1000);
    await world.fail('state', failure('rate_limited', { retryAfter: 20 }));
    world.pass(19);
    expect(world.named('state')).to.have.length(2);
    world.pass(1);
    expect(world.named('state')).to.have.length(3);
    expect(step()).to.equal('authorize');
  });

  it('polls less often after two minutes', async () => {
    await toWindow();
    for (let waited = pollInterval; waited < 120_000; waited += pollInterval) {
      await world.answer('state', session());
      world.pass(pollInterval / 1000);
    }
    await world.answer('state', session());
    const before = world.named('state').length;
    world.pass(9);
    expect(world.named('state')).to.have.length(before);
    world.pass(1);
    expect(world.named('state')).to.have.length(before + 1);
  });

  it('stops polling if no further request can help', async () => {
    await toWindow();
    await world.fail('state', failure('unauthorized'));
    expect(world.flow.state).to.deep.include({ step: 'problem' });
    expect(world.windows[0]!.closed).to.equal(1);
    // What is left lasts as long as the flow.
    expect(world.waiting).to.deep.equal({ timers: 1, returns: 1 });
  });

  it('gives a window that is closed early a second, then asks', async () => {
    await toWindow();
    await world.answer('state', session());
    world.windows[0]!.report({ type: 'closed' });
    world.pass(1);
    expect(world.named('state')).to.have.length(2);
    await world.answer('state', session());
    expect(world.flow.state).to.deep.include({ step: 'authorize', phase: 'ready' });
    world.windows[0]!.report({ type: 'finished' });
    expect(step()).to.equal('authorize');
  });

  it('shows why the window refused', async () => {
    await toWindow();
    world.windows[0]!.report({ type: 'refused', code: 'origin_not_allowed' });
    expect(step()).to.equal('problem');
  });

  it('asks for a new token and continues', async () => {
    await begin();
    world.send(choose(password.slug), submit('me@example.com'));
    await world.answer('link', refused('token_expired'));
    expect(world.named('token')).to.have.length(1);
    await world.answer('token', undefined);
    await world.answer('start', answer());
    expect(world.flow.state).to.deep.include({ step: 'sign-in', username: 'me@example.com' });
    expect(world.named('link')).to.have.length(1);
  });

  it('shows the problem if there is no new token', async () => {
    await begin();
    world.send(choose(password.slug), submit());
    await world.answer('link', refused('token_expired'));
    await world.fail('token', failure('service_error'));
    expect(step()).to.equal('problem');
  });

  it('treats a port that throws at once like a port that rejects', async () => {
    const flow = createFlow(
      {
        ...world.ports,
        start: () => {
          throw new Error('no fetch here');
        },
      },
      () => Promise.resolve(world.rest),
    );
    await flow.preload();
    flow.send(start());
    await settled();
    expect(flow.state.step).to.equal('problem');
    flow.dispose();
  });

  it('handles an event that an announcement causes after the event that caused the announcement', async () => {
    const seen: string[] = [];
    const flow = createFlow(
      {
        ...world.ports,
        announce: ({ name }) => {
          seen.push(name);
          if (name === 'svc-ready') flow.send(leaves);
        },
      },
      () => Promise.resolve(world.rest),
    );
    await flow.preload();
    flow.send(start());
    await world.answer('start', answer());
    expect(flow.state.step).to.equal('closed');
    expect(seen).to.deep.equal(['svc-step', 'svc-step', 'svc-ready', 'svc-step', 'svc-exit']);
  });

  it('aborts everything when it is disposed', async () => {
    await toWindow();
    const before = world.said.length;
    world.flow.dispose();
    expect(world.windows[0]!.closed).to.equal(1);
    expect(world.waiting).to.deep.equal({ timers: 0, returns: 0 });
    expect(world.said).to.have.length(before);
    await world.answer('state', session({ state: 'success' }));
    expect(step()).to.equal('authorize');
  });

  it('warns the developer and redirects', async () => {
    world.send(start({ provider: 'nobody' }));
    await world.answer('start', answer({ redirect_url: 'https://app.example/' }, providers));
    expect(world.warned).to.deep.equal([{ type: 'unknown-provider', provider: 'nobody' }]);
    world.send(choose(password.slug), submit());
    await world.answer('link', result({}));
    expect(world.went).to.have.length(1);
    expect(world.remembered).to.deep.equal([]);
  });
});
