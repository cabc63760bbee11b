import { expect } from '@open-wc/testing';
import { describedMessages } from './described-messages.js';
import promised from './messages.json' with { type: 'json' };

describe('what the page and the hosted page say to each other', () => {
  // The two pages may have different versions, so a change here also affects pages that are open somewhere.
  it('is as it is promised in messages.json', () => {
    expect(describedMessages()).to.deep.equal(promised);
  });
});
