// The messages as they are now, in the form of messages.json.
import * as bridge from '../../src/bridge/index.js';
import { described } from '../contract/described.js';

const { forwarded, HostedMessage, LinkSettings, protocolVersion, themeVariables } = bridge;

export const describedMessages = () =>
  described({ ...forwarded, HostedMessage, LinkSettings, protocolVersion, themeVariables });
