import {
  completeMfa,
  endHandoff,
  disconnectLink,
  finishLink,
  leaveLink,
  linkWithPassword,
  listLinkProviders,
  makeHandoff,
  readLinkState,
  sendHandoffNumber,
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
    examples: { 'a token in the body': { link_token: 'lt_…' } },
  }),
  readLinkState: of(readLinkState, 'Read the state of the session'),
  makeHandoff: of(makeHandoff, 'Continue on a phone: make a one-time address', {
    description: 'Good once, for five minutes. It ends the one before, and the phone that opened it.',
    refusals: {
      401: 'the link token does not serve, or the link was not started',
      403: '`handoff_not_allowed`: the link token says `handoff: false`',
    },
    examples: { 'a provider that was chosen before': { provider: 'quartz_scale' } },
  }),
  endHandoff: of(endHandoff, 'Continue here instead: take the address back'),
  sendHandoffNumber: of(sendHandoffNumber, 'Say the number that the phone shows', {
    description: 'Only if `handoff.needs_number` of the session says so.',
    refusals: {
      400: '`handoff_number_wrong`: it is not what the phone shows',
      409: '`handoff_not_waiting`: no phone waits for a number, or not any more',
    },
    examples: { 'what the phone shows': { number: '201183' } },
  }),
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
  finishLink: of(finishLink, 'Finish with several connections', {
    description: 'For a token with `multiple`: it is used up from then on.',
    refusals: { 401: 'the link token does not serve' },
  }),
  leaveLink: of(leaveLink, 'Note that the person left the widget', {
    description: 'For the support of the team. The token stays as it is.',
    refusals: { 401: 'the link token does not serve' },
  }),
  disconnectLink: of(disconnectLink, 'End a connection of the person', {
    description: 'For a token with `manage`. One that has ended already is a success too.',
    refusals: {
      401: 'the link token does not serve',
      403: '`manage_not_allowed`: the link token does not say `manage`; `provider_not_offered`: it does not offer this provider; `origin_not_allowed`: this page may not use it',
    },
  }),
} satisfies Readonly<Record<string, Operation>>;
