export { listKeys, makeKey, replaceKey, revokeKey } from './key-chores.js';
export { type Lines, UsageError } from './lines.js';
export { listTeams, switchFlag } from './team-chores.js';
export { forgetMasterKey } from './forget-master-key.js';
export { checkProvider } from './check-provider.js';
export { listProviders } from './list-providers.js';
export { type Standings } from './notices-lines.js';
export { rotateMaster } from './rotate-master-key.js';
export { listOrgs, makeOrg, renameOrg } from './org-chores.js';
