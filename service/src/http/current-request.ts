// The request that is being answered: what it is called, and who sent it. Whatever is done for it can ask, without being given it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { requestIdFor } from './request-id.js';

interface Named {
  /** Of ids that lead back to a session. */
  readonly key: Uint8Array;
  id: string;
  caller: RequestCaller;
  /** Who signed in to the console and asks now, as the identity provider calls them. Never in the log. */
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

/** Notes for the log who sent the request, in addition to what was noted before. */
export function nameCaller(caller: RequestCaller): void {
  const named = underWay.getStore();
  if (named) named.caller = { ...named.caller, ...caller };
}

/** Notes for the audit log which person sent the request. */
export function namePerson(subject: string): void {
  const named = underWay.getStore();
  if (named) named.person = subject;
}

/** The person who sent the request that is being answered; null for keys, and in work of the service's own. */
export const personNow = (): string | null => underWay.getStore()?.person ?? null;

/** Gives the request an id that leads back to this session. */
export function nameRequest(sessionId: string): void {
  const named = underWay.getStore();
  if (named) named.id = requestIdFor(named.key, sessionId);
}
