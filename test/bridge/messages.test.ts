import { expect } from '@open-wc/testing';
import {
  forwarded,
  HostedMessage,
  LinkSettings,
  protocolVersion,
  themeVariables,
} from '../../src/bridge/index.js';
import { described } from '../contract/described.js';
import promised from './messages.json' with { type: 'json' };

describe('what the page and the hosted page say to each other', () => {
  // The two may be of different versions: what is changed here is changed for those that stand open somewhere.
  it('is as it is promised in messages.json', () => {
    const messages = { ...forwarded, HostedMessage, LinkSettings, protocolVersion, themeVariables };
    expect(described(messages)).to.deep.equal(promised);
  });
});
