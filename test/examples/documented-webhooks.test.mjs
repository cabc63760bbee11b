// The samples of docs/webhooks.md for Node alone and for Hono: what they answer, and what they say to who looks for the reason.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook as Signer } from 'standardwebhooks';
import ts from 'typescript';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/webhooks.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
const blockWith = (text) => blocks.find((code) => code.includes(text)) ?? assert.fail(text);

const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
const event = {
  event_type: 'daily.data.steps.created',
  data: { data: [], source: { provider: 'tundra_watch', type: 'watch', app_id: null } },
  user_id: randomUUID(),
  team_id: randomUUID(),
  client_user_id: 'ada',
};

/** A request with an event that was signed with this secret. */
function signed(by, body = JSON.stringify(event)) {
  const now = new Date();
  const id = `evt_${randomUUID()}`;
  return {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(by).sign(id, now, body),
    },
  };
}
const another = `whsec_${Buffer.alloc(24).toString('base64')}`;

describe('the samples that receive webhooks', () => {
  let folder, said;

  /** Runs samples as one file in this package, in which they find its modules. */
  async function run(exported, ...code) {
    const file = path.join(folder, 'sample.mjs');
    const whole = `${code.join('\n')}\nexport { ${exported} };\n`;
    writeFileSync(
      file,
      ts.transpile(whole, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }),
    );
    return (await import(/* @vite-ignore */ pathToFileURL(file).href))[exported];
  }

  beforeEach(() => {
    mkdirSync(path.join(root, 'reports'), { recursive: true });
    folder = mkdtempSync(path.join(root, 'reports/documented-webhooks-'));
    said = [];
    vi.stubEnv('SVC_WEBHOOK_SECRET', secret);
    vi.stubEnv('PORT', '0');
    vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation((what) => said.push(String(what)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends what is right, what another secret signed, and what `take` cannot handle. */
  async function check(send) {
    assert.deepEqual([await send(signed(secret)), said], [204, []]);
    assert.equal(await send(signed(another)), 400);
    assert.match(said.join(), /No signature is of these secrets/);
    vi.mocked(console.log).mockImplementation(() => {
      throw new Error('no database');
    });
    assert.equal(await send(signed(secret)), 500);
    assert.match(said.join(), /no database/);
  }

  it('are right for Node alone', async () => {
    const server = await run('server', blockWith('createServer('), blockWith('function take'));
    if (!server.listening) await once(server, 'listening');
    try {
      const { port } = server.address();
      await check(async (sent) => (await fetch(`http://localhost:${port}`, sent)).status);
    } finally {
      server.close();
    }
  });

  it('refuse a body that is too large in Node alone, before it is read whole', async () => {
    const server = await run('server', blockWith('createServer('), blockWith('function take'));
    if (!server.listening) await once(server, 'listening');
    try {
      const { port } = server.address();
      // A body that tells no length and does not end.
      const most = Buffer.alloc(10 * 1024 * 1024);
      const send = async (...pieces) => {
        const sent = request({ port, method: 'POST' });
        for (const piece of pieces) sent.write(piece);
        const [response] = await once(sent, 'response');
        sent.destroy();
        return response.statusCode;
      };
      // As much as Express takes by `10mb`.
      const { status } = await fetch(`http://localhost:${port}`, { method: 'POST', body: most });
      assert.equal(status, 400);
      assert.equal(await send(most, 'a'), 413);
      assert.equal(await send(most, most, most), 413);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are right for Hono', async () => {
    const [own] = /^const secret = .*$/m.exec(blockWith('createServer('));
    const routes = await run('routes', own, blockWith('new Hono'), blockWith('function take'));
    await check(async (request) => (await routes.request('/webhooks', request)).status);
  });
});
