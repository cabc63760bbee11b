import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { readSettings } from '../../src/server/settings.js';

/** The variables that are read from the environment. */
function variables(): string[] {
  const seen = new Set<string>();
  readSettings(
    new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          seen.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...seen].sort();
}

describe('the settings', () => {
  it('are all in docs/operating.md, and no others', () => {
    const text = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const [, section = ''] = text.split(/^## Settings$/m);
    const cells = section.split(/^## /m, 1)[0]?.matchAll(/^\| (`[A-Z_`, ]+) *\|/gm) ?? [];
    const named = [...cells].flatMap(([, cell = '']) => [...cell.matchAll(/[A-Z_]+/g)].map(([name]) => name));
    assert.deepEqual(named.sort(), variables());
  });

  it('are all named by `svc-service help`', () => {
    const help = readFileSync(new URL('../../src/main.ts', import.meta.url), 'utf8');
    for (const name of variables()) assert.ok(help.includes(name), name);
  });

  it('name the engine of the database, and only if there is a database', () => {
    const postgres = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
    const engineOf = (env: Readonly<Record<string, string>>) => {
      const { storage } = readSettings(env);
      return storage.kind === 'postgres' && storage.engine;
    };
    assert.equal(engineOf(postgres), 'postgres');
    for (const engine of ['postgres', 'citus', 'yugabytedb', 'cockroachdb'])
      assert.equal(engineOf({ ...postgres, DATABASE_ENGINE: engine }), engine);
    assert.throws(() => readSettings({ ...postgres, DATABASE_ENGINE: 'mysql' }), {
      message: 'DATABASE_ENGINE is none of postgres, citus, yugabytedb, cockroachdb',
    });
    assert.throws(() => readSettings({ DATABASE_ENGINE: 'citus' }), {
      message: 'DATABASE_ENGINE says what DATABASE_URL leads to, which is not set',
    });
  });
});
