// The measurements: requests of teams and of the console, and each part of the regular work while nothing is due.
import { pruneAudit } from '../../service/dist/audit/index.js';
import { endKeys } from '../../service/dist/auth/index.js';
import { pruneOperations } from '../../service/dist/bulk/index.js';
import { pruneConsole } from '../../service/dist/console-access/index.js';
import { transact } from '../../service/dist/db/index.js';
import { releaseUnused } from '../../service/dist/grants/revocations.js';
import { countDays, pruneSessions } from '../../service/dist/link-figures/index.js';
import { endOverdue, pruneAttempts, pruneHandoffs, pruneTries } from '../../service/dist/link/index.js';
import { forgetDeletedTeams } from '../../service/dist/management/index.js';
import { pruneActivity } from '../../service/dist/provider-activity/index.js';
import {
  claimConnections,
  dueDays,
  duePast,
  pruneDays,
  readPullFigures,
} from '../../service/dist/pulls/index.js';
import { pruneAnswers } from '../../service/dist/repeats/index.js';
import { usualRetention } from '../../service/dist/retention/index.js';
import { pruneGrants } from '../../service/dist/sandbox-oauth/index.js';
import { forgetDeleted } from '../../service/dist/users/index.js';
import {
  forgetEnded,
  forgetWebhooks,
  giveUpDisabled,
  pruneEvents,
  readTeamLags,
} from '../../service/dist/webhooks/index.js';

const sweeps = {
  ...{ endOverdue, pruneAttempts, pruneGrants, pruneHandoffs, giveUpDisabled },
  ...{ pruneOperations, forgetEnded, pruneEvents, pruneTries, pruneAudit, endKeys },
  ...{ pruneAnswers, countDays, pruneSessions, pruneDays, pruneActivity, pruneConsole },
};

export async function measuresOf({ db, send, team, org, slug, webhook, person, size }) {
  const offset = size - 150;
  const deepUsers = (await send('GET', `/v2/user/?offset=${offset}&limit=100`)).next_cursor;
  const pages = Math.floor(size / 10 / 50);
  const beforeLast = await send('GET', `/v3/orders?page=${Math.max(1, pages - 1)}&size=50`);
  const ofTeam = `/v1/org/${org}/team/${team}`;
  const get = (path) => () => send('GET', path);
  const day = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 10);
  const next = new Date(Date.now() - 44 * 86_400_000).toISOString().slice(0, 10);
  let made = 0;
  const providers = [slug, 'strava'];
  const claimPast = () => claimConnections(db, duePast(providers, new Date(), { after: team }, 1));
  const claimDays = () => claimConnections(db, dueDays(providers, new Date(), 1));
  return {
    'users, first page': get('/v2/user/?limit=100'),
    'users, last, by cursor': get(`/v2/user/?limit=100&next_cursor=${deepUsers}`),
    'users, last, by offset': get(`/v2/user/?limit=100&offset=${offset}`),
    'one user': get(`/v2/user/${person}`),
    'create a user': () => send('POST', '/v2/user', { client_user_id: `${size}-${made++}` }),
    'a link token': () => send('POST', '/v2/link/token', { user_id: person }),
    'a summary of 7 days': get(`/v2/summary/sleep/${person}?start_date=${day}&end_date=${day}`),
    'orders, first page': get('/v3/orders?size=50'),
    'orders, last, by cursor': get(`/v3/orders?size=50&next_cursor=${beforeLast.next_cursor}`),
    'deliveries, first page': get(`/v2/webhook/${webhook}/deliveries`),
    'deliveries that failed': get(`/v2/webhook/${webhook}/deliveries?status=failed`),
    'audit log': get(`/v1/org/${org}/audit`),
    'audit log, an action': get(`/v1/org/${org}/audit?action=team.changed`),
    'audit log, a day': get(`/v1/org/${org}/audit?start=${day}&end=${next}`),
    'link funnel, a day': get(`${ofTeam}/link_funnel?start=${day}&end=${next}`),
    'link problems, a day': get(`${ofTeam}/link_problems?start=${day}&end=${next}`),
    'provider health': get(`${ofTeam}/provider_health`),
    'broken connections': get(`${ofTeam}/broken_connection?provider=${slug}`),
    'connections of a user': get(`${ofTeam}/user/${person}/connection`),
    'claim of past data': claimPast,
    'claim of new days': claimDays,
    'figures of pulls': () => readPullFigures(db, [slug], new Date()),
    'figures of deliveries': () => readTeamLags(db, new Date()),
    'unused grants': () => releaseUnused(db),
    forgetWebhooks: () => forgetWebhooks(db, new Date()),
    forgetDeleted: () => forgetDeleted(db, new Date()),
    forgetDeletedTeams: () => forgetDeletedTeams(db, new Date()),
    ...Object.fromEntries(
      Object.entries(sweeps).map(([name, work]) => [
        name,
        () => transact(db, (tx) => work(tx, new Date(), usualRetention)),
      ]),
    ),
  };
}
