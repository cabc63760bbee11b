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
  /** Reads the management key of this client: its organization, and what it reaches. */
  readOwnManagementKey(call?: CallOptions): Answer<typeof readOwnManagementKey>;
  /** A page of the organization's teams, the oldest first. */
  listTeams(orgId: string, query?: QueryOf<typeof listTeams>, call?: CallOptions): Answer<typeof listTeams>;
  /** All teams; reads each page as you need it: `for await (const team of client.teams(orgId))`. */
  teams(
    orgId: string,
    query?: Omit<NonNullable<QueryOf<typeof listTeams>>, 'next_cursor'>,
    call?: CallOptions,
  ): AsyncGenerator<TeamListItem, void, undefined>;
  /** Makes a team. */
  createTeam(
    orgId: string,
    body: BodyOf<typeof createTeam>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createTeam>;
  /** Reads a team and its settings. */
  readTeam(orgId: string, teamId: string, call?: CallOptions): Answer<typeof readTeam>;
  /** Changes a team. An absent field stays as it is; null removes it. */
  updateTeam(
    orgId: string,
    teamId: string,
    changes: BodyOf<typeof updateTeam>,
    call?: CallOptions,
  ): Answer<typeof updateTeam>;
  /** Deletes a team for good. */
  deleteTeam(orgId: string, teamId: string, call?: CallOptions): Answer<typeof deleteTeam>;
  /** Makes a management key for the organization or for some of its teams. Only this answer holds the key itself. */
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
   * Deletes a management key. Rejects with the `errorType` `last_org_key` if it is the last key of the organization. If the
   * answer says `in_settings`, the key is back at the next start unless the service's settings change.
   */
  deleteManagementKey(orgId: string, keyId: string, call?: CallOptions): Answer<typeof deleteManagementKey>;
  /**
   * Makes a management key that replaces another one. The old key keeps working for a day, or for `overlap_seconds`. Only this
   * answer holds the new key itself.
   */
  rotateManagementKey(
    orgId: string,
    keyId: string,
    body?: BodyOf<typeof rotateManagementKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof rotateManagementKey>;
  /** Makes an API key of a team. Only this answer holds the key itself. */
  createApiKey(
    orgId: string,
    teamId: string,
    body: BodyOf<typeof createApiKey>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createApiKey>;
  /** The API keys of a team. */
  listApiKeys(orgId: string, teamId: string, call?: CallOptions): Answer<typeof listApiKeys>;
  /**
   * Deletes an API key, which stops working within a second. If the answer says `in_settings`, the key is back at the next
   * start unless the service's settings change.
   */
  deleteApiKey(orgId: string, teamId: string, keyId: string, call?: CallOptions): Answer<typeof deleteApiKey>;
  /**
   * Makes an API key that replaces another one. The old key keeps working for a day, or for `overlap_seconds`. Only this answer
   * holds the new key itself.
   */
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
   * Finds the link sessions behind an event of the widget, with their ways, by its `link_session_id`, its `request_id` or its
   * time; or the latest sessions of a user.
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
  /** A page of the bulk operations of a team with their progress, the newest first, or the one with `id`. */
  listTeamBulkOperations(
    orgId: string,
    teamId: string,
    query?: QueryOf<typeof listTeamBulkOperations>,
    call?: CallOptions,
  ): Answer<typeof listTeamBulkOperations>;
  /** Counts the connections of a team's users by provider, status and reason. It names no user. */
  countTeamConnections(
    orgId: string,
    teamId: string,
    call?: CallOptions,
  ): Answer<typeof countTeamConnections>;
  /** The health of each provider of a team: connections, renewals and refusals of access, limits. It names no user. */
  readProviderHealth(orgId: string, teamId: string, call?: CallOptions): Answer<typeof readProviderHealth>;
  /** A page of the broken connections of a team with a provider, starting with the one that broke last. */
  listBrokenConnections(
    orgId: string,
    teamId: string,
    query: QueryOf<typeof listBrokenConnections>,
    call?: CallOptions,
  ): Answer<typeof listBrokenConnections>;
  /** The states of the connections of a team's user, and why one is broken; without data, accounts or tokens. */
  listUserConnections(
    orgId: string,
    teamId: string,
    userId: string,
    call?: CallOptions,
  ): Answer<typeof listUserConnections>;
  /** Makes the address of a link with which a person renews a broken connection, only for the account that was connected. */
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
