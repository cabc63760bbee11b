// API keys and management keys, and which endpoint accepts which. Link tokens are in link.
export { auditOwnerOf, endKeys, isInForce, rotateKey, type Rotation } from './key-ends.js';
export { createKey, isKnownKey, requireTeam, storeKey, type ApiKeyRow, type KeyOwner } from './keys.js';
export { forgetKeys } from './known-keys.js';
export { storeUses, storeUsesRegularly } from './last-use.js';
export { isManaged, requireManagedTeam } from './managed-team.js';
export {
  managementKeyOf,
  mayReadSecrets,
  requireManagementKey,
  requireOrg,
  requireOwnTeam,
  requireReachedTeam,
  requireTeamSettings,
} from './management-key.js';
export { repeatableRoute } from './repeatable-route.js';
export { accessOf, compressedRoute, route, routeFor } from './route.js';
