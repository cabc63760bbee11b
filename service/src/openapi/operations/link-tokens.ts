import { confirmLinkSession, createLinkToken, isLinkTokenValid, readLinkSession } from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Link tokens');

export const linkTokens = {
  createLinkToken: of(createLinkToken, 'Create a link token', {
    refusals: { 404: 'the user is unknown' },
    examples: {
      'for a page': {
        user_id: '00000000-0000-4000-8000-000000000003',
        allowed_origins: ['https://app.example.com'],
      },
      'for an app': {
        user_id: '00000000-0000-4000-8000-000000000003',
        redirect_url: 'com.example.app:/linked',
      },
    },
  }),
  isLinkTokenValid: of(isLinkTokenValid, 'Ask whether a link token can still be used'),
  readLinkSession: of(readLinkSession, 'Read how a link session stands'),
  confirmLinkSession: of(confirmLinkSession, 'Confirm a link session', {
    refusals: {
      400: '`confirm_code_wrong`: the code is not the one that the browser was given',
      409: '`not_waiting_for_confirmation`: it does not wait, or not any more',
    },
  }),
} satisfies Readonly<Record<string, Operation>>;
