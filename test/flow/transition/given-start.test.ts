// A start that came with the token is shown at once; the service confirms it before anything is sent.
import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import {
  answer,
  at,
  choose,
  detailOf,
  oauth,
  options,
  otherPassword,
  password,
  play,
  providers,
  result,
  resultReceived,
  secrets,
  sessionGiven,
  sessionStarted,
  start,
  startConfirmed,
  startRefused,
  submit,
  toGivenPicker,
  tokenRenewed,
  windowSays,
  type Play,
} from '../plays.js';

const types = ({ effects }: ReturnType<typeof play>) => effects.map(({ type }) => type);
const toHeld: readonly Play[] = [...toGivenPicker, choose(password.slug), submit()];
const authorize: Event = { type: 'authorize-requested' };

describe('a start that came with the token', () => {
  it('shows the picker while the same request goes on', () => {
    const played = play(toGivenPicker);
    expect(played.state).to.deep.include({ step: 'select-provider', awaiting: null, confirming: 1 });
    expect(types(played)).not.to.include('abort');
    expect(detailOf(played.effects, 'svc-ready')).to.deep.equal({ step: 'select-provider', providers: 4 });
    expect(play([startConfirmed()], played.state).state).to.deep.include({
      step: 'select-provider',
      confirming: null,
    });
  });

  it('announces nothing twice once it is confirmed', () => {
    const { said } = play([...toGivenPicker, startConfirmed()]);
    expect(said).to.deep.equal(['svc-step', 'svc-step', 'svc-ready']);
  });

  it('goes straight to the provider that the page names, or the only one', () => {
    const named = play([start({ provider: oauth.slug }), sessionGiven()]).state;
    expect(named).to.deep.include({ step: 'authorize', provider: oauth.slug, confirming: 1 });
    const only = play([start(), sessionGiven(answer({ state: 'created' }, [password]))]).state;
    expect(only).to.deep.include({ step: 'sign-in', confirming: 1 });
  });

  for (const [name, begun, given] of [
    ['a session of which something has come', start(), answer({ state: 'success' })],
    ['a session in a state that is new', start(), answer({ state: 'eclipse' })],
    [
      'a page that was left at a provider',
      {
        ...start(),
        type: 'started',
        options: options(),
        resume: { sameToken: true, provider: password.slug, step: 'challenge', told: null },
      },
      answer({ state: 'created' }),
    ],
  ] as const satisfies readonly (readonly [string, Event, ReturnType<typeof answer>])[]) {
    it(`is not used for ${name}`, () => {
      const before = play([begun]).state;
      expect(play([sessionGiven(given)], before).state).to.equal(before);
    });
  }

  it('comes too late once the service has answered, and for an ended run', () => {
    const id = play([start()]).state.awaiting!;
    const late: Event = { type: 'session-given', id, answer: answer({ state: 'created' }, []), now: 0 };
    for (const way of [[sessionStarted()], [{ type: 'close-requested' }]] as const) {
      const before = play([start(), ...way]).state;
      expect(play([late], before).state).to.equal(before);
    }
  });

  describe('and the entries that the person sends before it is confirmed', () => {
    it('wait, and are sent once with the confirmation', () => {
      const held = play(toHeld);
      expect(held.state).to.deep.include({ step: 'connecting', awaiting: null });
      expect(types(held)).to.include('hold-credentials').and.not.to.include('submit-credentials');
      expect(JSON.stringify(held.state)).not.to.include(secrets.password);
      const sent = play([startConfirmed()], held.state);
      expect(types(sent)).to.include('resubmit-credentials');
      expect(sent.state).to.deep.include({ step: 'connecting', confirming: null });
      expect(play([resultReceived(result({}))], sent.state).state.step).to.equal('done');
    });

    it('are forgotten if the start is refused or the person cancels', () => {
      for (const end of [startRefused('origin_not_allowed'), { type: 'cancel-requested' }] as const) {
        const ended = play([end], play(toHeld).state);
        expect(types(ended)).to.include('forget-credentials').and.not.to.include('resubmit-credentials');
        expect(types(play([startConfirmed()], ended.state))).not.to.include('resubmit-credentials');
      }
    });

    it('leave no outcome to ask for when the person leaves', () => {
      const left = play([{ type: 'close-requested' }], play(toHeld).state);
      expect(left.state).to.deep.include({ step: 'closed', outcome: 'cancelled', confirming: null });
      expect(types(left)).to.include('abort').and.not.to.include('read-state');
    });
  });

  it('lets a window open inside the click, and closes it if the start is refused', () => {
    const out = play([...toGivenPicker, choose(oauth.slug), authorize, windowSays('opened')]);
    const id = out.state.awaiting!;
    expect(types(out)).to.include('open-window');
    const refused = play([startRefused('origin_not_allowed')], out.state);
    expect(refused.effects).to.deep.include({ type: 'abort', id });
    expect(at(refused.state, 'problem').problem.code).to.equal('origin_not_allowed');
    expect(play([startConfirmed()], out.state).state).to.deep.include({ step: 'authorize', awaiting: id });
  });

  it('lets the person go to the provider in this window only once it is confirmed', () => {
    const blocked = play([...toGivenPicker, choose(oauth.slug), authorize, windowSays('blocked')]);
    const held = play([{ type: 'same-window-requested' }], blocked.state);
    expect(held.state).to.deep.include({ step: 'authorize', phase: 'opening', awaiting: null });
    expect(types(held)).not.to.include('leave-for-provider').and.not.to.include('remember');
    const left = play([startConfirmed()], held.state);
    expect(types(left).filter((type) => type === 'remember' || type === 'leave-for-provider')).to.deep.equal([
      'remember',
      'leave-for-provider',
    ]);
    for (const end of [startRefused('origin_not_allowed'), { type: 'cancel-requested' }] as const) {
      const ended = play([end], held.state);
      expect(types(play([startConfirmed()], ended.state))).not.to.include('leave-for-provider');
      expect(types(ended)).not.to.include('leave-for-provider');
    }
  });

  describe('leads to the step to which it would have led', () => {
    const ways: Record<string, readonly Play[]> = {
      'the picker': toGivenPicker,
      'a form': [...toGivenPicker, choose(password.slug)],
      'a form that was sent': toHeld,
      'a button': [...toGivenPicker, choose(oauth.slug)],
    };
    for (const [name, way] of Object.entries(ways)) {
      for (const code of ['origin_not_allowed', 'token_expired', 'invalid_token', 'offline', 'timeout']) {
        it(`from ${name} with ${code}`, () => {
          const asked = play([start(), (state) => startRefusedAt(state.awaiting!, code)]).state;
          const { state, said } = play([startRefused(code)], play(way).state);
          expect(at(state, 'problem').problem).to.deep.include({
            code,
            from: 'loading',
            retryable: at(asked, 'problem').problem.retryable,
          });
          expect(said).to.include('svc-error');
        });
      }
    }
    const startRefusedAt = (id: number, code: string): Event => ({
      type: 'request-failed',
      id,
      failure: { code, retryAfter: null, reference: null },
    });

    it('with a token that was used up: to its outcome', () => {
      const played = play([...toGivenPicker, startRefused('token_consumed')]);
      expect(played.state.step).to.equal('loading');
      expect(types(played).at(-1)).to.equal('announce');
      expect(types(played)).to.include('read-state');
    });

    it('with other providers', () => {
      const chosen = play([...toGivenPicker, choose(password.slug)]).state;
      const fewer = play([startConfirmed(answer({}, [oauth, otherPassword]))], chosen).state;
      expect(fewer).to.deep.include({ step: 'select-provider', provider: null });
      const only = play([startConfirmed(answer({}, [oauth]))], chosen).state;
      expect(only).to.deep.include({ step: 'authorize', provider: oauth.slug });
      const changed = providers.map((one) => (one === password ? { ...one, auth_type: 'oauth' } : one));
      expect(play([startConfirmed(answer({}, changed))], chosen).state.step).to.equal('authorize');
      const picker = play([startConfirmed(answer({}, [password]))], play(toGivenPicker).state).state;
      expect(picker).to.deep.include({ step: 'sign-in', provider: password.slug });
    });

    it('with a session that has succeeded', () => {
      const done = play([startConfirmed(answer({ state: 'success' }))], play(toHeld).state);
      expect(done.state.step).to.equal('done');
      expect(types(done)).to.include('forget-credentials').and.not.to.include('resubmit-credentials');
    });
  });

  it('keeps what was typed if the person tries again', () => {
    const failed = play([...toHeld, startRefused('network_failed')]).state;
    const again = play([{ type: 'retry-requested' }, sessionStarted()], failed);
    expect(again.state).to.deep.include({ step: 'sign-in', username: 'ok@example.com' });
    expect(types(again)).not.to.include('resubmit-credentials');
  });

  it('asks the page for another token once, whatever start comes with it', () => {
    const renewing = { canRenew: true };
    const way = [start(renewing), sessionGiven(), startRefused('token_expired')];
    const first = play(way);
    expect(types(first).filter((type) => type === 'request-token')).to.have.lengthOf(1);
    const second = play([tokenRenewed, sessionGiven(), startRefused('token_expired')], first.state);
    expect(types(second)).not.to.include('request-token');
    expect(at(second.state, 'problem').problem.code).to.equal('token_expired');
  });
});
