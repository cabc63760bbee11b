import {
  findLinkSessions,
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
  createReconnectLink,
  listUserConnections,
  readOwnManagementKey,
  rotateApiKey,
  rotateManagementKey,
  readLinkFunnel,
  readLinkProblems,
  readProviderHealth,
  readTeam,
  updateTeam,
  type BodyOf,
  type QueryOf,
  type TeamListItem,
} from '../contract/index.js';
import type { Answer, CallOptions, RepeatableCallOptions } from './client-options.js';
import { eachFrom } from './pages.js';
import type { Send } from './send.js';

/** The calls of an organization, with a management key (spec 4.12 and 5). */
export interface ManagementCalls {
  /** Which management key the client has: of which organization, and what it reaches. */
  readOwnManagementKey(call?: CallOptions): Answer<typeof readOwnManagementKey>;
  /** A page of the organization's teams, the oldest first. */
  listTeams(orgId: string, query?: QueryOf<typeof listTeams>, call?: CallOptions): Answer<typeof listTeams>;
  /** All of them, a page at a time, as you go on: `for await (const team of client.teams(orgId))`. */
  teams(
    orgId: string,
    query?: Omit<NonNullable<QueryOf<typeof listTeams>>, 'next_cursor'>,
    call?: CallOptions,
  ): AsyncGenerator<TeamListItem, void, undefined>;
  /** A new team. */
  createTeam(
    orgId: string,
    body: BodyOf<typeof createTeam>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createTeam>;
  /** A team, with what people see of it. */
  readTeam(orgId: string, teamId: string, call?: CallOptions): Answer<typeof readTeam>;
  /** Changes a team; what is absent stays, null takes away. */
  updateTeam(
    orgId: string,
    teamId: string,
    changes: BodyOf<typeof updateTeam>,
    call?: CallOptions,
  ): Answer<typeof updateTeam>;
  /** Deletes a team for good. */
  deleteTeam(orgId: string, teamId: string, call?: CallOptions): Answer<typeof deleteTeam>;
  /** A management key, of the organization or of some of its teams. The answer holds the key, this once. */
  createManagementKey(
    orgId: string,
    body: BodyOf<typeof createManagementKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createManagementKey>;
  /** A page of what was done in the organization, the newest first. */
  listAuditEntries(
    orgId: string,
    query?: QueryOf<typeof listAuditEntries>,
    call?: CallOptions,
  ): Answer<typeof listAuditEntries>;
  /** The management keys of the organization. */
  listManagementKeys(orgId: string, call?: CallOptions): Answer<typeof listManagementKeys>;
  /**
   * Deletes a management key; the last one of the organization rejects with `errorType` `last_org_key`. `in_settings`: it is
   * back at the next start, unless the service's settings change.
   */
  deleteManagementKey(orgId: string, keyId: string, call?: CallOptions): Answer<typeof deleteManagementKey>;
  /** A management key in place of another one, which goes on for a day or for `overlap_seconds`. The answer holds the key, this once. */
  rotateManagementKey(
    orgId: string,
    keyId: string,
    body?: BodyOf<typeof rotateManagementKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof rotateManagementKey>;
  /** An API key of a team. The answer holds the key, this once. */
  createApiKey(
    orgId: string,
    teamId: string,
    body: BodyOf<typeof createApiKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createApiKey>;
  /** The API keys of a team. */
  listApiKeys(orgId: string, teamId: string, call?: CallOptions): Answer<typeof listApiKeys>;
  /** Deletes an API key, which stops within a second. `in_settings`: it is back at the next start, unless the service's settings change. */
  deleteApiKey(orgId: string, teamId: string, keyId: string, call?: CallOptions): Answer<typeof deleteApiKey>;
  /** An API key in place of another one, which goes on for a day or for `overlap_seconds`. The answer holds the key, this once. */
  rotateApiKey(
    orgId: string,
    teamId: string,
    keyId: string,
    body?: BodyOf<typeof rotateApiKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof rotateApiKey>;
  /** How far the link sessions of a team came, step by step. */
  readLinkFunnel(
    orgId: string,
    teamId: string,
    query?: QueryOf<typeof readLinkFunnel>,
    call?: CallOptions,
  ): Answer<typeof readLinkFunnel>;
  /**
   * The link sessions that an event of the widget was about, with their ways: by its `link_session_id`, its `request_id` or its
   * time; or the latest ones of a user.
   */
  findLinkSessions(
    orgId: string,
    teamId: string,
    query: QueryOf<typeof findLinkSessions>,
    call?: CallOptions,
  ): Answer<typeof findLinkSessions>;
  /** What went wrong in the link sessions of a team, and how often. */
  readLinkProblems(
    orgId: string,
    teamId: string,
    query?: QueryOf<typeof readLinkProblems>,
    call?: CallOptions,
  ): Answer<typeof readLinkProblems>;
  /** A page of the bulk operations of a team and how far they are, the newest first, or the one with `id`. */
  listTeamBulkOperations(
    orgId: string,
    teamId: string,
    query?: QueryOf<typeof listTeamBulkOperations>,
    call?: CallOptions,
  ): Answer<typeof listTeamBulkOperations>;
  /** How the connections of a team's users are, by provider, state and reason. It names no user. */
  countTeamConnections(
    orgId: string,
    teamId: string,
    call?: CallOptions,
  ): Answer<typeof countTeamConnections>;
  /** How each provider of a team does: connections, renewals and refusals of access, limits. It names no user. */
  readProviderHealth(orgId: string, teamId: string, call?: CallOptions): Answer<typeof readProviderHealth>;
  /** A page of the broken connections of a team with a provider, the one that broke last first. */
  listBrokenConnections(
    orgId: string,
    teamId: string,
    query: QueryOf<typeof listBrokenConnections>,
    call?: CallOptions,
  ): Answer<typeof listBrokenConnections>;
  /** How the connections of a user of a team stand, and why one is broken; without data, accounts or tokens. */
  listUserConnections(
    orgId: string,
    teamId: string,
    userId: string,
    call?: CallOptions,
  ): Answer<typeof listUserConnections>;
  /** A link with which a person renews a broken connection: its address alone, for the account that was connected. */
  createReconnectLink(
    orgId: string,
    teamId: string,
    userId: string,
    provider: string,
    call?: RepeatableCallOptions,
  ): Answer<typeof createReconnectLink>;
}

export function managementCalls(send: Send): ManagementCalls {
  const listPage: ManagementCalls['listTeams'] = (orgId, query = {}, call) =>
    send(listTeams, { params: { org_id: orgId }, query, ...call });
  return {
    readOwnManagementKey: (call) => send(readOwnManagementKey, { ...call }),
    listTeams: listPage,
    teams: (orgId, query, call) =>
      eachFrom(async (next_cursor) => {
        const page = await listPage(orgId, { ...query, next_cursor }, call);
        return { items: page.teams, next: page.next_cursor };
      }),
    createTeam: (orgId, body, call) => send(createTeam, { params: { org_id: orgId }, body, ...call }),
    readTeam: (orgId, teamId, call) =>
      send(readTeam, { params: { org_id: orgId, team_id: teamId }, ...call }),
    updateTeam: (orgId, teamId, body, call) =>
      send(updateTeam, { params: { org_id: orgId, team_id: teamId }, body, ...call }),
    deleteTeam: (orgId, teamId, call) =>
      send(deleteTeam, { params: { org_id: orgId, team_id: teamId }, ...call }),
    createManagementKey: (orgId, body, call) =>
      send(createManagementKey, { params: { org_id: orgId }, body, ...call }),
    listAuditEntries: (orgId, query = {}, call) =>
      send(listAuditEntries, { params: { org_id: orgId }, query, ...call }),
    listManagementKeys: (orgId, call) => send(listManagementKeys, { params: { org_id: orgId }, ...call }),
    deleteManagementKey: (orgId, keyId, call) =>
      send(deleteManagementKey, { params: { org_id: orgId, id: keyId }, ...call }),
    rotateManagementKey: (orgId, keyId, body = {}, call) =>
      send(rotateManagementKey, { params: { org_id: orgId, id: keyId }, body, ...call }),
    createApiKey: (orgId, teamId, body, call) =>
      send(createApiKey, { params: { org_id: orgId, team_id: teamId }, body, ...call }),
    listApiKeys: (orgId, teamId, call) =>
      send(listApiKeys, { params: { org_id: orgId, team_id: teamId }, ...call }),
    deleteApiKey: (orgId, teamId, keyId, call) =>
      send(deleteApiKey, { params: { org_id: orgId, team_id: teamId, id: keyId }, ...call }),
    rotateApiKey: (orgId, teamId, keyId, body = {}, call) =>
      send(rotateApiKey, { params: { org_id: orgId, team_id: teamId, id: keyId }, body, ...call }),
    readLinkFunnel: (orgId, teamId, query = {}, call) =>
      send(readLinkFunnel, { params: { org_id: orgId, team_id: teamId }, query, ...call }),
    readLinkProblems: (orgId, teamId, query = {}, call) =>
      send(readLinkProblems, { params: { org_id: orgId, team_id: teamId }, query, ...call }),
    findLinkSessions: (orgId, teamId, query, call) =>
      send(findLinkSessions, { params: { org_id: orgId, team_id: teamId }, query, ...call }),
    listTeamBulkOperations: (orgId, teamId, query = {}, call) =>
      send(listTeamBulkOperations, { params: { org_id: orgId, team_id: teamId }, query, ...call }),
    countTeamConnections: (orgId, teamId, call) =>
      send(countTeamConnections, { params: { org_id: orgId, team_id: teamId }, ...call }),
    readProviderHealth: (orgId, teamId, call) =>
      send(readProviderHealth, { params: { org_id: orgId, team_id: teamId }, ...call }),
    listBrokenConnections: (orgId, teamId, query, call) =>
      send(listBrokenConnections, { params: { org_id: orgId, team_id: teamId }, query, ...call }),
    listUserConnections: (orgId, teamId, userId, call) =>
      send(listUserConnections, {
        params: { org_id: orgId, team_id: teamId, user_id: userId },
        ...call,
      }),
    createReconnectLink: (orgId, teamId, userId, provider, call) =>
      send(createReconnectLink, {
        params: { org_id: orgId, team_id: teamId, user_id: userId },
        body: { provider },
        ...call,
      }),
  };
}
