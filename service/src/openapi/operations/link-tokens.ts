import {
  confirmLinkSession,
  createLinkToken,
  extendLinkToken,
  isLinkTokenValid,
  readLinkSession,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Link tokens');

export const linkTokens = {
  createLinkToken: of(createLinkToken, 'Create a link token', {
    refusals: {
      404: 'the user is unknown; or `not_connected`, with `reconnect`',
      422: 'a field or rule is not kept; `detail` names it, as do `multiple_with_confirm`, `multiple_with_reconnect` and `redirect_url_not_allowed`; `idempotency_key_reused`',
    },
    examples: {
      'for any page': { user_id: '00000000-0000-4000-8000-000000000003' },
      'for pages of yours alone': {
        user_id: '00000000-0000-4000-8000-000000000003',
        allowed_origins: ['https://app.example.com'],
      },
      'for an app': {
        user_id: '00000000-0000-4000-8000-000000000003',
        redirect_url: 'com.example.app:/linked',
      },
    },
  }),
  isLinkTokenValid: of(isLinkTokenValid, 'Ask whether a link token can still be used', {
    examples: { 'a token': { token: 'lt_…' } },
  }),
  extendLinkToken: of(extendLinkToken, 'Give an unfinished link token more time', {
    description:
      'Its end is 60 minutes later, and at most 4 hours after it was made: at that limit `expires_at` stays.',
    refusals: {
      401: 'the API key is missing or unknown; or the link token is used up (`token_consumed`), at its end (`token_expired`), or none of the team (`invalid_token`)',
    },
    examples: { 'more time': { link_token: 'lt_…' } },
  }),
  readLinkSession: of(readLinkSession, 'Read how a link session stands'),
  confirmLinkSession: of(confirmLinkSession, 'Confirm a link session', {
    refusals: {
      400: '`confirm_code_wrong`: the code is not the one that the browser was given',
      409: '`not_waiting_for_confirmation`: it does not wait, or not any more',
    },
    examples: { 'what your page was given': { confirm_code: '…' } },
  }),
} satisfies Readonly<Record<string, Operation>>;
