// Teams and users: the rows that everything else belongs to. Keys and permissions are in auth.
export { findHolder } from './find-holder.js';
export { findUser, noSuchUser } from './find-user.js';
export { ofLiveTeam } from './live-team.js';
export { lockTeam, type TeamRow } from './lock-team.js';
export { checkFlag, hasFlag, requireFlag } from './team-flags.js';
export { withCountedUsers, userCountOf } from './user-count.js';
