// How many rows a query reads, no matter how many it returns.
import assert from 'node:assert/strict';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../src/db/index.js';

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const rowsOf = (plan: Plan): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']) +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);

/** Runs a query and counts the table rows that it read. */
export async function countRowsRead(db: Db, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>`
    explain (analyze, format json) ${query}`.execute(db);
  const [explained] = rows;
  assert.ok(explained);
  return rowsOf(explained['QUERY PLAN'][0].Plan);
}
