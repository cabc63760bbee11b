// Linking: tokens, sessions, signing in by password or at the provider, and how connections are stored.
export { bindBrowser } from './browser-cookie.js';
export {
  answerNotBegun,
  answerRefused,
  answerTokenProblem,
  oauthRoutes,
  pruneAttempts,
  startInSameWindow,
  wayBack,
  wayHome,
} from './oauth/index.js';
export { linkHandoffRoutes } from './handoff-routes.js';
export { pruneHandoffs } from './handoffs.js';
export { endOverdue } from './overdue-sessions.js';
export { linkPasswordRoutes } from './password-routes.js';
export { reconnectLinkRoutes } from './reconnect-link-routes.js';
export { allowedReturn } from './return-url.js';
export { isAllowedSender, senderOfForm } from './sender.js';
export { linkSessionRoutes } from './session-routes.js';
export { findByToken, longestTokenSeconds, usageProblem } from './sessions.js';
export { pruneTries } from './sign-in-tries.js';
export { severalRoutes } from './several-routes.js';
export { linkStartRoutes } from './start-routes.js';
export { startSession } from './start.js';
export { storeConnections, type UsersConnection } from './store-connections.js';
export { linkTokenRoutes } from './token-routes.js';
export { openedBy } from './traces.js';
