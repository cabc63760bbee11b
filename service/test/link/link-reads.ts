// The state of a link, read by its token, by its team's key, and from the database.
import { listUserProviders, readLinkState } from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import type { StartedLink, TestService } from '../support/test-service.js';

export const stateOf = async (service: TestService, link: StartedLink) =>
  (await service.call(readLinkState, { token: link.token })).body;
export const connectionsOf = async (service: TestService, user_id: string) =>
  (await service.call(listUserProviders, { params: { user_id }, apiKey: sandboxKeys.apiKey })).body.providers;
export const rowOf = (service: TestService, link: StartedLink) =>
  service.deps.db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', link.sessionId)
    .executeTakeFirstOrThrow();
