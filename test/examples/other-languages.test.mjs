// examples/server-python. What it needs may be missing here; the long check gets it where it can.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findPython } from '../../scripts/languages.mjs';
import { startService } from '../e2e/servers.ts';
import { copyExample } from './installed.mjs';
import { describeTeamServer } from './team-server.mjs';

const install = process.env.LONG !== undefined;

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

  const python = findPython({ install });
  if (python === undefined)
    it.skip('There is no FastAPI here: `node scripts/languages.mjs --install` gets it.', () => undefined);
  else
    describeTeamServer('examples/server-python', {
      service: () => service,
      start: () => ({ command: python, args: ['server.py'], cwd: copied('server-python') }),
    });
});
