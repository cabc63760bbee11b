import { expect } from '@open-wc/testing';
import { keepSession, takeArrival } from '../../src/hosted/arrival.js';

describe('the data with which the hosted page is opened', () => {
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  it('is read once and removed from the address, and a reload still finds the outcome', () => {
    history.replaceState(null, '', '#state=error&provider=aurora_ring&error_type=user_cancelled');
    const outcome = { state: 'error', errorType: 'user_cancelled' };
    expect(takeArrival(window).outcome).to.deep.equal(outcome);
    expect(location.hash).to.equal('');
    expect(location.search).to.equal('');
    expect(takeArrival(window).outcome).to.deep.equal(outcome);
  });

  it('leaves no token and no code in the address or the history entry', () => {
    for (const secret of ['link_token=lt_secret', 'state=success&confirm_code=secret']) {
      history.replaceState(null, '', `#${secret}`);
      const { given } = takeArrival(window);
      expect(given.toString()).to.equal(secret);
      expect(location.href + JSON.stringify(history.state)).not.to.contain('secret');
    }
  });

  it('names the session that a form brought, and a reload still finds it', () => {
    history.replaceState(null, '', '#session=ls-1&provider=aurora_ring');
    expect(takeArrival(window).session).to.equal('ls-1');
    expect(takeArrival(window).session).to.equal('ls-1');
    keepSession(window, 'ls-2');
    expect(takeArrival(window)).to.include({ session: 'ls-2', outcome: null });
  });

  it('is nothing if the address says nothing', () => {
    history.replaceState(null, '', location.pathname);
    expect(takeArrival(window)).to.include({ session: null, outcome: null });
    history.replaceState(null, '', '#elsewhere');
    expect(takeArrival(window)).to.include({ session: null, outcome: null });
    expect(location.hash).to.equal('');
  });
});
