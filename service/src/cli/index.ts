export { type Lines, listKeys, listTeams, makeKey, revokeKey, switchFlag, UsageError } from './chores.js';
export { forgetMasterKey } from './forget-master-key.js';
export { checkProvider } from './check-provider.js';
export { listProviders } from './list-providers.js';
export { type Standings } from './notices-lines.js';
export { listOrgs, makeOrg, renameOrg } from './org-chores.js';
