import {
  bulkExport,
  bulkImport,
  bulkPause,
  listBulkOperations,
  prepareCustomCredentials,
  setCustomCredentials,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Moving connections');

export const movingConnections = {
  prepareCustomCredentials: of(
    prepareCustomCredentials,
    'Read what an application of your own is registered with',
  ),
  setCustomCredentials: of(setCustomCredentials, 'Set your own application with a provider', {
    examples: { application: { client_id: 'your-client-id', client_secret: 'your-client-secret' } },
  }),
  bulkImport: of(bulkImport, 'Import connections', {
    description:
      'The body may have 64 MiB. Of the fictional providers, an `access_token` serves that was given to your own application or begins with `good`.',
    leadsOn: true,
    success: {
      200: 'with `wait_for_completion`: the operation has ended; `Location` leads to it',
      202: 'the operation was stored and goes on; `Location` leads to its progress',
    },
    refusals: {
      400: '`custom_credentials_missing`: set your own application with the provider first',
      403: '`feature_not_enabled`, or the key is of another kind',
    },
    examples: {
      'one connection': {
        provider: 'aurora_ring',
        connections: [
          {
            user_id: '00000000-0000-4000-8000-000000000003',
            access_token: 'good-access-token',
            refresh_token: 'good-refresh-token',
            provider_id: 'account-1',
            expires_at: 1_900_000_000,
            oauth_scopes: ['profile.read', 'sleep.read'],
          },
        ],
      },
    },
  }),
  bulkExport: of(bulkExport, 'Export connections', {
    description: 'Pause them first, so that nothing refreshes them meanwhile.',
    refusals: {
      400: '`custom_credentials_missing`: set your own application with the provider first',
      403: '`feature_not_enabled`, or the key is of another kind',
    },
    examples: { 'all users': { provider: 'aurora_ring' } },
  }),
  bulkPause: of(bulkPause, 'Pause connections', {
    leadsOn: true,
    success: { 202: 'the operation was stored and goes on; `Location` leads to its progress' },
    examples: {
      'one user': { provider: 'aurora_ring', user_ids: ['00000000-0000-4000-8000-000000000003'] },
    },
  }),
  listBulkOperations: of(listBulkOperations, 'List bulk operations, the newest first'),
} satisfies Readonly<Record<string, Operation>>;
