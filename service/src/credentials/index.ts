// A team's own applications with providers.
export { customCredentialsRoutes } from './routes.js';
export {
  applicationOf,
  budgetOf,
  type Credentials,
  findApplication,
  findApplications,
  findTeamApplication,
  findUsedApplication,
  isUsed,
  openSealedCredentials,
  placeOfCredentials,
  readCredentials,
  requireApplication,
} from './store.js';
