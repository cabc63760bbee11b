import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { readSettings } from '../../src/server/settings.js';

/** The variables that are looked at when the settings are read. */
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
});
