import { advanceClock, breakConnection, readClock } from 'svc-link/contract';
import { readDocument, readHealth, readReadiness } from '../own-endpoints.js';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Service');

export const service = {
  readHealth: of(readHealth, 'Whether the process lives'),
  readReadiness: of(readReadiness, 'Whether requests may be sent here', {
    refusals: { 503: '`stopping`, `no_database` or `no_jobs`' },
  }),
  readDocument: of(readDocument, 'This document'),
  readClock: of(readClock, 'Read the sandbox clock', { sandbox: true }),
  advanceClock: of(advanceClock, 'Move the sandbox clock forward', {
    description:
      'Answers after all that fell due was done. With keys of its own the service asks for one of them here, an API key ' +
      'or a management key.',
    refusals: { 401: 'the service has keys of its own', 403: 'a page of another site asked for it' },
    examples: { 'a day': { advance_seconds: 86_400 } },
    sandbox: true,
  }),
  breakConnection: of(breakConnection, 'Break a connection with a fictional provider', {
    examples: { 'of a scale': { user_id: '00000000-0000-4000-8000-000000000003', provider: 'quartz_scale' } },
    description:
      'As if the person had ended the access there: `provider.connection.error` is sent, and nothing is pulled before the ' +
      'connection is linked again.',
    refusals: {
      404: '`user_not_found` or `not_connected`',
      409: '`connection_not_working`: it is broken or paused',
    },
    sandbox: true,
  }),
} satisfies Readonly<Record<string, Operation>>;
