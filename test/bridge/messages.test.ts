import { expect } from '@open-wc/testing';
import { describedMessages } from './described-messages.js';
import promised from './messages.json' with { type: 'json' };

describe('what the page and the hosted page say to each other', () => {
  // The two may be of different versions: what is changed here is changed for those that stand open somewhere.
  it('is as it is promised in messages.json', () => {
    expect(describedMessages()).to.deep.equal(promised);
  });
});
