// Applications with real providers: whose they are, and where their provider is.
export {
  applicationOfService,
  applicationOfTeam,
  grantResolver,
  passwordApplication,
  urlsOfProvider,
} from './find.js';
