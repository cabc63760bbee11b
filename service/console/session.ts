import { createClient, type Client } from 'svc-link/client';
import { listAuditEntries, type AuditAction } from 'svc-link/contract';

/** Who is signed in. What asks the service holds the key itself, and does not expose it. */
export interface Session {
  readonly client: Client;
  readonly keyId: string;
  /** A key of the whole organization, or of some of its teams. */
  readonly kind: 'org' | 'team';
  readonly orgId: string;
  readonly orgName: string;
  /** The teams that a key of some teams reaches. */
  readonly teamIds: readonly string[];
  /** The audit log as the file that the service writes: CSV, with all entries or those of one action. */
  readonly auditFile: (query: { readonly action?: AuditAction }) => Promise<Blob>;
}

/** Why a key is refused before it is sent anywhere. */
export type KeyFault = 'api-key' | 'no-key';

/** What is wrong with a text as a management key, or undefined. */
export function faultOf(key: string): KeyFault | undefined {
  if (/^sk_/.test(key)) return 'api-key';
  // A header allows no other characters, and no key has others.
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'no-key';
}

/**
 * Asks the service which key it is. Rejects with a `ClientError`. `refused` is called if the service refuses the key in a
 * later request.
 */
export async function signIn(key: string, refused: () => void): Promise<Session> {
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
    auditFile: async (query) => {
      const path = listAuditEntries.path.replace('{org_id}', own.org_id);
      const file = await ask(`${path}?${new URLSearchParams(query)}`, {
        headers: { 'x-management-key': key, accept: 'text/csv' },
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      });
      if (!file.ok) throw new Error(`${path} answered ${file.status}`);
      return file.blob();
    },
  };
}
