import type { Message } from './message.js';

/** The words of the list in which a person chooses what to share; loaded with that list. */
export const enChoice = {
  'step.sign-in.needed': 'Needed',
  'step.sign-in.at-least-one': 'Leave at least one selected.',
} as const satisfies Record<string, Message>;
