// The operation and table that a trace records for a statement.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { namesOf } from '../../src/db/trace-statements.js';
import type { Tables } from '../../src/db/schema/index.js';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: () => assert.fail('nothing is looked at'),
  },
});
const ofText = (text: string) => namesOf(CompiledQuery.raw(text));

describe('a statement in a trace', () => {
  it('has the first table that Kysely names', () => {
    const of = (query: { compile(): CompiledQuery }) => Object.values(namesOf(query.compile()));
    assert.deepEqual(of(db.selectFrom('team as t').select('t.id')), ['SELECT', 'team']);
    assert.deepEqual(of(db.deleteFrom('team').where('id', '=', 'a secret')), ['DELETE', 'team']);
    assert.deepEqual(of(db.updateTable('team').set({ name: 'a secret' })), ['UPDATE', 'team']);
    const counted = db
      .with('t', (one) => one.selectFrom('api_key').select('id'))
      .selectFrom('t')
      .select('id');
    assert.deepEqual(of(counted), ['SELECT', 't']);
  });

  it('has the operation and table that change something if it is written as text', () => {
    for (const [text, ...names] of [
      ['begin', 'BEGIN', undefined],
      ['select 1', 'SELECT', undefined],
      ['select * from "pgboss"."job" where name = $1', 'SELECT', 'pgboss.job'],
      [
        'with changed as (update team_count set n = 1 returning n) select * from changed',
        'UPDATE',
        'team_count',
      ],
      ['with a as (select id from link for update skip locked) select * from a', 'SELECT', 'link'],
      ['with a as (select 1) insert into pgboss.job (data) values ($1)', 'INSERT', 'pgboss.job'],
      ["delete from team where name = 'x'", 'DELETE', 'team'],
    ] as const)
      assert.deepEqual(Object.values(ofText(text)), names, text);
  });
});
