import { resolve } from 'node:path';
import { type Kms, type MasterKey, parseMasterKeys, withoutRepeats } from '../crypto/index.js';
import { type DatabaseLimits, engines, type ServerEngine, usualLimits } from '../db/index.js';
import { type ConsoleSignIn, readConsoleSettings } from '../console-access/index.js';
import type { Addresses } from '../deps.js';
import type { KeySettings } from '../master-keys/index.js';
import { type ProviderSettings, readProviderSettings } from '../providers/index.js';
import { readRetention, type Retention } from '../retention/index.js';
import { readTraceSettings, type TraceSettings } from '../traces/index.js';

/** Where the data lives: a folder, memory (tests), or PostgreSQL. */
export type Storage =
  | { readonly kind: 'folder'; readonly directory: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string; readonly engine: ServerEngine };

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly storage: Storage;
  /** How much of PostgreSQL a process may use. */
  readonly database: DatabaseLimits;
  /** The first key wraps data keys. If there is none, the data folder keeps one. */
  readonly masterKeys: readonly MasterKey[];
  /** The key service that wraps data keys instead of a master key. */
  readonly kms: Kms | undefined;
  readonly apiKey: string | undefined;
  readonly managementKey: string | undefined;
  /** Where browsers reach the service; by default the address it listens on. */
  readonly publicUrl: string | undefined;
  /** Where browsers reach the fictional providers. */
  readonly sandboxUrl: string | undefined;
  /** How many requests are answered at the same time; 0 for any number. */
  readonly mostRequests: number;
  /** How long a process that has to stop still accepts new requests, in seconds, so that a balancer notices first. */
  readonly drainSeconds: number;
  /** Whether the process answers requests and does no work of its own. */
  readonly requestsOnly: boolean;
  /** How long a client's connection stays open without a request, in seconds. */
  readonly keepAliveSeconds: number;
  /** How many requests one key or link token may send in a minute; 0 for any number. */
  readonly rateLimitPerMinute: number;
  /** How often a provider may refuse one user name in 15 minutes, over all tokens of a team; 0 for any number. */
  readonly refusedSignIns: number;
  /** Whether webhooks may use private addresses and http. */
  readonly webhookAllowPrivate: boolean;
  readonly providers: ProviderSettings;
  /** How long each kind of data is kept, in days. */
  readonly retention: Retention;
  /**
   * How people sign in to the console. Undefined if they do not, and a management key is entered if the console is open at all.
   */
  readonly console: ConsoleSignIn | undefined;
  readonly logLevel: string;
  /** Where metrics are answered; undefined if they are off. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** How traces are sent; undefined if they are not. */
  readonly traces: TraceSettings | undefined;
}

/** The faults in the settings, one line each. */
export class BadSettings extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadSettings';
  }
}

