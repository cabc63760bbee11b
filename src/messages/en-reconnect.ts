import { keyed } from './keyed.js';
import type { Message } from './message.js';

/** The words that appear only if there is a connection already, such as in a link that renews one; loaded then. */
export const enReconnect = {
  ...keyed('problem', {
    account_mismatch: {
      title: 'That’s a different {p} account',
      text: 'Nothing has changed. Use the account you connected before, or go back to {a} to connect a new one.',
      action: 'Use the account you connected before',
    },
  }),
  ...keyed('reconnect', {
    'sign-in': { title: 'Sign in to {p} again', submit: 'Sign in' },
    stopped: {
      text: '{a} no longer gets your {p} data. Sign in with the same account to get it going again.',
    },
    renew: { text: 'It’s time to renew your connection to {p}. Sign in with the same account.' },
    'signed-in': {
      text: 'Nothing has changed. If {p} didn’t ask which account to use, sign out there first. Then use the one you connected before.',
    },
    unchanged: { text: 'Nothing has changed.' },
    unfinished: { text: 'Nothing has changed yet.' },
    scopes: { text: 'When {p} asks, allow everything on the list.' },
    leave: { text: 'What you entered won’t be saved.' },
    done: { title: '{p} is connected again' },
  }),
} as const satisfies Record<string, Message>;
