import { roles, type Role } from 'svc-link/contract';
import { isUuid, loopback } from '../http/index.js';

/** How people sign in to the console: at which identity provider, and which role they get. */
export interface ConsoleSignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** The organization that they sign in to; undefined for the first one. */
  readonly orgId: string | undefined;
  /** The claim that decides the role, and the role that each of its values gives. */
  readonly claim: string;
  readonly roles: ReadonlyMap<string, Role>;
}

/** How people get into the console. */
export interface ConsoleAccess {
  /** With an identity provider; undefined if the settings name none. */
  readonly signIn: (ConsoleSignIn & { readonly orgId: string }) | undefined;
  /** Whether a management key may be entered: only if nobody but this machine reaches the service. */
  readonly takesKeys: boolean;
}

const names = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
];

/** Reads the settings of the console, and adds the faults in them to `problems`. Undefined if there are no such settings. */
export function readConsoleSettings(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ConsoleSignIn | undefined {
  const text = (name: string): string => env[name]?.trim() ?? '';
  const [orgId, scopes] = [text('CONSOLE_OIDC_ORG'), text('CONSOLE_OIDC_SCOPES') || 'openid profile'];
  const set = names.filter((name) => text(name) !== '');
  if (set.length === 0) return undefined;
  const missing = names.filter((name) => text(name) === '');
  if (missing.length > 0) problems.push(`${set.join(', ')} needs ${missing.join(', ')} too`);

  const issuer = text('CONSOLE_OIDC_ISSUER');
  if (issuer !== '' && !isTrusted(issuer))
    problems.push('CONSOLE_OIDC_ISSUER is not an https address, or http on this machine');
  const publicUrl = text('PUBLIC_URL');
  if (publicUrl !== '' && !isTrusted(publicUrl))
    problems.push('signing in to the console by CONSOLE_OIDC_ISSUER needs a PUBLIC_URL of https');
  if (orgId !== '' && !isUuid(orgId)) problems.push('CONSOLE_OIDC_ORG is not the id of an organization');
  if (!scopes.split(' ').includes('openid')) problems.push('CONSOLE_OIDC_SCOPES does not hold openid');

  const [, claim = '', list = ''] = /^([^:=,]+):(.+)$/.exec(text('CONSOLE_OIDC_ROLES')) ?? [];
  const given = list.split(',').map((each) => /^(.+)=(\w+)$/.exec(each.trim()));
  const mapped = new Map<string, Role>();
  for (const [, value = '', name = ''] of given.map((each) => each ?? [])) {
    const role = roles.find((each) => each === name);
    if (role) mapped.set(value.trim(), role);
  }
  if (text('CONSOLE_OIDC_ROLES') !== '' && mapped.size !== given.length)
    problems.push(
      `CONSOLE_OIDC_ROLES is not a claim with roles, such as "groups: staff=view, admins=own"; roles are ${roles.join(', ')}`,
    );
  return {
    issuer,
    clientId: text('CONSOLE_OIDC_CLIENT_ID'),
    clientSecret: text('CONSOLE_OIDC_CLIENT_SECRET'),
    scopes,
    orgId: orgId.toLowerCase() || undefined,
    claim: claim.trim(),
    roles: mapped,
  };
}

function isTrusted(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
