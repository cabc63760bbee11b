import { expect } from '@open-wc/testing';
import { pageMemory } from '../../src/hosted/page-memory.js';

describe('the note that a reload of the hosted page finds', () => {
  afterEach(() => sessionStorage.clear());
  const memory = (more: Partial<Parameters<typeof pageMemory>[0]> = {}) =>
    pageMemory({ session: () => 'ls-1', isLeaving: () => false, hasReturned: false, ...more });

  it('is the step of its own session, and nothing once the session is forgotten', async () => {
    expect(memory().recall()).to.equal(null);
    memory().write('quartz_scale', 'challenge', 'ls-1 1');
    expect(await memory().recall()).to.deep.equal({
      sameToken: true,
      provider: 'quartz_scale',
      step: 'challenge',
      told: 'ls-1 1',
    });
    expect(memory({ session: () => 'ls-2' }).recall()).to.equal(null);
    expect(memory({ session: () => null }).recall()).to.equal(null);
    memory().clear();
    expect(memory().recall()).to.equal(null);
  });

  it('asks a person again who came back without the provider’s answer', async () => {
    memory({ isLeaving: () => true }).write('aurora_ring', 'connecting', null);
    expect((await memory().recall())?.step).to.equal('authorize');
    expect((await memory({ hasReturned: true }).recall())?.step).to.equal('connecting');
  });

  it('says that the person was at the provider, if they come back and the browser kept nothing', async () => {
    expect(await memory({ hasReturned: true }).recall()).to.deep.equal({
      sameToken: true,
      provider: null,
      step: 'connecting',
      told: null,
    });
  });

  it('is nothing if it is not ours', () => {
    for (const text of ['', 'no json', 'null', '1', '{"step":"moon"}']) {
      sessionStorage.setItem('svc-link:ls-1', text);
      expect(memory().recall(), text).to.equal(null);
    }
  });
});
