import type { Message } from './message.js';

/** What the panel says that hands a link over to a phone: loaded if it is asked for. */
export const enHandoff = {
  'step.handoff.title': 'Continue on your phone',
  'step.handoff.text': 'Point your phone’s camera at this code. It opens once, on one phone.',
  'step.handoff.code': 'QR code that opens this link on your phone',
  'step.handoff.making': 'Making a code…',
  'step.handoff.address': 'Or open this address on your phone',
  'step.handoff.copy': 'Copy the address',
  'step.handoff.copied': 'Copied',
  'step.handoff.not-copied':
    'Your browser doesn’t allow copying here. The address is selected, so you can copy it yourself.',
  'step.handoff.lasts': 'This code works for {time}',
  'step.handoff.minute': 'The code works for one more minute.',
  'step.handoff.here': 'Continue here instead',
  'step.handoff.new': 'New code',
  'step.handoff.expired-title': 'This code has run out',
  'step.handoff.expired-text': 'A code works for five minutes. Make a new one, or continue here.',
  'step.handoff.failed-title': 'We couldn’t make a code',
  'step.handoff.failed-text': 'Try again in a moment, or continue here.',
  'step.handoff.opened-title': 'Opened on your phone',
  'step.handoff.opened-text': 'Answer the question on your phone.',
  'step.handoff.number-text': 'Type the number that your phone shows.',
  'step.handoff.number': 'Number on your phone',
  'step.handoff.number-wrong': 'That isn’t the number on your phone',
  'step.handoff.number-submit': 'Continue',
  'step.handoff.waiting-title': 'Finish on your phone',
  'step.handoff.waiting-text': 'Keep this page open. It goes on by itself when you’re done there.',
  'step.handoff.declined-title': 'You stopped on your phone',
  'step.handoff.declined-text': 'Nothing was connected. Make a new code, or continue here.',
} as const satisfies Record<string, Message>;
