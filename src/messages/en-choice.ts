import type { Message } from './message.js';

/** What the list of what to share says once somebody chooses: loaded with it. */
export const enChoice = {
  'step.sign-in.needed': 'Needed',
  'step.sign-in.at-least-one': 'Leave at least one selected.',
} as const satisfies Record<string, Message>;
