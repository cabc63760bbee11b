// People who sign in to the console with an identity provider: their sessions and roles. The page itself is in `service/console`.
// What each role may do is in the endpoints of the contract.
export { recognizePeople } from './person.js';
export { consoleSessionRoutes } from './routes.js';
export { endFormerSessions, pruneConsole, type SignInPlace } from './sessions.js';
export { type ConsoleAccess, type ConsoleSignIn, readConsoleSettings } from './settings.js';
