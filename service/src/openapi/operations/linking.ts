import {
  completeMfa,
  linkWithPassword,
  listLinkProviders,
  readLinkState,
  startLink,
  startOauth,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Linking');
const password = 'good-password';

export const linking = {
  startLink: of(startLink, 'Start a link: the session and its providers', {
    description: 'The token goes in the body or in the header `x-svc-link-token`.',
    refusals: {
      401: 'the link token does not serve',
      403: '`origin_not_allowed`: this page may not start it',
    },
  }),
  readLinkState: of(readLinkState, 'Read the state of the session'),
  listLinkProviders: of(listLinkProviders, 'List the providers that the link token offers'),
  startOauth: of(startOauth, 'Begin at an OAuth provider', {
    description: 'A later attempt supersedes this one. `oauth_url` is good once.',
    refusals: { 409: 'a later try with this token has begun' },
  }),
  linkWithPassword: of(linkWithPassword, 'Sign in with user name and password', {
    description:
      'The user name decides what a fictional provider does. A link token that does not serve is a link result too.',
    refusals: {
      409: '`attempt_superseded`: a later try with this token has begun',
      '4XX': 'what `status-NNN@…` asks for',
      '5XX': 'what `status-NNN@…` asks for; a 502 comes with a body that is not JSON',
    },
    examples: {
      success: { username: 'ok@example.com', password },
      'a code by text message (123456)': { username: 'sms@example.com', password },
      'two codes (123456, then 654321)': { username: 'twice@example.com', password },
      'a wrong password': { username: 'ok@example.com', password: 'wrong' },
      'an error of the provider': { username: 'error-provider_api_error@example.com', password },
      'too many requests': { username: 'status-429@example.com', password },
    },
  }),
  completeMfa: of(completeMfa, 'Answer with the code', {
    refusals: { 409: '`attempt_superseded`: a later try with this token has begun' },
    examples: { right: { mfa_code: '123456' }, wrong: { mfa_code: '000000' } },
  }),
} satisfies Readonly<Record<string, Operation>>;
