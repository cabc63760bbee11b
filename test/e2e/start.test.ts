// `npm start`, as on the README's first screen, and `npm run demo:real`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, portOf, startService } from './servers.js';
import { expect } from '@playwright/test';
import { describe, it } from './test.js';
import { answerConsent } from './widget.js';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Runs a script with these ports; resolves once it has ended, or has said that it is ready. */
async function start(env: Record<string, string>, script = 'start', args: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-start-'));
  const child = spawn('npm', ['run', script, '--', ...args], {
    cwd: root,
    // A process group of its own, which gets Ctrl+C as a whole, as in a terminal.
    detached: true,
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('close', resolve)).finally(() =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  );
  await Promise.race([
    ended,
    new Promise<void>((resolve) => {
      const hear = (data: Buffer) => {
        output += data;
        if (output.includes('Ready.')) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
    }),
  ]);
  return {
    output: () => output,
    ended,
    async stop() {
      process.kill(-child.pid!, 'SIGINT');
      await ended;
    },
  };
}

describe('npm start', () => {
  it('runs the service and the demo, says where, and stops both', async () => {
    const [service, demo] = [await freePort(), await freePort()];
    const running = await start({ SERVICE_PORT: String(service), PORT: String(demo) });
    assert.match(running.output(), new RegExp(`Open http://localhost:${demo} .*http://127.0.0.1:${service}`));
    assert.equal((await fetch(`http://127.0.0.1:${service}/health`)).status, 200);
    assert.equal((await fetch(`http://localhost:${demo}/inline.html`)).status, 200);
    await running.stop();
    await assert.rejects(fetch(`http://127.0.0.1:${service}/health`));
    await assert.rejects(fetch(`http://localhost:${demo}/`));
  });

  it('names a port that is taken, and another one to choose', async () => {
    const taken = createServer().listen(0, '127.0.0.1').unref();
    await once(taken, 'listening');
    const port = portOf(taken);
    const free = String(await freePort());
    const taking: [Record<string, string>, string][] = [
      [{ SERVICE_PORT: String(port), PORT: free }, 'SERVICE_PORT'],
      [{ SERVICE_PORT: free, PORT: String(port) }, 'PORT'],
    ];
    for (const [more, variable] of taking) {
      const refused = await start(more);
      assert.equal(await refused.ended, 1);
      assert.match(refused.output(), new RegExp(`Port ${port} is taken.* ${variable}=${port + 1} npm start`));
    }
  });
});

describe('npm run demo:real', () => {
  it('links a real provider set up by configuration alone, brings its data, and ends the grant', async ({
    visitor: { page, widget },
  }) => {
    const [service, demo] = [await freePort(), await freePort()];
    const running = await start({ SERVICE_PORT: String(service), PORT: String(demo) }, 'demo:real');
    try {
      const ask = async (path: string, method = 'GET') => {
        const headers = { 'x-svc-api-key': 'sk_sandbox_local' };
        const response = await fetch(`http://127.0.0.1:${service}${path}`, { method, headers });
        assert.equal(response.status, 200, `${method} ${path}`);
        return (await response.json()) as Record<string, unknown[]>;
      };
      await page.goto(`http://localhost:${demo}/inline.html`);
      await widget.sees('Choose a device or app');
      assert.equal(await page.getByRole('listitem').filter({ hasText: 'Aurora Ring' }).count(), 0);
      await page.getByRole('button', { name: /^Oura/ }).click();
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Continue to Oura' }).click();
      await answerConsent(await opened, 'Allow');
      await widget.sees('Oura is connected');
      const [user] = (await ask('/v2/user/'))['users'] as [{ user_id: string }];
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const past = `/v2/summary/sleep/${user.user_id}?start_date=${day(85)}&end_date=${day(0)}`;
      await expect
        .poll(async () => (await ask(past))['sleep']?.length, { timeout: 60_000 })
        .toBeGreaterThan(60);
      await ask(`/v2/user/${user.user_id}/oura`, 'DELETE');
      await expect.poll(() => running.output(), { timeout: 30_000 }).toMatch(/ends the grant/);
    } finally {
      await running.stop();
    }
  });

  // Builds and starts all of it a second time.
  if (process.env['LONG'])
    it('plays only the providers, for a service that knows them by the printed settings', async ({
      visitor: { page, widget },
    }) => {
      const port = String(await freePort());
      const playing = await start({ SERVICE_PORT: port, ACCESS_SECONDS: '120' }, 'demo:real', [
        '--provider-only',
        'withings',
        'polar',
      ]);
      const [, PROVIDERS = ''] = /^PROVIDERS='(.+)'$/m.exec(playing.output()) ?? [];
      const [, account = ''] = /Withings ends the access at (\S+)/.exec(playing.output()) ?? [];
      assert.deepEqual(Object.keys(JSON.parse(PROVIDERS) as object), ['withings', 'polar']);
      await assert.rejects(fetch(`http://127.0.0.1:${port}/health`), 'no service is started');
      const service = await startService('', { PORT: port, PROVIDERS });
      try {
        for (const name of ['Withings', 'Polar']) {
          const { link_web_url } = await service.newToken({ provider: name.toLowerCase() });
          await page.goto(link_web_url);
          await page.getByRole('button', { name: `Continue to ${name}` }).click();
          await page.getByRole('button', { name: 'Allow' }).click();
          await widget.sees(`${name} is connected`);
        }
        // Access of two minutes is renewed at each use.
        await expect
          .poll(() => playing.output(), { timeout: 30_000 })
          .toMatch(/Withings {2}renews the access/);
        await expect
          .poll(() => playing.output(), { timeout: 30_000 })
          .toMatch(/Polar {5}answers GET \/v3\/users\/sleep/);
        await page.goto(account);
        await page.getByRole('button', { name: 'End the access' }).click();
        await page.getByText('The access to account 4711 has ended.').waitFor();
        assert.match(playing.output(), /Withings {2}ends the grant/);
      } finally {
        await service.stop();
        await playing.stop();
      }
    });

  it('names the providers that it can play', async () => {
    const refused = await start({}, 'demo:real', ['withings', 'fitbit']);
    assert.equal(await refused.ended, 2);
    assert.match(refused.output(), /fitbit is none of .*withings.*polar/);
  });
});
