import type { Message } from './message.js';

/** The question of a dialog or a popover before a person leaves it. */
export const enOverlay = {
  'leave.title': 'Leave now?',
  'leave.text': '{p} isn’t connected yet, and what you entered won’t be saved.',
  'leave.unfinished': '{p} isn’t connected yet.',
  'leave.stay': 'Keep going',
  'leave.leave': 'Leave',
} as const satisfies Record<string, Message>;
