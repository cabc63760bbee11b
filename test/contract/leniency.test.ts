import { expect } from '@open-wc/testing';
import {
  ErrorBody,
  hasSucceeded,
  LinkProvider,
  LinkSession,
  startLink,
  startOauth,
  toPublicResult,
  WebhookDelivery,
} from '../../src/contract/index.js';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('LinkSession', () => {
  it('reads a session with nothing but its state and id', () => {
    expect(accepts(LinkSession, { state: 'started', link_session_id: 's' })).to.equal(true);
  });

  it('reads unknown states, error types, methods and fields', () => {
    const session = LinkSession.parse({
      state: 'hibernating',
      link_session_id: 's',
      error_type: 'moon_phase',
      provider_mfa: { method: 'carrier_pigeon', hint: null, colour: 'grey' },
      weather: 'fair',
    });
    expect(session).to.deep.include({ state: 'hibernating', error_type: 'moon_phase', weather: 'fair' });
    expect(session.provider_mfa).to.deep.include({ method: 'carrier_pigeon', colour: 'grey' });
  });

  it('reads null wherever a value is missing', () => {
    const none = {
      provider: null,
      provider_id: null,
      connected: null,
      attempt: null,
      provider_mfa: null,
      redirect_url: null,
      on_error: null,
      on_close: null,
      error_type: null,
      expires_at: null,
      app_name: null,
      user_label: null,
      allowed_origins: null,
      terms_url: null,
      privacy_url: null,
      brand: null,
    };
    expect(accepts(LinkSession, { state: 'created', link_session_id: 's', ...none })).to.equal(true);
  });

  it('refuses values that cannot be used', () => {
    for (const value of [
      null,
      [],
      'started',
      {},
      { state: 'started' },
      { state: 1, link_session_id: 's' },
      { state: 'started', link_session_id: 's', attempt: 'two' },
    ]) {
      expect(accepts(LinkSession, value), JSON.stringify(value)).to.equal(false);
    }
  });

  it('has succeeded if it is connected or only waits for the host', () => {
    const states = ['created', 'started', 'pending_provider_mfa', 'pending_confirmation', 'success', 'error'];
    expect(states.filter((state) => hasSucceeded({ state }))).to.deep.equal([
      'pending_confirmation',
      'success',
    ]);
  });

  it('becomes a public result', () => {
    const session = LinkSession.parse({
      state: 'success',
      link_session_id: 's',
      provider: 'aurora_ring',
      provider_id: 'p',
      app_name: 'App',
    });
    expect(toPublicResult(session)).to.deep.equal({
      state: 'success',
      provider: 'aurora_ring',
      connected: true,
      provider_id: 'p',
      redirect_url: null,
      error_type: null,
      link_session_id: 's',
      consent: null,
    });
  });
});

describe('LinkProvider', () => {
  it('reads one with only its name, slug and method', () => {
    expect(accepts(LinkProvider, { name: '', slug: 'x', auth_type: 'smoke-signals' })).to.equal(true);
    expect(
      accepts(LinkProvider, {
        name: 'X',
        slug: 'x',
        auth_type: 'oauth',
        logo: null,
        regions: null,
        resources: null,
        connected: null,
        description: null,
      }),
    ).to.equal(true);
  });

  it('refuses a provider without a slug', () => {
    expect(accepts(LinkProvider, { name: 'X', auth_type: 'oauth' })).to.equal(false);
  });
});

describe('the answers of a start', () => {
  it('keep fields of a later version', () => {
    const answer = {
      session: { state: 'started', link_session_id: 's', later: 1 },
      providers: [{ name: 'X', slug: 'x', auth_type: 'oauth', later: 2 }],
      later: 3,
    };
    expect(startLink.response.parse(answer)).to.deep.equal(answer);
    expect(
      accepts(startOauth.response, { oauth_url: 'https://p.example', name: 'X', slug: 'x', later: 1 }),
    ).to.equal(true);
  });

  it('are refused without a session, or if the providers are not a list', () => {
    expect(accepts(startLink.response, { providers: [] })).to.equal(false);
    expect(
      accepts(startLink.response, { session: { state: 'started', link_session_id: 's' }, providers: {} }),
    ).to.equal(false);
  });
});

describe('ids and timestamps of answers', () => {
  it('are read in any form', () => {
    const delivery = {
      id: 'msg_1',
      event_id: '00000000-0000-4000-8000-000000000001',
      event_type: 'provider.connection.created',
      status: 'pending',
      attempts: 1,
      response_status: null,
      error: null,
      next_attempt_at: '20260501T100000+0200',
      created_on: '2026-05-01T10:00:00.000000+02:00',
    };
    expect(WebhookDelivery.parse(delivery)).to.deep.equal(delivery);
  });
});

describe('ErrorBody', () => {
  it('reads a detail that is a sentence, an object or a list', () => {
    for (const detail of [
      'Not found',
      { error_type: 'token_expired', error_message: 'gone' },
      { error_type: null },
      { error_type: 'already_exists', user_id: 'u', created_on: 'then' },
      [{ loc: ['body', 'items', 0], msg: 'is missing', type: 'missing' }],
      [],
    ]) {
      expect(accepts(ErrorBody, { detail }), JSON.stringify(detail)).to.equal(true);
    }
  });

  it('refuses a body without a detail', () => {
    expect(accepts(ErrorBody, { message: 'no' })).to.equal(false);
  });
});
