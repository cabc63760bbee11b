// What every example of a team's server does, in whatever language it is written, with the real service.
import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { freePort } from '../e2e/servers.ts';
import { startProgram } from './program.mjs';

const originOf = (port) => `http://localhost:${port}`;
const now = () => Math.floor(Date.now() / 1000);

/** The headers of Standard Webhooks, signed here without the package. */
function signed(secret, body, { id = `evt_${randomUUID()}`, timestamp = now() } = {}) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    // The header may contain several signatures: with an earlier secret, or of other versions.
    'webhook-signature': `v1a,AAAA v1,${randomBytes(32).toString('base64')} v1,${signature}`,
  };
}

/**
 * An event that the service might send. No other JSON writer writes it
 * in exactly this way, so a server must verify the text as it came.
 */
const eventOf = (person) =>
  `{ "event_type":"daily.data.body.created", "client_user_id": "${person}", "user_id": "${randomUUID()}",
  "team_id": "${randomUUID()}", "data": {"data": [ ], "source": {"provider": "quartz_scale", "type": "scale", "app_id": null}} }`;

/**
 * The tests. `start()` returns the server's `command`, `args` and `cwd`, and `service()` the service
 * that it uses. `also` adds further tests, and gets a function that returns the server's address.
 */
export function describeTeamServer(title, { service, start, also }) {
  describe(title, () => {
    let origin, server, webhook, begin;

    const ofService = async (method, address, body, headers = { 'x-svc-api-key': 'sk_sandbox_local' }) => {
      const response = await fetch(service().service + address, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(response.ok, `${address}: ${response.status}`);
      return response.json();
    };

    beforeAll(async () => {
      const port = await freePort();
      origin = originOf(port);
      webhook = await ofService('POST', '/v2/webhook', { url: `${origin}/webhooks` });
      const { command, args, cwd } = await start();
      begin = (at, secret) => {
        const env = { ...process.env, PORT: String(at), SVC_WEBHOOK_SECRET: secret };
        return startProgram(command, args, { cwd, env, ready: originOf(at) });
      };
      server = await begin(port, webhook.secret);
    });
    afterAll(async () => {
      await server?.stop();
      if (webhook) await ofService('DELETE', `/v2/webhook/${webhook.id}`);
    });

    /** A browser whose person is signed in. */
    async function newBrowser() {
      const page = await fetch(origin);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<svc-link/);
      const [cookie] = page.headers.get('set-cookie').split(';');
      assert.match(page.headers.get('set-cookie'), /HttpOnly; .*SameSite=Lax/i);
      const ask = (method, path, headers) =>
        fetch(origin + path, { method, headers: { cookie, ...headers } });
      const tokenFor = async (reason) =>
        (await ask('POST', `/link-token?reason=${reason}`, { origin })).json();
      return { ask, tokenFor };
    }

    const sends = async (body, headers, to = origin) => {
      const response = await fetch(`${to}/webhooks`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        // Node requires it for a stream.
        duplex: 'half',
      });
      return response.status;
    };

    const timesOf = (text) => server.output().split(text).length - 1;

    it('gives link tokens to the person who is signed in, only for its own pages', async () => {
      const { ask } = await newBrowser();
      assert.equal((await fetch(`${origin}/link-token?reason=start`, { method: 'POST' })).status, 401);
      assert.equal((await ask('POST', '/link-token', { cookie: 'session=made-up' })).status, 401);
      assert.equal((await ask('POST', '/link-token', { origin: 'https://elsewhere.example' })).status, 403);
      assert.equal((await fetch(`${origin}/weights`)).status, 401);
    });

    it('answers each reason of tokenProvider as the documentation says', async () => {
      const { tokenFor } = await newBrowser();
      const endOf = async ({ link_token }) => {
        const { expires_at } = await ofService('POST', '/v2/link/token/isValid', { token: link_token }, {});
        return Date.parse(expires_at);
      };
      const given = await tokenFor('start');
      assert.ok(given.start.providers.some(({ slug }) => slug === 'quartz_scale'));
      const end = await endOf(given);
      assert.deepEqual(await tokenFor('start'), given);
      assert.equal(await endOf(given), end);
      assert.deepEqual(await tokenFor('extend'), given);
      assert.equal(await endOf(given), end + 3_600_000);
      for (const reason of ['another', 'expired'])
        assert.notEqual((await tokenFor(reason)).link_token, given.link_token);
    });

    it('learns that a person has connected, and reads the data of this person only', async () => {
      const [one, other] = [await newBrowser(), await newBrowser()];
      const { link_token, start } = await one.tokenFor('start');
      const report = await ofService('GET', `/v2/link/session/${start.session.link_session_id}`);
      const user = await ofService('GET', `/v2/user/${report.user_id}`);
      const ofLink = (address, body) =>
        ofService('POST', address, body, { origin, 'x-svc-link-token': link_token });
      await ofLink('/v2/link/start', { link_token, origin });
      const result = await ofLink('/v2/link/provider/password/quartz_scale', {
        username: 'ok@example.com',
        password: 'good',
      });
      assert.equal(result.state, 'success');

      await server.says(`provider.connection.created of ${user.client_user_id}`);
      await server.says(`historical.data.body.created of ${user.client_user_id}`);
      const weights = await (await one.ask('GET', '/weights')).json();
      assert.ok(weights.length > 20);
      for (const { date, weight, provider } of weights) {
        assert.match(date, /^\d{4}-\d\d-\d\d$/);
        assert.ok(weight > 0);
        assert.equal(provider, 'quartz_scale');
      }
      assert.deepEqual(await (await other.ask('GET', '/weights')).json(), []);
    });

    it('handles an event once, however often it comes', async () => {
      const person = randomUUID();
      const body = eventOf(person);
      const id = `evt_${randomUUID()}`;
      assert.equal(await sends(body, signed(webhook.secret, body, { id })), 204);
      // Each attempt has a new signature with its own time.
      assert.equal(await sends(body, signed(webhook.secret, body, { id, timestamp: now() - 1 })), 204);
      await server.says(`daily.data.body.created of ${person}`);
      assert.equal(timesOf(person), 1);
    });

    it('refuses events that are forged, changed or sent again later', async () => {
      const person = randomUUID();
      const body = eventOf(person);
      const good = signed(webhook.secret, body);
      const forged = signed(`whsec_${randomBytes(24).toString('base64')}`, body);
      const refused = {
        'signed by somebody else': [body, forged],
        'with another body': [body.replace('"data": [ ]', '"data": []'), good],
        'with another id': [body, { ...good, 'webhook-id': `evt_${randomUUID()}` }],
        'with another time': [body, { ...good, 'webhook-timestamp': String(now() - 60) }],
        'ten minutes old': [body, signed(webhook.secret, body, { timestamp: now() - 600 })],
        'ten minutes early': [body, signed(webhook.secret, body, { timestamp: now() + 600 })],
        'without a time': [body, { ...good, 'webhook-timestamp': 'soon' }],
        'without a signature': [body, { ...good, 'webhook-signature': '' }],
        'with a signature that is none': [body, { ...good, 'webhook-signature': 'v1,é v1, v1' }],
        'without headers': [body, {}],
      };
      for (const [what, [text, headers]] of Object.entries(refused))
        assert.equal(await sends(text, headers), 400, what);
      assert.equal(timesOf(person), 0);
      assert.equal(await sends(body, good), 204);
    });

    it('accepts an event with a day of readings, and none of more than 10 MB', async () => {
      const day = eventOf('ada').padEnd(1024 * 1024);
      assert.equal(await sends(day, signed(webhook.secret, day)), 204);
      const tooLong = day.padEnd(10 * 1024 * 1024 + 1);
      assert.equal(await sends(tooLong, signed(webhook.secret, tooLong)), 413);
      // Whoever sends a stream does not say how long it is.
      const stream = new Blob([tooLong]).stream();
      assert.equal(await sends(stream, signed(webhook.secret, tooLong)), 413);
    });

    it('does not say that it is open if its port is in use', async () => {
      const { port } = new URL(origin);
      await assert.rejects(begin(port, webhook.secret), / ended: [1-9]/);
    });

    it('refuses each event if its secret is still the one of the instructions', async () => {
      const port = await freePort();
      const other = await begin(port, 'whsec_…');
      onTestFinished(() => other.stop());
      const body = eventOf('ada');
      assert.equal(await sends(body, signed(webhook.secret, body), originOf(port)), 400);
    });

    also?.(() => origin);
  });
}
