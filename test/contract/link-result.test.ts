import { expect } from '@open-wc/testing';
import { LinkResult, toPublicResult } from '../../src/contract/index.js';

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

  it('is not connected where nothing says so', () => {
    expect(toPublicResult(LinkResult.parse({ state: 'error' })).connected).to.equal(false);
  });

  it('hands on the code that the host has to confirm with, where it is one', () => {
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
