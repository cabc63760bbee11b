import { expect } from '@open-wc/testing';
import type { LinkProvider } from '../../../src/contract/index.js';
import {
  answer,
  at,
  detailOf,
  oauth,
  otherPassword,
  password,
  play,
  polled,
  refused,
  resultReceived,
  sessionStarted,
  start,
  submit,
  tokenRenewed,
  windowSays,
} from '../plays.js';

const regional = { ...password, regions: ['eu', 'us'] };
const known = { username: 'me@example.com', region: 'eu', broken: true };
const again = (list: readonly LinkProvider[] = [regional], reconnect: object = known) =>
  sessionStarted(answer({ provider: list[0]!.slug, reconnect: reconnect as never }, list));

describe('a link that renews a connection', () => {
  it('goes straight to the form, with what the service knows', () => {
    const { state } = play([start(), again()]);
    expect(at(state, 'sign-in')).to.deep.include({
      provider: password.slug,
      username: 'me@example.com',
      region: 'eu',
    });
  });

  it('goes to the step of OAuth in the same way', () => {
    const { state } = play([start(), again([oauth], { username: null, broken: true })]);
    expect(at(state, 'authorize')).to.deep.include({ provider: oauth.slug, phase: 'ready', username: '' });
  });

  it('does not lead to another provider', () => {
    const { state } = play([start(), again()]);
    for (const type of ['back-requested', 'cancel-requested', 'another-provider-requested'] as const)
      expect(play([{ type }], state).state, type).to.equal(state);
  });

  for (const options of [{ provider: otherPassword.slug }, { providers: [otherPassword.slug] }])
    it(`serves its own provider if the page wants ${JSON.stringify(options)}`, () => {
      expect(play([start(options), again()]).state.provider).to.equal(password.slug);
    });

  it('serves its own provider if another one was chosen with the previous token', () => {
    const { state } = play([
      start({ canRenew: true }),
      sessionStarted(),
      { type: 'provider-chosen', provider: otherPassword.slug },
      { type: 'token-replaced' },
      again(),
    ]);
    expect(at(state, 'sign-in')).to.include({ provider: password.slug, username: 'me@example.com' });
  });

  it('shows that it is another account, and begins again with the known one', () => {
    const { state, effects } = play([
      start(),
      again(),
      submit('other@example.com'),
      resultReceived(refused('account_mismatch')),
    ]);
    expect(at(state, 'problem').problem).to.include({ code: 'account_mismatch', retryable: true });
    expect(detailOf(effects, 'svc-error')).to.deep.include({ code: 'account_mismatch', retryable: true });
    const form = play([{ type: 'sign-in-again-requested' }], state).state;
    expect(at(form, 'sign-in')).to.include({ username: 'me@example.com', region: 'eu' });
    const left = play([{ type: 'leave-requested' }], state);
    expect(detailOf(left.effects, 'svc-exit')).to.include({ outcome: 'cancelled', step: 'problem' });
  });

  it('keeps what was typed after any other problem', () => {
    const { state } = play([
      start(),
      again(),
      submit('new-name@example.com'),
      resultReceived(refused('provider_api_error')),
      { type: 'sign-in-again-requested' },
    ]);
    expect(at(state, 'sign-in').username).to.equal('new-name@example.com');
  });

  it('leads back to the first screen of OAuth, from which another click opens the window', () => {
    const { state } = play([
      start(),
      again([oauth], { username: null, broken: false }),
      { type: 'authorize-requested' },
      windowSays('opened'),
      polled({ state: 'started' }),
      polled({ state: 'error', error_type: 'account_mismatch', attempt: 1 }),
    ]);
    expect(at(state, 'problem').problem).to.include({ code: 'account_mismatch', via: 'oauth' });
    const form = play([{ type: 'sign-in-again-requested' }], state).state;
    expect(at(form, 'authorize').phase).to.equal('ready');
  });

  it('continues with another token for the same connection', () => {
    const { state } = play([
      start({ canRenew: true }),
      again(),
      submit('new-name@example.com'),
      resultReceived(refused('invalid_token')),
      tokenRenewed,
      again(),
    ]);
    expect(at(state, 'sign-in').username).to.equal('new-name@example.com');
  });
});
