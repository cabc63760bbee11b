// The server that a team builds from the samples of docs/server.md
// and docs/webhooks.md, with Express, for which they are written.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook as Signer } from 'standardwebhooks';
import ts from 'typescript';
import { createClient } from 'svc-link/client';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { freePort, startService } from '../e2e/servers.ts';
import { install, pack } from './installed.mjs';
import { startProgram } from './program.mjs';

const pageOf = (name) => readFileSync(path.join(import.meta.dirname, '../../docs', name), 'utf8');

/** The TypeScript block of a page that contains a text. */
function blockWith(name, text) {
  const blocks = [...pageOf(name).matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
  const found = blocks.find((code) => code.includes(text));
  assert.ok(found, `no code of docs/${name} holds ${text}`);
  return found;
}

/** Puts the samples in the places that they name, and adds what they leave to the reader. */
function serverOf(baseUrl, port) {
  const replaced = (code, from, to) => {
    assert.ok(code.includes(from), from);
    // A function, because `$` has a meaning in a replacement text.
    return code.replace(from, () => to);
  };
  const routes = ['/link-token', '/linked/:id', '/confirm'].map((name) =>
    blockWith('server.md', `app.post('${name}'`),
  );
  routes.push(blockWith('mobile.md', "app.post('/linked'"));
  const [secret] = /^const secret = .*$/m.exec(blockWith('webhooks.md', 'createServer'));
  let around = blockWith('server.md', 'express.json()');
  around = replaced(
    around,
    '// Here the route for webhooks, which are verified by their raw body,',
    blockWith('webhooks.md', 'express.raw'),
  );
  around = replaced(around, '// and here all others.', routes.join('\n'));
  around = replaced(around, 'app.listen(3000);', `app.listen(${port}, () => console.log('listening'));`);
  const own = `
    const people = new Map(Object.entries(JSON.parse(process.env.PEOPLE)));
    const personOf = (request) => people.get(request.headers.cookie);
    ${secret}`;
  const client = replaced(blockWith('server.md', 'createClient('), 'http://127.0.0.1:8787', baseUrl);
  const all = [client, own, blockWith('webhooks.md', 'function take'), around].join('\n');
  return ts.transpile(all, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
}

describe('the samples for Express', { timeout: 120_000 }, () => {
  let service, client, folder, server, origin, webhook;
  const users = {};

  beforeAll(async () => {
    service = await startService();
    client = createClient({ baseUrl: service.service, apiKey: 'sk_sandbox_local' });
    for (const name of ['ada', 'ben'])
      users[name] = (await client.createUser({ client_user_id: name })).user_id;
    folder = mkdtempSync(path.join(tmpdir(), 'svc-documented-server-'));
    install(folder, { express: '5.3.0', 'svc-link': `file:${pack(folder)}` });
    const port = await freePort();
    origin = `http://localhost:${port}`;
    webhook = await client.createWebhook({ url: `${origin}/webhooks` });
    writeFileSync(path.join(folder, 'server.mjs'), serverOf(service.service, port));
    server = await startProgram(process.execPath, ['server.mjs'], {
      cwd: folder,
      env: {
        ...process.env,
        SVC_API_KEY: 'sk_sandbox_local',
        SVC_WEBHOOK_SECRET: webhook.secret,
        PEOPLE: JSON.stringify({ ada: { svcUserId: users.ada }, ben: { svcUserId: users.ben } }),
      },
      ready: 'listening',
    });
  });
  afterAll(async () => {
    await server?.stop();
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const post = (address, cookie, body) =>
    fetch(origin + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** Signs in as a person does on the page of the samples. */
  async function signIn(link_token) {
    const ofPage = async (address, body) => {
      const response = await fetch(service.service + address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: 'https://app.example.com',
          'x-svc-link-token': link_token,
        },
        body: JSON.stringify(body),
      });
      return response.json();
    };
    await ofPage('/v2/link/start', { link_token });
    return ofPage('/v2/link/provider/password/quartz_scale', {
      username: 'ok@example.com',
      password: 'good',
    });
  }

  it('give a link token to the person who is signed in, and tell only that person how it ended', async () => {
    assert.equal((await post('/link-token?reason=start')).status, 401);
    const { link_token, start } = await (await post('/link-token?reason=start', 'ada')).json();
    assert.equal((await (await post('/link-token?reason=start', 'ada')).json()).link_token, link_token);
    assert.notEqual((await (await post('/link-token?reason=another', 'ben')).json()).link_token, link_token);

    const address = `/linked/${start.session.link_session_id}`;
    assert.deepEqual(await (await post(address, 'ada')).json(), { connected: false, provider: null });
    await signIn(link_token);
    assert.deepEqual(await (await post(address, 'ada')).json(), {
      connected: true,
      provider: 'quartz_scale',
    });
    assert.equal((await post(address, 'ben')).status, 403);
    // The service's event has arrived at the route for webhooks.
    await server.says('ada connected Quartz Scale');
  });

  it('confirm a connection with the code that a page sends', async () => {
    const { link_token } = await client.createLinkToken({ user_id: users.ben, confirm: 'host' });
    const { link_session_id, confirm_code } = await signIn(link_token);
    assert.equal((await post('/confirm', 'ada', { link_session_id, confirm_code })).status, 403);
    const confirmed = await post('/confirm', 'ben', { link_session_id, confirm_code });
    assert.deepEqual(await confirmed.json(), { connected: true });
  });

  it('tell an app that it is connected, although it sends the message’s and the redirect’s code at once', async () => {
    const { link_token } = await client.createLinkToken({ user_id: users.ben, confirm: 'host' });
    const { link_session_id, confirm_code } = await signIn(link_token);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/linked', 'ben', { link_session_id, confirm_code })),
    );
    for (const answer of answers)
      assert.deepEqual(await answer.json(), { connected: true, error_type: null });
  });

  it('do not pass on the service’s refusals', async () => {
    // The service answers the server with 422. That is not the browser's mistake, so the browser gets 502.
    const { status } = await post('/linked/no-such-thing', 'ada');
    assert.equal(status, 502);
    await server.says('link_session_id: expected a UUID');
  });

  it('accept an event with a whole day of readings, and no forged event', async () => {
    const reading = { id: randomUUID(), timestamp: '2026-05-04T09:12:00.000Z', value: 71, unit: 'bpm' };
    const data = { data: Array(1440).fill(reading), source: { provider: 'p', type: 'watch', app_id: null } };
    const event = { event_type: 'daily.data.heartrate.created', client_user_id: 'eve', data };
    const body = JSON.stringify({ ...event, user_id: users.ada, team_id: randomUUID() });
    assert.ok(body.length > 100 * 1024, String(body.length));
    const sent = async (secret) => {
      const now = new Date();
      const id = `evt_${randomUUID()}`;
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Signer(secret).sign(id, now, body),
      };
      const response = await fetch(`${origin}/webhooks`, { method: 'POST', headers, body });
      return response.status;
    };
    assert.equal(await sent(webhook.secret), 204);
    await server.says('daily.data.heartrate.created p');
    assert.equal(await sent(`whsec_${Buffer.alloc(24).toString('base64')}`), 400);
    await server.says('No signature is of these secrets');
  });
});
