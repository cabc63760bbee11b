// `npm run demo:real -- withings polar`: the service with real providers' adapters, set up only by configuration. The
// providers are simulated: an authorization server by others (oidc-provider), and simulators of their interfaces.
// Nothing leaves this machine, and no account is needed. Everything between the service and the providers is printed
// as it happens. With `--provider-only` only the providers are started, for a service that somebody else starts.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findProvider, redirectUriOf } from '../src/providers/index.js';
import { oauthAdapters } from '../test/adapters/matrix/columns.js';
import { type PlayedProvider, playProvider } from '../test/adapters/matrix/play.js';
import { rows } from '../test/adapters/matrix/rows.js';
import { accountPage, consentPage } from './consent-page.js';
import { noticesAddresses } from './notices-address.js';

const { PUBLIC_URL, SERVICE_PORT = '8787', ACCESS_SECONDS = '900', SVC_API_KEY } = process.env;
const listens = `http://127.0.0.1:${SERVICE_PORT}`;
const publicUrl = (PUBLIC_URL || listens).replace(/\/$/, '');
const apiKey = SVC_API_KEY || 'sk_sandbox_local';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const at = (): string => new Date().toTimeString().slice(0, 8);
function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { 'provider-only': { type: 'boolean' } } });
  } catch {
    return fail('Usage: npm run demo:real -- [--provider-only] [provider …]');
  }
}

/** A provider of the matrix that is simulated here. */
interface Part extends PlayedProvider {
  readonly slug: string;
  readonly name: string;
  /** Whether each team must have its own application. */
  readonly ownApplicationsOnly: boolean;
  /** Sets the address for the provider's notices, if its data comes by notices. */
  readonly notifyAt?: (address: string) => void;
}

async function play(slug: string): Promise<Part> {
  const row = rows.find((each) => each.slug === slug);
  const adapter = oauthAdapters.find((each) => each.slug === slug);
  const provider = findProvider(slug);
  if (!row || !adapter || !provider)
    return fail(`${slug} is none of ${rows.map((each) => each.slug).join(', ')}.`);
  const { name, scopes } = provider;
  const tell = (what: string): void => say(`${at()}  ${name.padEnd(8)}  ${what}`);
  const known = [...scopes.required, ...scopes.optional];
  // The authorization server requires at least one scope.
  const isNameless = known.length === 0 || adapter.signIn.namesNoScopes;
  let address: string | undefined;
  const notify = async (body: string): Promise<void> => {
    if (address === undefined) return tell('has something to tell, and no address for notices');
    const { status } = await fetch(address, { method: 'POST', body }).catch(() => ({ status: 'nothing' }));
    tell(`tells where something is, answered with ${status}`);
  };
  const played = await playProvider(row, adapter, {
    redirectUri: redirectUriOf(publicUrl, provider),
    accessSeconds: Number(ACCESS_SECONDS),
    notify,
    page: (asked) =>
      consentPage(
        provider,
        asked.filter((scope) => known.includes(scope) || isNameless),
      ),
    async around(request, answer) {
      const { pathname } = new URL(request.url);
      if (pathname === noticesPath && request.method === 'POST') {
        address = (await request.formData()).get('address')?.toString();
        return new Response('Its notices go there now.\n');
      }
      if (pathname !== accountPath) {
        tell(`answers ${request.method} ${pathname}`);
        return answer(request);
      }
      const account =
        request.method === 'POST' ? (await request.formData()).get('account')?.toString() : undefined;
      if (account !== undefined) await played.server.end(account);
      return new Response(accountPage(provider, account), {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    },
  });
  const { server } = played;
  server.interfere = ({ form }) => {
    tell(form.get('grant_type') === 'refresh_token' ? 'renews the access' : 'gives tokens for a code');
    return undefined;
  };
  server.ended = () => tell('ends the grant of a person');
  return {
    ...{ ...played, slug, name, ownApplicationsOnly: adapter.ownApplicationsOnly === true },
    ...(adapter.comesByOffers && { notifyAt: (to: string) => void (address = to) }),
  };
}

/** The path that sets the address for notices, as a provider's portal would. No real interface has this path or the one below. */
const noticesPath = '/played-notices';
/** The page where a person ends the access. */
const accountPath = '/played-account';

/** The team's own applications, for providers that require them. */
const ownApplications = (parts: readonly Part[]) =>
  parts
    .filter(({ ownApplicationsOnly }) => ownApplicationsOnly)
    .map(({ slug, server }) => ({
      path: `/v2/team/custom_credentials/${slug}`,
      body: JSON.stringify({ client_id: server.clientId, client_secret: server.clientSecret }),
    }));

async function startService(parts: readonly Part[], settings: string): Promise<() => Promise<void>> {
  const env = {
    ...process.env,
    PROVIDERS: settings,
    SANDBOX_PROVIDERS: '0',
    DATA_DIR: process.env['DATA_DIR'] ?? '.svc-data-real',
  };
  const told = parts.filter(({ notifyAt }) => notifyAt);
  if (told.length > 0) {
    const applications = told.map(({ slug, server }) => ({ slug, clientId: server.clientId }));
    const addresses = await noticesAddresses(env, publicUrl, applications);
    for (const { slug, notifyAt } of told) notifyAt?.(addresses.get(slug) ?? '');
  }
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
  return async () => {
    // The demo's first page asks for a link at once, so the service must be ready.
    const isReady = () =>
      fetch(`${listens}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await pause(100);
    for (const { path, body } of ownApplications(parts)) {
      const headers = { 'content-type': 'application/json', 'x-svc-api-key': apiKey };
      const answer = await fetch(listens + path, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
    }
    begin(['--import', 'tsx', 'demo/server.ts']);
  };
}

const { values, positionals } = readArguments();
if (!/^[1-9]\d{0,5}$/.test(ACCESS_SECONDS)) fail('ACCESS_SECONDS is a number of seconds from 1 to 999999.');
const slugs = [...new Set(positionals.length > 0 ? positionals : ['oura', 'whoop'])];
const parts = await Promise.all(slugs.map(play));
const settings = JSON.stringify(Object.fromEntries(parts.map((part) => [part.slug, part.settings])));

say(`${parts.map(({ name }) => name).join(', ')}: played here by oidc-provider and simulators.`);
for (const { name, api } of parts) say(`A person of ${name} ends the access at ${api}${accountPath}`);
if (values['provider-only'] === true) {
  say(`\nStart your service, whose address is ${publicUrl}, with this setting:\n`);
  say(`PROVIDERS='${settings}'\n`);
  for (const { path, body } of ownApplications(parts))
    say(
      `This provider wants an application of the team's own:\ncurl -X PUT ${publicUrl}${path} -H 'x-svc-api-key: sk_sandbox_local' -d '${body}'\n`,
    );
  for (const { name, api, notifyAt } of parts)
    if (notifyAt)
      say(
        `${name} gives nothing but what its notices name. Once the team has that application, svc-service providers list prints their address:\ncurl ${api}${noticesPath} -d 'address=…'\n`,
      );
  say('Ready. Ctrl+C ends the providers, and with them every access that they gave.');
} else {
  say('The service knows them by PROVIDERS alone.');
  await (
    await startService(parts, settings)
  )();
}
