// Who calls: keys and which endpoint takes which. Link tokens are in link-sessions.
export { requireManagedTeam } from './managed-team.js';
export { findKey, requireTeam, storeKey, type ApiKeyRow, type KeyOwner } from './keys.js';
