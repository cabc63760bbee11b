// Reads PROVIDERS and SANDBOX_PROVIDERS. Reports every mistake, with its place and what to write instead.
import { readFileSync } from 'node:fs';
import type { Adapter, Urls } from '../adapters/index.js';
import { loopback } from '../http/index.js';
import { fictionalProviders } from './catalogue.js';
import type { ProviderEntry } from './entry.js';
import { realProviders } from './real.js';
import type { ProviderSettings, RealProviderSettings } from './settings.js';

type Env = Readonly<Record<string, string | undefined>>;
/** Reports a mistake at a place in the settings. */
type Report = (place: string, mistake: string) => void;

const fields = [
  'client_id',
  'client_secret',
  'client_secret_env',
  'api_key',
  'api_key_env',
  'client_version',
  'enabled',
  'base',
  'region',
  'urls',
  'notices',
  'help_url',
  'forgot_url',
];
const urlNames = [
  'authorize',
  'token',
  'refresh',
  'revoke',
  'newer_token',
  'newer_revoke',
  'api',
] as const satisfies readonly (keyof Urls)[];

/** Adds a line to `problems` for each mistake. */
export function readProviderSettings(
  env: Env,
  { embedded }: { readonly embedded: boolean },
  problems: string[],
): ProviderSettings {
  return {
    fictional: readFictional(env['SANDBOX_PROVIDERS']?.trim() || (embedded ? '1' : '0'), problems),
    real: readReal(env, problems),
  };
}

function readFictional(text: string, problems: string[]): ReadonlySet<string> {
  const all = fictionalProviders.map(({ slug }) => slug);
  if (text === '0') return new Set();
  if (text === '1') return new Set(all);
  const slugs = text.split(',').map((slug) => slug.trim());
  const unknown = slugs.filter((slug) => !all.includes(slug));
  if (unknown.length > 0)
    problems.push(
      `SANDBOX_PROVIDERS is 1, 0 or slugs of fictional providers with commas between them; not one of them: ${unknown.join(', ')}`,
    );
  return new Set(slugs);
}

function readReal(env: Env, problems: string[]): ReadonlyMap<string, RealProviderSettings> {
  const report: Report = (place, mistake) => void problems.push(`PROVIDERS: ${place} ${mistake}`);
  const text = env['PROVIDERS']?.trim();
  if (!text) return new Map();
  const all = readJson(text, problems);
  if (all === undefined) return new Map();
  const read = Object.entries(all).flatMap(([slug, entry]) => {
    const provider = realProviders.find((each) => each.slug === slug);
    if (!provider?.adapter) {
      report(slug, `is none of ${realProviders.map((each) => each.slug).join(', ')}`);
      return [];
    }
    if (!isObject(entry)) {
      report(slug, 'is not an object');
      return [];
    }
    return [
      [
        slug,
        readEntry(provider, entry, env, (place, mistake) => report(`${slug}${place}`, mistake)),
      ] as const,
    ];
  });
  return new Map(read);
}

function readJson(text: string, problems: string[]): Record<string, unknown> | undefined {
  let json = text;
  if (!text.startsWith('{')) {
    try {
      json = readFileSync(text, 'utf8');
    } catch {
      problems.push('PROVIDERS is neither a JSON object nor the path of a file that can be read');
      return undefined;
    }
  }
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // The parser's message would quote the text, which holds secrets.
  }
  problems.push(
    'PROVIDERS is not a JSON object of the form {"<slug>": {"client_id": "…", "client_secret_env": "…"}}',
  );
  return undefined;
}

function readEntry(
  { adapter, authType }: ProviderEntry,
  entry: Record<string, unknown>,
  env: Env,
  report: Report,
): RealProviderSettings {
  for (const name of Object.keys(entry))
    if (!fields.includes(name)) report(`.${name}`, `is none of ${fields.join(', ')}`);
  const { enabled, region } = entry;
  if (enabled !== undefined && typeof enabled !== 'boolean') report('.enabled', 'is neither true nor false');

  const signIn = adapter?.signIn;
  const regions = signIn?.type === 'oauth' ? (signIn.regions ?? []) : [];
  if (region !== undefined && !(typeof region === 'string' && regions.includes(region)))
    report(
      '.region',
      regions.length > 0 ? `is none of ${regions.join(', ')}` : 'makes no difference to this provider',
    );
  const needsBase = signIn?.type === 'oauth' && signIn.needsBase === true;
  const base = readAddress(entry['base'], '.base', report);
  if (needsBase && entry['base'] === undefined && enabled !== false)
    report('.base', 'is missing: the address of the server');
  if (!needsBase && entry['base'] !== undefined)
    report('.base', 'makes no difference to this provider: use urls');

  const client = readClient(entry, env, clientFieldsOf(adapter), report);
  if (authType === 'password' && enabled === true && entry['client_id'] === undefined)
    report('.client_id', 'is missing: what the interface knows the app by that is asked for');
  if (client && adapter?.ownApplicationsOnly)
    report(
      '.client_id',
      "is not allowed by the provider's terms: each team sets its own, with PUT /v2/team/custom_credentials",
    );
  return {
    client,
    enabled: enabled !== false && (authType !== 'password' || enabled === true),
    where: { base: base ?? null, region: typeof region === 'string' ? region : null },
    urls: readUrls(entry['urls'], report),
    noticeSecret: readNotices(entry['notices'], env, report),
    ...(isOn(entry['notices']) && { subscribes: true as const }),
    ...readHelp(entry, report),
  };
}

