// Teams and users: the rows that everything else belongs to. Who may call is in auth.
export { findUser } from './find-user.js';
export { lockTeam, type TeamRow } from './lock-team.js';
export { checkFlag, hasFlag, requireFlag } from './team-flags.js';
export { countingUsers, usersIn } from './user-count.js';
