// The interface and the messages between windows in a form that tests compare, so that a change shows whom it affects.
import * as bridge from '../../src/bridge/index.ts';
import * as contract from '../../src/contract/index.ts';
import * as formats from '../../src/contract/formats.ts';
import { uuid } from '../../src/contract/uuid.ts';
import { described } from '../../test/contract/described.ts';

const { forwarded, HostedMessage, LinkSettings, protocolVersion, themeVariables } = bridge;

const messages = { ...forwarded, HostedMessage, LinkSettings, protocolVersion, themeVariables };

/** By the file that keeps them. */
export const promised = {
  'test/contract/interface.json': described({ ...contract, ...formats, uuid }),
  'test/bridge/messages.json': described(messages),
};
