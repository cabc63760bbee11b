import type { Message } from './message.js';

/** The words of a connection's receipt; loaded with it. */
export const enReceipt = {
  'step.done.receipt-title': 'What you share with {a}',
  'step.done.receipt-when': 'When',
  'step.done.receipt-print': 'Print or save',
  'step.done.receipt-here': 'Another page can’t be opened here. Take a picture of this one to keep it.',
} as const satisfies Record<string, Message>;
