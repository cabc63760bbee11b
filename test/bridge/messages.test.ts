import { expect } from '@open-wc/testing';
import { describedMessages } from './described-messages.js';
import promised from './messages.json' with { type: 'json' };

describe('the messages between the page and the hosted page', () => {
  // The two pages may have different versions, so a change here also affects pages that are open somewhere.
  it('are as messages.json promises', () => {
    expect(describedMessages()).to.deep.equal(promised);
  });
});
