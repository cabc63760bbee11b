import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'vitest';
import { checkProvider } from '../../src/cli/check-provider.js';
import { listProviders } from '../../src/cli/list-providers.js';
import { createSecrets } from '../../src/crypto/index.js';
import { noticesUrl } from '../../src/notices/index.js';
import { type ProviderSettings, readProviderSettings } from '../../src/providers/index.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';

const publicUrl = 'https://link.example.com';

function settingsOf(real: Readonly<Record<string, unknown>>): ProviderSettings {
  const problems: string[] = [];
  const settings = readProviderSettings({ PROVIDERS: JSON.stringify(real) }, { embedded: false }, problems);
  assert.deepEqual(problems, []);
  return settings;
}

const oura = (urls: AuthorizationServer['urls'], id: string, secret: string): ProviderSettings =>
  settingsOf({
    oura: {
      client_id: id,
      client_secret: secret,
      urls: { authorize: urls.authorize, token: urls.token },
    },
  });

const secrets = createSecrets(randomBytes(32));
const atTerminal = { secrets, isTerminal: true };

describe('the list of real providers', () => {
  it('shows the state of each and its reason, with what to register', () => {
    const lines = listProviders(
      settingsOf({
        withings: { client_id: 'a-client-id-of-1234', client_secret: 'kept to ourselves' },
        whoop: { client_id: 'short', client_secret: 'kept to ourselves' },
        oura: { enabled: false },
      }),
      publicUrl,
      atTerminal,
    );
    const standing = (slug: string) => lines.find((line) => line.startsWith(`${slug}  `)) ?? '';
    assert.match(standing('withings'), / {2}on for all teams: PROVIDERS names the application …1234$/);
    assert.match(standing('whoop'), / {2}on for all teams: PROVIDERS names the application …$/);
    assert.match(standing('oura'), / {2}off: PROVIDERS sets enabled to false$/);
    assert.match(standing('smart'), / {2}off: PROVIDERS does not name the base/);
    assert.match(
      standing('polar'),
      / {2}on for teams with their own application: PROVIDERS names no client_id$/,
    );
    assert.match(standing('strava'), / {2}on for teams with their own application: the provider's terms/);
    const all = lines.join('\n');
    for (const hidden of ['a-client-id', 'short', 'kept to ourselves'])
      assert.ok(!all.includes(hidden), hidden);
    assert.ok(all.includes('  redirect address  https://link.example.com/v2/link/connect/withings\n'));
    assert.match(all, /^ {2}scopes {2}.*user\.metrics/m);
  });
});

describe('the addresses for notices', () => {
  const settings = settingsOf({
    withings: { client_id: 'an-id', client_secret: 'a secret' },
    dexcom: { client_id: 'an-id', client_secret: 'a secret' },
    whoop: { enabled: false },
  });
  const addresses = (key: Parameters<typeof listProviders>[2]) =>
    listProviders(settings, publicUrl, key).filter((line) => line.includes('address for notices'));

  it('are shown at a terminal, for providers that send notices to the application of the service', () => {
    const [line, ...others] = addresses(atTerminal);
    assert.deepEqual(others, []);
    assert.ok(line?.includes(`  ${noticesUrl({ publicUrl, secrets }, 'withings', null)}  `), line);
    assert.match(line ?? '', /keep it to yourself/);
  });

  it('are hidden from files, pipes and logs', () => {
    const [line] = addresses({ secrets, isTerminal: false });
    assert.match(line ?? '', /at a terminal only$/);
    assert.ok(!line?.includes('/notices/'));
  });

  it('show what is missing before there is a master key', () => {
    const [line] = addresses({ secrets: undefined, isTerminal: true });
    assert.match(line ?? '', /SVC_MASTER_KEY/);
  });
});

describe('the notices of a provider', () => {
  const client = { client_id: 'an-id', client_secret: 'a secret' };
  const settings = settingsOf({
    oura: { ...client, notices: true },
    withings: { ...client, notices: true },
    polar: { ...client, notices: false },
    whoop: { ...client, notices: { secret: 'a secret' } },
  });
  const noticesOf = (standings: Parameters<typeof listProviders>[3], url = publicUrl) =>
    listProviders(settings, url, atTerminal, standings).filter((line) => /^ {2}notices|^ {4}/.test(line));
  const nothing = { applications: 0, subscriptions: 0, problems: [], people: 0, failedPeople: 0 };

  it('are shown with their problems, for providers that the service subscribes to', () => {
    const problem = {
      application: null,
      problem: 'The provider refuses the application.',
      since: new Date('2026-11-20T10:00:00Z'),
      nextTry: new Date('2026-11-20T12:00:00Z'),
    };
    assert.deepEqual(
      noticesOf([
        { ...nothing, provider: 'oura', applications: 2, subscriptions: 12, problems: [problem] },
        { ...nothing, provider: 'withings', people: 1, failedPeople: 1, peopleProblem: 'It is refused.' },
      ]),
      [
        '  notices  of 1 person; could not be had of 1: It is refused.',
        '  notices  12 subscriptions of 2 applications',
        "    the service's application, since 2026-11-20T10:00:00.000Z: The provider refuses the application. Tried again at 2026-11-20T12:00:00.000Z.",
      ],
    );
  });

  it('show why there are none', () => {
    const [nowhere, ...others] = noticesOf([], 'http://127.0.0.1:8787');
    assert.match(nowhere ?? '', /PUBLIC_URL is no https address/);
    assert.equal(others.length, 1);
    assert.match(noticesOf(undefined)[0] ?? '', /database cannot be read now/);
    assert.match(noticesOf([])[0] ?? '', /nothing is subscribed to yet/);
  });
});

describe('the check of a real provider', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  async function startServer(profile?: Parameters<typeof startAuthorizationServer>[0]) {
    const server = await startAuthorizationServer(profile);
    close = () => server.close();
    return server;
  }

  it('passes if the application is known and the invented code is refused', async () => {
    const { urls, clientId, clientSecret, requests } = await startServer();
    const { lines, isRight } = await checkProvider(oura(urls, clientId, clientSecret), publicUrl, 'oura');
    assert.ok(isRight, lines.join('\n'));
    assert.match(lines[0] ?? '', /^right {2}authorization address .*status \d/);
    assert.match(lines[1] ?? '', /^right {2}token address .*knows the application/);
    assert.equal(requests.tokens, 1);
  });

  it('finds a wrong secret or id, and shows neither', async () => {
    const { urls, clientId, clientSecret } = await startServer();
    for (const [id, secret] of [
      [clientId, 'another secret'],
      ['another application', clientSecret],
    ] as const) {
      const { lines, isRight } = await checkProvider(oura(urls, id, secret), publicUrl, 'oura');
      assert.equal(isRight, false);
      assert.match(lines[1] ?? '', /^WRONG {2}token address .*refuses the application .*client_id/);
      assert.ok(!lines.join().includes(secret) && !lines.join().includes(id));
    }
  });

  it('shows any other answer of the token address unchanged', async () => {
    const server = await startServer();
    const settings = oura(server.urls, server.clientId, server.clientSecret);
    for (const [refuse, expected, mayBeRight] of [
      [{ status: 503 }, /^WRONG {2}.*did not look at the code \(status 503\)/, false],
      [
        { status: 400, body: { error: 'odd' } },
        /^unsure .*whether the code or the application \(status 400\)/,
        true,
      ],
      [{ status: 200, body: { access_token: 'x', token_type: 'bearer' } }, /^WRONG {2}.*made-up code/, false],
    ] as const) {
      server.interfere = () => ({ refuse });
      const { lines, isRight } = await checkProvider(settings, publicUrl, 'oura');
      assert.match(lines[1] ?? '', expected);
      assert.equal(isRight, mayBeRight);
    }
  });

  it('finds an address that fails or does not answer', async () => {
    const failing = createServer((_request, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server has this type.
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
    const settings = oura({ authorize: url, token: url, revoke: url, api: url }, 'id', 'secret');
    const failed = await checkProvider(settings, publicUrl, 'oura');
    assert.match(failed.lines[0] ?? '', /^WRONG {2}authorization address .*status 500/);
    await new Promise((resolve) => failing.close(resolve));

    const { lines, isRight } = await checkProvider(settings, publicUrl, 'oura');
    assert.equal(isRight, false);
    for (const line of lines) assert.match(line, /^WRONG .*: no connection\. See whether this machine/);
    assert.equal(lines.length, 2);
  });

  it('shows what is missing before it sends any request', async () => {
    for (const [slug, real, expected] of [
      ['oura', {}, /name client_id and client_secret_env for oura in PROVIDERS/],
      ['strava', {}, /an application of each team/],
      ['oura', { oura: { enabled: false } }, /oura is off by the settings/],
    ] as const) {
      const { lines, isRight } = await checkProvider(settingsOf(real), publicUrl, slug);
      assert.match(lines.join(), expected);
      assert.equal(isRight, false);
    }
    for (const [slug, message] of [
      [undefined, /takes a slug/],
      ['nonsense', /no real provider nonsense/],
    ] as const)
      await assert.rejects(checkProvider(settingsOf({}), publicUrl, slug), { name: 'Error', message });
  });
});
