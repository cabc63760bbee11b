import type { Message } from './message.js';

/** What a dialog or a popover asks before it is left. */
export const enOverlay = {
  'leave.title': 'Leave now?',
  'leave.text': '{p} isn’t connected yet, and what you entered won’t be saved.',
  'leave.unfinished': '{p} isn’t connected yet.',
  'leave.stay': 'Keep going',
  'leave.leave': 'Leave',
} as const satisfies Record<string, Message>;
