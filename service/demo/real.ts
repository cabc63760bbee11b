// `npm run demo:real`: the service with two real providers' adapters, set up by configuration alone. The providers themselves are
// played: an authorization server that nobody here wrote (oidc-provider), and simulators of their interfaces. Nothing leaves
// this machine, and no account is needed. What happens between the service and the providers is printed as it happens.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { findProvider } from '../src/providers/index.js';
import { createOuraSimulator } from '../test/adapters/simulators/oura.js';
import type { Simulator, SimulatorOptions } from '../test/adapters/simulators/simulator.js';
import { createWhoopSimulator } from '../test/adapters/simulators/whoop.js';
import { type Profile, startAuthorizationServer } from '../test/support/authorization-server.js';

const servicePort = process.env['SERVICE_PORT'] ?? '8787';
const service = `http://127.0.0.1:${servicePort}`;
/** How long access lasts here, in seconds: short, so that a renewal can be watched. */
const accessSeconds = 900;

interface Played {
  readonly slug: string;
  readonly simulate: (options: SimulatorOptions) => Pick<Simulator, 'app'>;
  readonly profile: Profile;
}

const played: readonly Played[] = [
  {
    slug: 'oura',
    simulate: createOuraSimulator,
    profile: {
      callback: (scopes) => ({ scope: scopes.join(' ') }),
      revocation: { method: 'POST', path: '/revoke', status: 200 },
    },
  },
  {
    slug: 'whoop',
    simulate: createWhoopSimulator,
    profile: { revocation: { method: 'DELETE', path: '/v2/user/access', status: 204 } },
  },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const at = (): string => new Date().toTimeString().slice(0, 8);

async function play({ slug, simulate, profile }: Played): Promise<readonly [string, object]> {
  const provider = findProvider(slug);
  if (!provider) throw new Error(`there is no adapter of ${slug}`);
  const tell = (what: string): void => say(`${at()}  ${provider.name.padEnd(6)}  ${what}`);
  const { scopes, name, colour } = provider;
  const server = await startAuthorizationServer(
    { ...profile, accessSeconds },
    {
      scopes: [...scopes.required, ...scopes.optional],
      redirectUris: [`${service}/v2/link/connect/${slug}`],
      page: (asked) => consentPage(name, colour, asked),
    },
  );
  server.interfere = ({ form }) => {
    tell(form.get('grant_type') === 'refresh_token' ? 'renews the access' : 'gives tokens for a code');
    return undefined;
  };
  const simulator = simulate({
    accountOf: (token) => server.accountOf(token),
    until: new Date().toISOString().slice(0, 10),
  });
  const answer = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url);
    const { revocation } = profile;
    if (revocation && request.method === revocation.method && pathname === revocation.path) {
      const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
      const account = await server.holderOf(token);
      if (account === undefined) return new Response(null, { status: 401 });
      await server.end(account);
      tell('ends the grant of a person who was disconnected');
      return new Response(null, { status: revocation.status });
    }
    tell(`answers ${request.method} ${pathname}`);
    return simulator.app.fetch(request);
  });
  const listener = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const api = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const { authorize, token } = server.urls;
  return [
    slug,
    {
      client_id: server.clientId,
      client_secret: server.clientSecret,
      urls: { authorize, token, api, revoke: `${api}${profile.revocation?.path ?? ''}` },
    },
  ];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What a person would see at the provider. Who signs in is a number, so that the same number is the same account. */
const consentPage = (name: string, colour: string, scopes: readonly string[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(name)}, played</title>
<style>
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #f5f5f7 }
main { max-width: 24rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; color: ${colour} }
ul { padding-inline-start: 1.25rem } label { display: block; margin-block: 1rem .25rem }
input { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem }
button { font: inherit; padding: .5rem 1.25rem; border-radius: 8px; border: 1px solid ${colour}; background: #fff; color: ${colour} }
button[value=allow] { background: ${colour}; color: #fff } p { margin-block: 1rem 0 }
</style>
<main><h1>${escaped(name)}</h1>
<p>This page is played on your machine. It asks for what the service asks for:</p>
<ul>${scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join('')}</ul>
<form method="post"><label for="account">Account, any number</label>
<input id="account" name="account" value="4711" inputmode="numeric" pattern="[0-9]{1,9}" required>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny" formnovalidate>Cancel</button></p></form></main></html>`;

const providers = Object.fromEntries(await Promise.all(played.map(play)));
say(
  'Oura and WHOOP are played here by oidc-provider and simulators; the service knows them by PROVIDERS alone.',
);

const env = {
  ...process.env,
  PROVIDERS: JSON.stringify(providers),
  SANDBOX_PROVIDERS: '0',
  DATA_DIR: process.env['DATA_DIR'] ?? '.svc-data-real',
};
const start = (args: readonly string[]) => spawn(process.execPath, args, { env, stdio: 'inherit' });
const children: ReturnType<typeof start>[] = [];
const begin = (args: readonly string[]): void => {
  const child = start(args);
  children.push(child);
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exit(code ?? 0);
  });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => children.forEach((child) => child.kill(signal)));

begin(['scripts/start-service.mjs']);
// The demo's first page asks for a link at once.
while (
  !(await fetch(`${service}/ready`).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await pause(100);
begin(['--import', 'tsx', 'demo/server.ts']);