/** In seconds. Containers are killed 30 seconds after they are told to stop, and requests in progress need time too. */
const longestDrain = 10;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** Reads the settings (docs/operating.md) from the environment, once. An empty variable counts as not set. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;

  const port = text('PORT') ?? '8787';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) problems.push('PORT is not a port number');

  const metricsPort = text('METRICS_PORT');
  const metricsHost = text('METRICS_HOST') ?? '127.0.0.1';
  if (metricsPort !== undefined && (!/^\d{1,5}$/.test(metricsPort) || Number(metricsPort) > 65_535))
    problems.push('METRICS_PORT is not a port number');
  else if (metricsPort === port && port !== '0')
    problems.push('METRICS_PORT and PORT are the same: metrics tell of all teams and are not for everybody');

  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    problems.push('DATABASE_URL does not begin with postgres://');
  }
  const engineName = text('DATABASE_ENGINE') ?? 'postgres';
  const engine = engines.find((each) => each === engineName);
  if (!engine) problems.push(`DATABASE_ENGINE is none of ${engines.join(', ')}`);
  if (databaseUrl === undefined && text('DATABASE_ENGINE') !== undefined)
    problems.push('DATABASE_ENGINE says what DATABASE_URL leads to, which is not set');

  const whole = (name: string, usual: number, [least, most]: readonly [number, number]): number => {
    const value = text(name) ?? String(usual);
    if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most)
      problems.push(`${name} is not a whole number from ${least} to ${most}`);
    return Number(value);
  };
  const database: DatabaseLimits = {
    poolSize: whole('DATABASE_POOL_SIZE', usualLimits.poolSize, [2, 500]),
    statementSeconds: whole('DATABASE_STATEMENT_SECONDS', usualLimits.statementSeconds, [1, 600]),
    lockSeconds: whole('DATABASE_LOCK_SECONDS', usualLimits.lockSeconds, [1, 600]),
    idleSeconds: whole('DATABASE_IDLE_SECONDS', usualLimits.idleSeconds, [1, 600]),
  };
  const mostRequests = whole('MAX_REQUESTS', 500, [0, 100_000]);
  const drainSeconds = whole('DRAIN_SECONDS', databaseUrl === undefined ? 0 : 5, [0, longestDrain]);
  // Longer than balancers keep their connections. Otherwise they would send requests over connections that are just being closed.
  const keepAliveSeconds = whole('KEEP_ALIVE_SECONDS', 75, [1, 3600]);

  const masterKeys = readMasterKeySettings(text, problems);
  const kms = readKms(text, problems);
  if (databaseUrl !== undefined && !kms && !text('SVC_MASTER_KEY') && !text('SVC_MASTER_KEYS'))
    problems.push('DATABASE_URL needs SVC_MASTER_KEY: 32 bytes as base64 or hex, the same for every process');

  const origin = (name: string): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    problems.push(`${name} is not an address such as https://link.example.com`);
    return undefined;
  };

  const apiKey = text('SVC_API_KEY');
  const managementKey = text('SVC_MANAGEMENT_KEY');
  if (apiKey !== undefined && apiKey === managementKey) {
    problems.push('SVC_API_KEY and SVC_MANAGEMENT_KEY are the same');
  }

  const rateLimit = text('RATE_LIMIT_PER_MINUTE') ?? (databaseUrl === undefined ? '0' : '6000');
  if (!/^\d{1,9}$/.test(rateLimit))
    problems.push('RATE_LIMIT_PER_MINUTE is not a whole number; 0 is no limit');

  const refusedSignIns = text('REFUSED_SIGN_INS') ?? '10';
  if (!/^\d{1,9}$/.test(refusedSignIns))
    problems.push('REFUSED_SIGN_INS is not a whole number; 0 is no limit');

  const allowPrivate = text('WEBHOOK_ALLOW_PRIVATE') ?? (databaseUrl === undefined ? '1' : '0');
  if (!['0', '1'].includes(allowPrivate)) problems.push('WEBHOOK_ALLOW_PRIVATE is neither 0 nor 1');

  const requestsOnly = text('REQUESTS_ONLY') ?? '0';
  if (!['0', '1'].includes(requestsOnly)) problems.push('REQUESTS_ONLY is neither 0 nor 1');

  const logLevel = text('LOG_LEVEL') ?? (databaseUrl === undefined ? 'warn' : 'info');
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL is none of ${logLevels.join(', ')}`);

  const settings: Settings = {
    host: text('HOST') ?? '127.0.0.1',
    port: Number(port),
    storage:
      databaseUrl === undefined
        ? { kind: 'folder', directory: resolve(text('DATA_DIR') ?? '.svc-data') }
        : { kind: 'postgres', url: databaseUrl, engine: engine ?? 'postgres' },
    ...{ database, mostRequests, drainSeconds, keepAliveSeconds, masterKeys, kms },
    apiKey,
    managementKey,
    publicUrl: origin('PUBLIC_URL'),
    sandboxUrl: origin('SANDBOX_URL'),
    rateLimitPerMinute: Number(rateLimit),
    refusedSignIns: Number(refusedSignIns),
    webhookAllowPrivate: allowPrivate === '1',
    requestsOnly: requestsOnly === '1',
    retention: readRetention(whole),
    providers: readProviderSettings(env, { embedded: databaseUrl === undefined }, problems),
    console: readConsoleSettings(env, problems),
    logLevel,
    traces: readTraceSettings(env, problems),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: Number(metricsPort) },
  };
  if (problems.length > 0) throw new BadSettings(problems);
  return settings;
}

type Text = (name: string) => string | undefined;

/** The keys of SVC_MASTER_KEYS, followed by SVC_MASTER_KEY. */
function readMasterKeySettings(text: Text, problems: string[]): readonly MasterKey[] {
  const [several, one] = [text('SVC_MASTER_KEYS'), text('SVC_MASTER_KEY')];
  const keys = several === undefined ? [] : parseMasterKeys(several);
  if (!keys)
    problems.push('SVC_MASTER_KEYS is not id:key,id:key, each key 32 bytes as base64 or hex, each id once');
  const alone = one === undefined ? [] : parseMasterKeys(one);
  if (!alone || alone.length > 1) problems.push('SVC_MASTER_KEY is not 32 bytes as base64 or hex');
  return withoutRepeats([...(keys ?? []), ...(alone ?? [])]);
}

function readKms(text: Text, problems: string[]): Kms | undefined {
  const [file, ...args] = text('SVC_KMS_COMMAND')?.split(/\s+/) ?? [];
  const keyId = text('SVC_KMS_KEY_ID');
  if (file !== undefined && keyId !== undefined) return { command: [file, ...args], keyId };
  if (file !== undefined || keyId !== undefined)
    problems.push('SVC_KMS_COMMAND and SVC_KMS_KEY_ID need each other: the program, and the key that wraps');
  return undefined;
}

/** The settings from which the service gets its master keys. */
export const keySettingsOf = ({ masterKeys, kms, storage }: Settings): KeySettings => ({
  masterKeys,
  kms,
  folder: storage.kind === 'folder' ? storage.directory : undefined,
});

/** The addresses of a service that listens on `port`. */
export function addressesOf(settings: Settings, port: number): Addresses {
  const internalUrl = `http://${hostOf(settings.host)}:${port}`;
  const publicUrl = settings.publicUrl ?? internalUrl;
  return {
    publicUrl,
    sandboxUrl: settings.sandboxUrl ?? publicUrl.replace('//127.0.0.1', '//localhost'),
    internalUrl,
  };
}

/** How this machine reaches a server that listens on `host`, as the host part of an address. */
export function hostOf(host: string): string {
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  return everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
}
