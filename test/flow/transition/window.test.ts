import { expect } from '@open-wc/testing';
import type { Effect } from '../../../src/flow/index.js';
import { transition } from '../../../src/flow/index.js';
import { at, detailOf, oauth, play, polled, timer, toAuthorize, toWindow, windowSays } from '../plays.js';

const types = (effects: readonly Effect[]) => effects.map(({ type }) => type);

describe('transition', () => {
  it('accepts the outcome of a window only from the service', () => {
    const done = play([
      ...toWindow,
      polled({}),
      polled({ state: 'success', provider: oauth.slug, provider_id: 'p2' }),
    ]);
    expect(done.state.step).to.equal('done');
    expect(done.state.result).to.deep.include({ provider: oauth.slug, provider_id: 'p2', connected: true });
    expect(done.effects).to.deep.include({ type: 'abort', id: 2 });
  });

  it('distinguishes the error of this window from the error of the window before', () => {
    const old = { state: 'error', error_type: 'user_cancelled', attempt: 1 };
    const before = play([...toWindow, polled(old), polled(old)]).state;
    expect(at(before, 'authorize').staleAttempt).to.equal(1);
    const after = play([polled({ ...old, attempt: 2 })], before).state;
    expect(at(after, 'problem').problem).to.deep.include({ code: 'user_cancelled', via: 'oauth' });
  });

  it('believes a finished window even if its error looks old', () => {
    const late = { state: 'error', error_type: 'provider_api_error', attempt: 1 };
    const { state } = play([...toWindow, polled(late), windowSays('finished'), polled(late)]);
    expect(at(state, 'problem').problem.code).to.equal('provider_api_error');
  });

  it('continues to ask if a window that went to the provider is seen closed', () => {
    const { state, effects } = play([...toWindow, windowSays('leaving'), windowSays('closed')]);
    expect(at(state, 'authorize').phase).to.equal('severed');
    expect(state.awaiting).to.equal(2);
    expect(detailOf(effects, 'svc-error')).to.deep.include({ code: 'popup_closed', retryable: true });
  });

  it('replaces a window that cannot be seen any more', () => {
    const lost = play([...toWindow, windowSays('leaving'), windowSays('closed')]).state;
    const { effects } = play([{ type: 'authorize-requested' }], lost);
    expect(effects).to.deep.equal([
      { type: 'abort', id: 2 },
      { type: 'open-window', id: 3, provider: oauth.slug },
    ]);
  });

  it('counts a connection that waits for the host as a success', () => {
    const { state } = play([
      ...toWindow,
      polled({ state: 'pending_confirmation', provider: oauth.slug, connected: false }),
    ]);
    expect(state.step).to.equal('done');
    expect(state.result).to.deep.include({ state: 'success', connected: false });
  });
});

describe('a window', () => {
  it('is reported as blocked once', () => {
    const blocked = play([...toAuthorize, { type: 'authorize-requested' }, windowSays('blocked')]).state;
    expect(play([{ type: 'went-offline' }], blocked).said).to.deep.equal([]);
  });

  it('is opened if this page went to the provider and was shown again', () => {
    const gone = play([...toAuthorize, { type: 'same-window-requested' }]).state;
    expect(types(play([{ type: 'authorize-requested' }], gone).effects)).to.deep.equal(['open-window']);
  });

  it('is not asked about if this page goes to the provider during the moment after its end', () => {
    const gone = play([...toWindow, windowSays('closed'), { type: 'same-window-requested' }]).state;
    expect(transition(gone, timer('grace'))).to.deep.equal([gone, []]);
  });

  it('that was closed is opened again by a press, even while the service is still asked, and stays open', () => {
    const closed = play([...toWindow, windowSays('closed')]).state;
    const again = play([{ type: 'authorize-requested' }], closed);
    expect(types(again.effects)).to.deep.equal(['abort', 'open-window']);
    expect(transition(again.state, timer('grace'))).to.deep.equal([again.state, []]);

    const asked = play([timer('grace')], closed);
    expect(types(asked.effects)).to.deep.equal(['abort', 'read-state']);
    const { effects } = play([{ type: 'authorize-requested' }], asked.state);
    expect(types(effects)).to.deep.equal(['abort', 'open-window']);
  });

  it('stays severed although it says something more', () => {
    const away = play([...toWindow, windowSays('leaving')]).state;
    const { state: severed, effects } = play([windowSays('closed')], away);
    expect(types(effects)).to.deep.equal(['announce']);
    expect(play([windowSays('leaving')], severed).state).to.equal(severed);
  });

  it('changes nothing if a request finds the same as the one before', () => {
    const once = play([...toWindow, polled({})]).state;
    expect(play([polled({})], once).state).to.equal(once);
  });

  it('that has finished has its own error with the same number, and asks for no code', () => {
    const finished = play([...toWindow, windowSays('finished')]).state;
    const error = { state: 'error', error_type: 'provider_api_error', attempt: 0 };
    expect(at(play([polled(error)], finished).state, 'problem').problem.via).to.equal('oauth');
    expect(play([polled({ state: 'pending_provider_mfa' })], finished).state).to.equal(finished);
  });
});
