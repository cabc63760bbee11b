// The ids of requests. Those of a link lead back to its session, without a row for each: half of the session's id and as much
// chance, as one block of a cipher. To anybody without the key they are chance.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';

/** What a request is called, and can be called later, and who sent it. */
interface Named {
  readonly key: Uint8Array;
  id: string;
  caller: RequestCaller;
  /** Who signed in to the console and asks now, as the identity provider calls them. The log is not told. */
  person?: string;
}

/** Who sent a request, as the endpoint found out: ids, never a key or token. */
export interface RequestCaller {
  readonly team_id?: string;
  readonly key_id?: string;
  /** Of a person who signed in to the console. */
  readonly session_id?: string;
}

const underWay = new AsyncLocalStorage<Named>();

/** Names a request while it is answered. `key`: 32 bytes, the same in every process. */
export const withRequestId = <T>(key: Uint8Array, answer: (idNow: () => string) => T): T => {
  const named: Named = { key, id: randomUUID(), caller: {} };
  return underWay.run(named, () => answer(() => named.id));
};

/** The id of the request that is being answered; null in work of the service's own. */
export const requestIdNow = (): string | null => underWay.getStore()?.id ?? null;

/** What every line of the log says of the request that is being answered; nothing in work of the service's own. */
export function requestLogged(): { readonly request_id?: string } & RequestCaller {
  const named = underWay.getStore();
  return named ? { request_id: named.id, ...named.caller } : {};
}

/** Tells the log who sent the request, in addition to what was told before. */
export function nameCaller(caller: RequestCaller): void {
  const named = underWay.getStore();
  if (named) named.caller = { ...named.caller, ...caller };
}

/** Tells the audit log which person sent the request. */
export function namePerson(subject: string): void {
  const named = underWay.getStore();
  if (named) named.person = subject;
}

/** The person who sent the request that is being answered; null for keys, and in work of the service's own. */
export const personNow = (): string | null => underWay.getStore()?.person ?? null;

/** Gives the request an id that leads back to this session. */
export function nameRequest(sessionId: string): void {
  const named = underWay.getStore();
  if (!named) return;
  const block = Buffer.concat([bytesOf(sessionId).subarray(0, 8), randomBytes(8)]);
  const cipher = createCipheriv('aes-256-ecb', named.key, null).setAutoPadding(false);
  named.id = uuidOf(Buffer.concat([cipher.update(block), cipher.final()]));
}

/**
 * The first and the last id that a session can have which this request was about. Of a request about none they are those of
 * no session.
 */
export function sessionsOf(
  key: Uint8Array,
  requestId: string,
): { readonly first: string; readonly last: string } {
  const cipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const half = Buffer.concat([cipher.update(bytesOf(requestId)), cipher.final()]).subarray(0, 8);
  const filled = (byte: number): string => uuidOf(Buffer.concat([half, Buffer.alloc(8, byte)]));
  return { first: filled(0), last: filled(255) };
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
