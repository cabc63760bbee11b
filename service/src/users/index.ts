// The users of a team, and how they are deleted. Finding a user is in accounts.
export { userDeletionRoutes } from './deletion-routes.js';
export { endConnection, letGo } from './end-connection.js';
export { forgetFallbacks } from './forget-fallbacks.js';
export { endSessions } from './deletion.js';
export { forgetDeleted } from './forget-deleted.js';
export { userRoutes } from './routes.js';
export { toUser } from './user-view.js';