/** The fields that describe an application besides its id, and whether each must stay secret. */
const clientFields = { client_secret: true, api_key: true, client_version: false } as const;
type ClientField = keyof typeof clientFields;
// The object is constant, so its keys are exactly those of its type.
const allClientFields = Object.keys(clientFields) as readonly ClientField[];

function clientFieldsOf(adapter: Adapter | undefined): readonly ClientField[] {
  if (adapter?.signIn.type === 'password') return adapter.signIn.clientFields;
  return adapter?.apiKeyHeader === undefined ? ['client_secret'] : ['client_secret', 'api_key'];
}

function readClient(
  entry: Record<string, unknown>,
  env: Env,
  needed: readonly ClientField[],
  report: Report,
): RealProviderSettings['client'] {
  const said: Partial<Record<ClientField, string>> = {};
  for (const name of allClientFields) {
    if (!isThere(entry, name)) continue;
    const value = clientFields[name]
      ? readSecret(entry, name, env, report, '')
      : readText(entry[name], `.${name}`, report);
    if (!needed.includes(name)) report(`.${name}`, 'makes no difference to this provider');
    else if (value !== undefined) said[name] = value;
  }
  const id = readText(entry['client_id'], '.client_id', report);
  if (entry['client_id'] === undefined) {
    if (Object.keys(said).length > 0) report('.client_id', 'is missing');
    return undefined;
  }
  for (const name of needed)
    if (!isThere(entry, name))
      report(
        `.${name}`,
        clientFields[name] ? `is missing; or name the variable that holds it in ${name}_env` : 'is missing',
      );
  if (id === undefined || needed.some((name) => said[name] === undefined)) return undefined;
  const { client_secret: secret = '', api_key: apiKey, client_version: version } = said;
  return {
    id,
    secret,
    ...(apiKey !== undefined && { apiKey }),
    ...(version !== undefined && { version }),
  };
}

const isThere = (entry: Record<string, unknown>, name: string): boolean =>
  entry[name] !== undefined || entry[`${name}_env`] !== undefined;

function readText(value: unknown, place: string, report: Report): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  report(place, 'is not a text');
  return undefined;
}

/** Reads a secret, from the field `name` or from the variable that `name_env` names. */
function readSecret(
  entry: Record<string, unknown>,
  name: string,
  env: Env,
  report: Report,
  place: string,
): string | undefined {
  const { [name]: written, [`${name}_env`]: variable } = entry;
  if (written !== undefined && variable !== undefined) {
    report(`${place}.${name}`, `and ${name}_env are both there: leave one out`);
    return undefined;
  }
  if (written !== undefined) {
    if (typeof written === 'string' && written !== '') return written;
    report(`${place}.${name}`, 'is not a text');
    return undefined;
  }
  if (variable === undefined) return undefined;
  const value = typeof variable === 'string' ? env[variable]?.trim() : undefined;
  if (!value) report(`${place}.${name}_env`, 'does not name a variable that is set');
  return value || undefined;
}

function readUrls(value: unknown, report: Report): Partial<Urls> {
  if (value === undefined) return {};
  if (!isObject(value)) {
    report('.urls', 'is not an object');
    return {};
  }
  const names: readonly string[] = urlNames;
  for (const name of Object.keys(value))
    if (!names.includes(name)) report(`.urls.${name}`, `is none of ${urlNames.join(', ')}`);
  return Object.fromEntries(
    urlNames.flatMap((name) => {
      const url = readAddress(value[name], `.urls.${name}`, report);
      return url === undefined ? [] : [[name, url]];
    }),
  );
}

/** Reads the addresses of pages for people. They must be https, because people open them anywhere. Null shows none. */
function readHelp(entry: Record<string, unknown>, report: Report): Pick<RealProviderSettings, 'help'> {
  const said = (['help_url', 'forgot_url'] as const).filter((name) => entry[name] !== undefined);
  if (said.length === 0) return {};
  const isPage = (value: unknown): value is string =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:';
  return {
    help: Object.fromEntries(
      said.flatMap((name) => {
        const value = entry[name];
        if (value === null || isPage(value)) return [[name, value]];
        report(`.${name}`, 'is neither an https address nor null');
        return [];
      }),
    ),
  };
}

/** Whether the service subscribes to notices: true if the settings mention them and do not turn them off. */
const isOn = (notices: unknown): boolean => notices !== undefined && notices !== false;

function readNotices(value: unknown, env: Env, report: Report): string | undefined {
  if (value === undefined || typeof value === 'boolean') return undefined;
  if (!isObject(value)) {
    report('.notices', 'is neither true, false nor an object');
    return undefined;
  }
  for (const name of Object.keys(value))
    if (!['secret', 'secret_env'].includes(name)) report(`.notices.${name}`, 'is none of secret, secret_env');
  return readSecret(value, 'secret', env, report, '.notices');
}

/** Reads an address and removes its final slash. It must be https, unless it is on this machine. */
function readAddress(value: unknown, place: string, report: Report): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '') {
    report(place, 'is not an https address; http is allowed for this machine only');
    return undefined;
  }
  return url.href.replace(/\/$/, '');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
