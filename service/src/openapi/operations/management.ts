import {
  createReconnectLink,
  countTeamConnections,
  createApiKey,
  createManagementKey,
  createTeam,
  deleteApiKey,
  deleteManagementKey,
  deleteTeam,
  listApiKeys,
  listBrokenConnections,
  listAuditEntries,
  listManagementKeys,
  listTeamBulkOperations,
  listTeams,
  listUserConnections,
  readLinkFunnel,
  findLinkSessions,
  readLinkProblems,
  readOwnManagementKey,
  rotateApiKey,
  rotateManagementKey,
  readProviderHealth,
  readTeam,
  teamsOnPage,
  updateTeam,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Management');

const rotationRefusals = {
  409: '`key_replaced`: it was rotated before; `key_in_settings`: the settings of the service name it; `too_many_keys`: too many that have expired are still there',
};

const settingsKey =
  'It stops at once. One that the settings of the service name is back at its next start, unless they change: then `in_settings` is true.';

export const management = {
  listTeams: of(listTeams, 'List the teams of the organization, the oldest first', {
    description: `A page holds ${teamsOnPage} teams; \`region\` may be there twice.`,
  }),
  createTeam: of(createTeam, 'Make a team', {
    examples: { 'in the European Union': { name: 'Nightshift', region: 'eu' } },
  }),
  readTeam: of(readTeam, 'Read a team'),
  updateTeam: of(updateTeam, 'Change a team', {
    description: 'What is absent stays, null takes away; `flags` are replaced whole.',
    refusals: {
      403: 'the key is of another kind or does not reach this, the switch `management` is off, or a key of some teams sends `flags`',
    },
    examples: {
      brand: {
        brand: { name: 'Acme Health', color: '#0b6e4f', logo: 'https://acme.example/logo.svg' },
        terms_url: 'https://acme.example/terms',
        privacy_url: 'https://acme.example/privacy',
      },
      switches: { flags: ['management', 'bulk_import'] },
    },
  }),
  deleteTeam: of(deleteTeam, 'Delete a team for good', {
    description:
      'Keys, webhooks, link tokens and connections end at once, users with all that is theirs after 7 days.',
  }),
  readOwnManagementKey: of(readOwnManagementKey, 'Read the management key that asks'),
  createManagementKey: of(createManagementKey, 'Make a management key', {
    description: 'The key is shown this once.',
    refusals: { 409: '`too_many_keys`: an organization has at most 200' },
    examples: { 'of the organization': { name: 'deployment', kind: 'org' } },
  }),
  listAuditEntries: of(listAuditEntries, 'Read what was done in the organization, the newest first', {
    description:
      'Entries are only added, and kept for 400 days. With `Accept: application/x-ndjson` or `text/csv` all that the query names is answered as a file.',
  }),
  listManagementKeys: of(listManagementKeys, 'List the management keys, the oldest first'),
  deleteManagementKey: of(deleteManagementKey, 'Delete a management key', {
    description: settingsKey,
    refusals: { 409: '`last_org_key`: without this one nobody could get in' },
  }),
  rotateManagementKey: of(rotateManagementKey, 'Replace a management key by a new one', {
    description: 'The new key is shown this once. The old one goes on for `overlap_seconds`.',
    refusals: rotationRefusals,
    examples: { 'an overlap of an hour': { overlap_seconds: 3600 } },
  }),
  createApiKey: of(createApiKey, 'Make an API key of a team', {
    description: 'The key is shown this once.',
    refusals: { 409: '`too_many_keys`: a team has at most 50' },
    examples: { 'of a server': { name: 'production' } },
  }),
  listApiKeys: of(listApiKeys, 'List the API keys of a team, the oldest first'),
  deleteApiKey: of(deleteApiKey, 'Delete an API key', { description: settingsKey }),
  rotateApiKey: of(rotateApiKey, 'Replace an API key of a team by a new one', {
    description: 'The new key is shown this once. The old one goes on for `overlap_seconds`.',
    refusals: rotationRefusals,
    examples: { 'an overlap of an hour': { overlap_seconds: 3600 } },
  }),
  readLinkFunnel: of(readLinkFunnel, 'Read how far link sessions came', {
    description:
      'A session counts once for each step, on the day on which it was opened. Not everybody is `challenged`.',
  }),
  readLinkProblems: of(readLinkProblems, 'Read what went wrong in link sessions', {
    description: 'By the day on which the session was opened.',
  }),
  findLinkSessions: of(findLinkSessions, 'Find link sessions and their ways', {
    description:
      'By one of what an event of the widget says, or by a user. Ids and times only: nothing that a person typed.',
  }),
  listTeamBulkOperations: of(listTeamBulkOperations, 'List the bulk operations of a team, the newest first', {
    description: 'What they are and how far: no user and no token. A management key begins none.',
  }),
  countTeamConnections: of(
    countTeamConnections,
    'Count the connections of a team, by provider, state and reason',
    {
      description:
        'Whose they are is told to the team itself: by `listUserProviders`, and by the event `provider.connection.error`.',
    },
  ),
  readProviderHealth: of(readProviderHealth, 'Read how the providers of a team do', {
    description:
      'Connections by state, renewals and refusals of access in the last 24 hours, limits. What is used of a limit is null where other teams use the application too.',
  }),
  listBrokenConnections: of(
    listBrokenConnections,
    'List the broken connections of a team with a provider, the one that broke last first',
    {
      description:
        'With the `user_id` of each, and why it is broken; those that broke before they were paused are among them.',
    },
  ),
  listUserConnections: of(listUserConnections, 'List how the connections of a user stand', {
    description: 'State, access, pulls of past data and problems; no data, account or token.',
  }),
  createReconnectLink: of(createReconnectLink, 'Make a link with which a person renews a broken connection', {
    description: 'The address of the hosted page, for that connection and its account only.',
    refusals: { 404: '`user_not_found` or `not_connected`', 409: '`connection_works`: it is not broken' },
    examples: { 'of a scale': { provider: 'quartz_scale' } },
  }),
} satisfies Readonly<Record<string, Operation>>;
