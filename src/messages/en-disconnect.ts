import type { Message } from './message.js';

/** The words of ending a connection: the question and its outcome. They load when a person wants to end one. */
export const enDisconnect = {
  'step.disconnect.title': 'Disconnect {p} now?',
  'step.disconnect.text':
    '{a} will no longer get your {p} data, and we’ll delete what we have stored. Anything {a} already has may stay there.',
  'step.disconnect.cancel': 'Cancel',
  'step.disconnect.busy': 'Disconnecting {p}…',
  'step.disconnect.done': '{p} is disconnected',
  'step.disconnect.failed': 'We couldn’t disconnect {p}',
} as const satisfies Record<string, Message>;
