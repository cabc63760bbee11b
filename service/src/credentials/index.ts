// A team's own applications with providers.
export { customCredentialsRoutes } from './routes.js';
export {
  applicationOf,
  findApplication,
  findApplications,
  findTeamApplication,
  openSealedCredentials,
  readCredentials,
  requireApplication,
} from './store.js';
