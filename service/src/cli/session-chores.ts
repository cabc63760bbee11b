// The command line's work on people who are signed in to the console.
import { recordAudit } from '../audit/index.js';
import type { SignInPlace } from '../console-access/index.js';
import { type Db, transact } from '../db/index.js';
import { type Lines, UsageError } from './lines.js';

/** Lists the sessions of the sign-in place in the settings, or all sessions if the settings have none; oldest first. */
export async function listSessions(db: Db, at: SignInPlace | undefined): Promise<Lines> {
  const all = db.selectFrom('console_session').selectAll().orderBy('created_on').orderBy('id');
  const there = at
    ? all
        .where('org_id', '=', at.orgId)
        .where((row) => row.or([row('issuer', '=', at.issuer), row('issuer', 'is', null)]))
    : all;
  const rows = await there.execute();
  if (rows.length === 0) return ['Nobody is signed in to the console.'];
  return rows.map(({ subject, role, name, created_on, seen_on }) =>
    [
      subject,
      role.padEnd(7),
      `since ${created_on.toISOString()}`,
      `seen ${seen_on.toISOString()}`,
      name,
    ].join('  '),
  );
}

/** Ends the sessions of a person or of everybody, at once. */
export async function endSessions(db: Db, subject: string | undefined, all: boolean): Promise<Lines> {
  if ((subject === undefined) !== all)
    throw new UsageError('sessions end takes either what sessions list shows first of a person, or --all');
  const ended = await transact(db, async (tx) => {
    const rows = await tx
      .deleteFrom('console_session')
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
      .returning(['subject', 'org_id'])
      .execute();
    for (const row of rows)
      await recordAudit(tx, {
        action: 'console.signed_out',
        of: { orgId: row.org_id },
        subject: row.subject,
        by: 'command',
      });
    return rows.length;
  });
  if (ended === 0) throw new UsageError(all ? 'nobody is signed in' : `nobody is signed in as ${subject}`);
  return [`${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`];
}
