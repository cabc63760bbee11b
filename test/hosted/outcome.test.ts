import { expect } from '@open-wc/testing';
import { screenOf, takeOutcome } from '../../src/hosted/outcome.js';

describe('the outcome in the address', () => {
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  it('is read once and taken out of the address, and a reload still finds it', () => {
    history.replaceState(null, '', '#state=error&provider=aurora_ring&error_type=user_cancelled');
    const outcome = { state: 'error', errorType: 'user_cancelled' };
    expect(takeOutcome(window)).to.deep.equal(outcome);
    expect(location.hash).to.equal('');
    expect(location.search).to.equal('');
    expect(takeOutcome(window)).to.deep.equal(outcome);
  });

  it('is missing where the address says nothing of it', () => {
    history.replaceState(null, '', location.pathname);
    expect(takeOutcome(window)).to.be.null;
    history.replaceState(null, '', '#elsewhere');
    expect(takeOutcome(window)).to.be.null;
    expect(location.hash).to.equal('');
  });

  it('has words for success, for giving up and for everything else', () => {
    const titleOf = (state: string, errorType: string | null, provider: string | null) =>
      screenOf({ state, errorType }, provider).title;
    expect(titleOf('success', null, 'Aurora Ring')).to.equal('Aurora Ring is connected');
    expect(titleOf('success', null, null)).to.equal('You’re connected');
    expect(titleOf('error', 'user_cancelled', 'Aurora Ring')).to.equal('You stopped connecting Aurora Ring');
    expect(titleOf('error', 'brand_new_error', null)).to.equal('We couldn’t connect your account');
    expect(titleOf('pending_confirmation', null, null)).to.equal('We couldn’t connect your account');
  });
});
