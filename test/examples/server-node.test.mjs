// examples/server-node, with the package as it is published.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { startService } from '../e2e/servers.ts';
import { widgetOn } from '../e2e/widget.ts';
import { installExample } from './installed.mjs';
import { describeTeamServer } from './team-server.mjs';

describe('examples/server-node', () => {
  let service, browser, folder;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
    folder = mkdtempSync(path.join(tmpdir(), 'svc-server-node-'));
    installExample('server-node', folder, service.service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const script of ['express', 'hono'])
    describeTeamServer(`by npm run ${script}`, {
      service: () => service,
      start: () => ({ command: 'npm', args: ['run', '--silent', script], cwd: folder }),
      also: (origin) =>
        it('has a page on which a person links a provider', async () => {
          const profile = await openProfile(browser);
          const page = await profile.newPage();
          const widget = widgetOn(page);
          await page.goto(origin());
          await widget.choose('Quartz Scale');
          await widget.signIn('ok@example.com');
          await page.getByText('Connected: quartz_scale', { exact: true }).waitFor();
          assert.deepEqual(profile.complaints, []);
          await profile.close();
        }),
    });
});
