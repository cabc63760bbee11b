// Applications with real providers: who owns them, and the addresses of their provider.
export {
  applicationOfService,
  applicationOfTeam,
  grantResolver,
  passwordApplication,
  urlsOfProvider,
} from './find.js';
