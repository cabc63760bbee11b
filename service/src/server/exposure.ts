// Checks that the service has safe keys before other machines can reach it.
import type { MiddlewareHandler } from 'hono';
import { type Env, refusal } from '../http/index.js';
import { BadSettings, type Settings } from './settings.js';
import type { Addresses } from '../deps.js';

/** The keys of the embedded mode if the settings name none. Everybody knows them. */
export const sandboxKeys = { apiKey: 'sk_sandbox_local', managementKey: 'mk_sandbox_local' };

/** The keys in the settings, or the keys of the sandbox in the embedded mode. */
export function keysOf({ apiKey, managementKey, storage }: Settings): {
  readonly apiKey: string | undefined;
  readonly managementKey: string | undefined;
} {
  const isEmbedded = storage.kind !== 'postgres';
  return {
    apiKey: apiKey ?? (isEmbedded ? sandboxKeys.apiKey : undefined),
    managementKey: managementKey ?? (isEmbedded ? sandboxKeys.managementKey : undefined),
  };
}

/** The least length, and the least number of different characters. Random keys pass; most keys that people think up do not. */
const shortestKey = 24;
const fewestDifferent = 8;

/** Why a key can be guessed or cannot be sent in a header; undefined if it is good. */
function faultOf(key: string): string | undefined {
  const secret = key.replace(/^(?:sk|mk)_/, '');
  if (!/^[\x21-\x7e]*$/.test(secret)) return 'holds characters that a header cannot carry';
  if (secret.length < shortestKey) return `can be guessed: it has fewer than ${shortestKey} characters`;
  if (new Set(secret).size < fewestDifferent)
    return `can be guessed: it has fewer than ${fewestDifferent} different characters`;
  return undefined;
}

/** The faults of the keys in the settings. The sandbox keys are allowed in the embedded mode, each in its own setting. */
function faultsOfKeys({ apiKey, managementKey, storage }: Settings): string[] {
  const named = [
    ['SVC_API_KEY', apiKey, sandboxKeys.apiKey],
    ['SVC_MANAGEMENT_KEY', managementKey, sandboxKeys.managementKey],
  ] as const;
  return named.flatMap(([name, key, known]) => {
    if (key === undefined || (key === known && storage.kind !== 'postgres')) return [];
    const fault = key === known ? 'is the one of the sandbox, which everybody knows' : faultOf(key);
    return fault === undefined ? [] : [`${name} ${fault}.`];
  });
}

/** Whether a host is only this machine. `host` is a name or address as in `HOST` or in a URL. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The settings that make the service reachable from other machines, by name and value. */
function openings({ host, publicUrl, sandboxUrl }: Settings): string[] {
  const named = [
    ['PUBLIC_URL', publicUrl],
    ['SANDBOX_URL', sandboxUrl],
  ] as const;
  return [
    ...(isLoopback(host) ? [] : [`HOST=${host}`]),
    ...named.flatMap(([name, url]) =>
      url === undefined || isLoopback(new URL(url).hostname) ? [] : [`${name}=${url}`],
    ),
  ];
}

/** Whether the console accepts a management key: only if nobody signs in to it, and only this machine reaches the service. */
export const takesKeysInConsole = (settings: Settings): boolean =>
  settings.console === undefined && openings(settings).length === 0;

/** Throws if a key can be guessed, or if other machines can reach the service while it has keys that everybody knows. */
export function checkExposure(settings: Settings): void {
  checkOpenings(settings);
  const faults = faultsOfKeys(settings);
  if (faults.length === 0) return;
  throw new BadSettings([
    ...faults,
    'Use what "openssl rand -hex 32" prints; or set none, and make keys by "svc-service keys create".',
  ]);
}

function checkOpenings(settings: Settings): void {
  const open = openings(settings);
  const keys = keysOf(settings);
  const missing = [
    ...(keys.apiKey === sandboxKeys.apiKey ? ['SVC_API_KEY'] : []),
    ...(keys.managementKey === sandboxKeys.managementKey ? ['SVC_MANAGEMENT_KEY'] : []),
  ];
  if (open.length === 0 || missing.length === 0) return;
  const [first = ''] = open;
  throw new BadSettings([
    `${open.join(' and ')} lets others in, who know the keys of the sandbox.`,
    `Set ${missing.join(' and ')} to keys of your own, such as what "openssl rand -hex 32" prints; ` +
      `or leave ${first.split('=')[0]} out, so that only this machine reaches the service.`,
  ]);
}

/** Whether the sandbox clock needs no key: only if both keys are the well-known ones. */
export function isClockFree(settings: Settings): boolean {
  const keys = keysOf(settings);
  return keys.apiKey === sandboxKeys.apiKey && keys.managementKey === sandboxKeys.managementKey;
}

/**
 * For a service that only this machine reaches: refuses requests for any other host name. Otherwise a page could let its own host
 * name resolve to this machine, and would then have the same origin as the service (DNS rebinding).
 */
export function onlyOwnNames({ publicUrl, sandboxUrl }: Addresses): MiddlewareHandler<Env> {
  const own = new Set([publicUrl, sandboxUrl].map((url) => new URL(url).hostname));
  return (c, next) => {
    const { hostname } = new URL(c.req.url);
    if (own.has(hostname) || isLoopback(hostname)) return next();
    const message =
      'The name in Host is neither this machine nor that of PUBLIC_URL. Set PUBLIC_URL to the address that browsers use.';
    return Promise.resolve(refusal(421, message));
  };
}
