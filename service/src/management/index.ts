// The management interface: an organization's teams and keys (spec sections 2.14, 4.12 and 5), and
// statistics about its links, connections and bulk operations.
import { Hono } from 'hono';
import type { Deps } from '../deps.js';
import { auditRoutes } from './audit-routes.js';
import { apiKeyRoutes } from './api-key-routes.js';
import { bulkOperationRoutes } from './bulk-operation-routes.js';
import { connectionCountRoutes } from './connection-counts.js';
import { linkStatisticsRoutes } from './link-statistics-routes.js';
import { managementKeyRoutes } from './management-key-routes.js';
import { providerHealthRoutes } from './provider-health-routes.js';
import { teamRoutes } from './team-routes.js';

export { forgetDeletedTeams } from './forget-teams.js';
import type { Env } from '../http/index.js';

export const managementRoutes = (deps: Deps): Hono<Env> =>
  new Hono<Env>()
    .route('/', teamRoutes(deps))
    .route('/', auditRoutes(deps))
    .route('/', managementKeyRoutes(deps))
    .route('/', apiKeyRoutes(deps))
    .route('/', linkStatisticsRoutes(deps))
    .route('/', bulkOperationRoutes(deps))
    .route('/', connectionCountRoutes(deps))
    .route('/', providerHealthRoutes(deps));
