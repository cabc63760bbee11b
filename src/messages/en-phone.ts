import type { Message } from './message.js';

/** The words of the hosted page on a phone that received a link from another device. */
export const enPhone = {
  'page.phone.question': 'Are you connecting for {name}?',
  'page.phone.question-unnamed': 'Did you open this on your own computer?',
  'page.phone.by': '{a} asks for this connection.',
  'page.phone.site': 'It was started at {site}.',
  'page.phone.warning':
    'Only go on if you opened this on your own computer. If somebody sent or showed you this code, your data would go to them.',
  'page.phone.yes': 'Yes, continue',
  'page.phone.no': 'No, stop',
  'page.phone.number': 'If it was you, type this number on your computer:',
  'page.phone.done.title': 'Done',
  'page.phone.done.text': 'Look at your computer. You can close this page.',
  'page.phone.declined.title': 'Nothing was connected',
  'page.phone.declined.text': 'You can close this page.',
  'page.phone.used.title': 'This code was already opened',
  'page.phone.used.text': 'It works once, on one phone. You can make a new one on your computer.',
  'page.phone.expired.title': 'This code has run out',
  'page.phone.expired.text': 'A code works for five minutes. You can make a new one on your computer.',
  'page.phone.ended.title': 'You can’t continue here',
  'page.phone.ended.text': 'Look at your computer to go on. You can close this page.',
} as const satisfies Record<string, Message>;
