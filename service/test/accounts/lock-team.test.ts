// Checks by the team's row that a team still exists when something is made for it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { transact } from '../../src/db/index.js';
import { lockTeam } from '../../src/accounts/lock-team.js';
import { openLinkRows, refused, type LinkRows } from '../support/link-rows.js';

const now = new Date('2026-05-01T12:00:00Z');

describe('a team that something is made for', () => {
  let rows: LinkRows;
  beforeAll(async () => {
    rows = await openLinkRows(now);
  });
  afterAll(() => rows.close());
  const lock = (id: string) => transact(rows.db, (tx) => lockTeam(tx, id));

  it('is returned with its row', async () => {
    const team = await lock(rows.teamId);
    assert.deepEqual([team.id, team.name, team.region], [rows.teamId, 'One', 'us']);
    assert.equal((await lock(rows.otherTeamId)).id, rows.otherTeamId);
  });

  it('does not exist if it was deleted, or never existed', async () => {
    await rows.db.updateTable('team').set({ deleted_on: now }).where('id', '=', rows.otherTeamId).execute();
    for (const id of [rows.otherTeamId, randomUUID()])
      await assert.rejects(lock(id), (error: { detail: { error_message: string } }) => {
        assert.equal(error.detail.error_message, 'There is no such team.');
        return refused(404, 'team_not_found')(error);
      });
    assert.equal((await lock(rows.teamId)).id, rows.teamId);
  });
});
