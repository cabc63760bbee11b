import * as z from 'zod/mini';
import { ClientError, createClient, type Client } from 'svc-link/client';
import { listAuditEntries, roles, type AuditAction, type Role } from 'svc-link/contract';

/** The signed-in person or key. `client` holds the key itself, and does not expose it. */
export interface Session {
  readonly client: Client;
  /** The id of the key; undefined for a person whom the identity provider named. */
  readonly keyId?: string;
  /** Whether the session reaches the whole organization, or only some of its teams. */
  readonly kind: 'org' | 'team';
  readonly orgId: string;
  readonly orgName: string;
  /** The teams that a key of the kind `team` reaches. */
  readonly teamIds: readonly string[];
  /** What the person may do. A key may do everything that it reaches. */
  readonly role: Role;
  /** The person's name. */
  readonly name?: string;
  /** The audit log as the file that the service writes: CSV, with all entries or those of one action. */
  readonly auditFile: (query: { readonly action?: AuditAction }) => Promise<Blob>;
}

/** Whether the session has a role, or a higher one. */
export const can = ({ role }: Pick<Session, 'role'>, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

/** How people sign in: at the identity provider, with a key (in the sandbox), or not at all before this is set up. */
export type Way = 'oidc' | 'key' | 'none';

const Access = z.looseObject({
  sign_in: z.enum(['oidc', 'key', 'none']),
  session: z.nullable(
    z.looseObject({ name: z.string(), role: z.enum(roles), org_id: z.string(), org_name: z.string() }),
  ),
});

/**
 * Asks the service how people sign in, and who is signed in by the browser's cookie. Rejects with a `ClientError`. `ended`
 * is called if a later request finds that the session has ended.
 */
export async function readAccess(
  ended: () => void,
): Promise<{ readonly way: Way; readonly session: Session | undefined }> {
  const parsed = Access.safeParse(await askConsole('GET', 'session'));
  if (!parsed.success) throw new ClientError('the console', { code: 'bad_response' });
  const { sign_in: way, session } = parsed.data;
  if (!session) return { way, session: undefined };
  const { name, role, org_id: orgId, org_name: orgName } = session;
  const ask = askByCookie(ended);
  // The client sends no request without a key. `ask` removes this one again.
  const client = createClient({ baseUrl: location.origin, managementKey: 'of-the-session', fetch: ask });
  const auditFile = auditFileOf(ask, orgId, {});
  return { way, session: { client, kind: 'org', teamIds: [], name, role, orgId, orgName, auditFile } };
}

/** Ends the session of this browser. */
export const signOut = (): Promise<unknown> => askConsole('POST', 'sign-out');

async function askConsole(method: 'GET' | 'POST', what: 'session' | 'sign-out'): Promise<unknown> {
  try {
    const response = await fetch(`/console/${what}`, { method, credentials: 'same-origin' });
    const body: unknown = response.ok ? await response.json() : undefined;
    if (response.ok) return body;
  } catch {
    throw new ClientError('the console', { code: 'network_failed' });
  }
  throw new ClientError('the console', { code: 'server_error' });
}

/** Sends requests with the cookie of the session, which no script can read. */
const askByCookie =
  (ended: () => void): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('x-management-key');
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
    if (response.status === 401) ended();
    return response;
  };

/** Reads the audit log as the file that the service writes. */
const auditFileOf =
  (ask: typeof fetch, orgId: string, credential: Readonly<Record<string, string>>): Session['auditFile'] =>
  async (query) => {
    const path = listAuditEntries.path.replace('{org_id}', orgId);
    const file = await ask(`${path}?${new URLSearchParams(query)}`, {
      headers: { ...credential, accept: 'text/csv' },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!file.ok) throw new Error(`${path} answered ${file.status}`);
    return file.blob();
  };

/** Why a key is refused before it is sent anywhere. */
export type KeyFault = 'api-key' | 'no-key';

/** What is wrong with a text as a management key; undefined if nothing is. */
export function faultOf(key: string): KeyFault | undefined {
  if (/^sk_/.test(key)) return 'api-key';
  // A header allows no other characters, and no key has others.
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'no-key';
}

/**
 * Asks the service which key this is. Rejects with a `ClientError`. `refused` is called if the service refuses the key in a
 * later request.
 */
export async function signInByKey(key: string, refused: () => void): Promise<Session> {
  let signedIn = false;
  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401 && signedIn) refused();
    return response;
  };
  const client = createClient({ baseUrl: location.origin, managementKey: key, fetch: ask });
  const own = await client.readOwnManagementKey();
  signedIn = true;
  return {
    client,
    keyId: own.id,
    kind: own.kind === 'org' ? 'org' : 'team',
    orgId: own.org_id,
    orgName: own.org_name,
    teamIds: own.team_ids,
    role: 'own',
    auditFile: auditFileOf(ask, own.org_id, { 'x-management-key': key }),
  };
}
