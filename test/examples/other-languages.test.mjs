// examples/server-python, and in the long check examples/server-go. The programs that
// they need may be missing on this machine. The long check installs them if it can.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findProgram } from '../../scripts/programs.mjs';
import { fails } from '../support/missing.mjs';
import { startService } from '../e2e/servers.ts';
import { copyExample } from './installed.mjs';
import { describeTeamServer } from './team-server.mjs';

const long = process.env.LONG !== undefined;

describe('team servers in other languages', () => {
  let service, folder;
  beforeAll(async () => {
    service = await startService();
    folder = mkdtempSync(path.join(tmpdir(), 'svc-servers-'));
  });
  afterAll(async () => {
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const copied = (name) => {
    const cwd = path.join(folder, name);
    copyExample(name, cwd, service.service);
    return cwd;
  };

  const python = findProgram('python', { install: long });
  if (python === undefined) (long ? it : it.skip)('needs FastAPI', fails('python'));
  else
    describeTeamServer('examples/server-python', {
      service: () => service,
      start: () => ({ command: python, args: ['server.py'], cwd: copied('server-python') }),
    });

  // Go compiles the standard library first, which takes a while.
  if (!long) return;
  const go = findProgram('go', { install: long });
  if (go === undefined) it('needs Go', fails('go'));
  else
    describeTeamServer('examples/server-go', {
      service: () => service,
      start() {
        const cwd = copied('server-go');
        execFileSync(go, ['vet', '.'], { cwd });
        execFileSync(go, ['build', '-o', 'team-server', '.'], { cwd });
        return { command: path.join(cwd, 'team-server'), args: [], cwd };
      },
    });
});
