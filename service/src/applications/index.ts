// Applications with real providers: whose they are, and where their provider is.
export { applicationOfGrant, applicationOfTeam, grantResolver } from './find.js';
