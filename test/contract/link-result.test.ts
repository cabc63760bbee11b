import { expect } from '@open-wc/testing';
import { LinkResult, LinkSession, resultsOf, toPublicResult } from '../../src/contract/index.js';

describe('LinkResult', () => {
  it('reads a result without its deprecated fields', () => {
    const result = LinkResult.parse({ state: 'success' });
    expect(toPublicResult(result)).to.deep.equal({
      state: 'success',
      provider: null,
      connected: true,
      provider_id: null,
      redirect_url: null,
      error_type: null,
      link_session_id: null,
      consent: null,
    });
  });

  it('keeps unknown states, error types and fields', () => {
    const result = LinkResult.parse({ state: 'paused', error_type: 'lunar_phase', extra: { a: 1 } });
    expect(result.state).to.equal('paused');
    expect(result.error_type).to.equal('lunar_phase');
  });

  it('is not connected if nothing says so', () => {
    expect(toPublicResult(LinkResult.parse({ state: 'error' })).connected).to.equal(false);
  });

  it('passes on the code with which the host has to confirm, if it is valid', () => {
    const waits = { state: 'pending_confirmation', provider: 'aurora_ring', connected: false };
    expect(toPublicResult(LinkResult.parse({ ...waits, confirm_code: 'c1' }))).to.deep.include({
      ...waits,
      confirm_code: 'c1',
    });
    for (const confirm_code of [null, undefined])
      expect(toPublicResult(LinkResult.parse({ ...waits, confirm_code }))).not.to.have.property(
        'confirm_code',
      );
  });

  it('never makes debug text public', () => {
    const result = LinkResult.parse({ state: 'error', error: 'stack trace', error_type: 'invalid_token' });
    expect(JSON.stringify(toPublicResult(result))).not.to.contain('stack trace');
  });

  it('refuses a body without a state', () => {
    expect(LinkResult.safeParse({ connected: true }).success).to.equal(false);
    expect(LinkResult.safeParse('nope').success).to.equal(false);
  });
});

describe('the results of a session', () => {
  const session = (fields: object) =>
    LinkSession.parse({ link_session_id: 's1', state: 'started', ...fields });
  const consent = { resources: ['sleep'], text_version: '1', language: 'en', at: '2026-11-22T10:00:00Z' };

  it('are none before success, and one after it', () => {
    expect(resultsOf(session({ provider: 'aurora_ring' }))).to.deep.equal([]);
    const [result, ...more] = resultsOf(
      session({ state: 'success', provider: 'aurora_ring', provider_id: 'a1', connected: true, consent }),
    );
    expect(more).to.deep.equal([]);
    expect(result).to.deep.equal({
      state: 'success',
      provider: 'aurora_ring',
      connected: true,
      provider_id: 'a1',
      redirect_url: null,
      error_type: null,
      link_session_id: 's1',
      consent,
    });
  });

  it('are all that it made, if it makes several, however the last try ended', () => {
    const connections = [
      { provider: 'aurora_ring', provider_id: 'a1', consent },
      { provider: 'quartz_scale', provider_id: 'q1', consent: null },
    ];
    const results = resultsOf(
      session({ state: 'error', provider: 'tundra_watch', error_type: 'rate_limited', connections }),
    );
    expect(results.map(({ provider, provider_id }) => [provider, provider_id])).to.deep.equal([
      ['aurora_ring', 'a1'],
      ['quartz_scale', 'q1'],
    ]);
    for (const result of results)
      expect(result).to.deep.include({
        state: 'success',
        connected: true,
        error_type: null,
        link_session_id: 's1',
      });
    expect(results.map((result) => result.consent)).to.deep.equal([consent, null]);
    expect(resultsOf(session({ state: 'success', connections: [] }))).to.deep.equal([]);
  });
});
