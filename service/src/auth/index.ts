// API keys and management keys, and which endpoint takes which. Link tokens are in link.
export { createKey, requireTeam, storeKey, type ApiKeyRow, type KeyOwner } from './keys.js';
export { requireManagedTeam } from './managed-team.js';
export {
  requireManagementKey,
  requireOrg,
  requireOwnTeam,
  requireReachedTeam,
  requireTeamSettings,
} from './management-key.js';
export { compressedRoute, route, routeFor } from './route.js';
