// The id and the sender of the request that is being answered. Any code that works for the request can ask, without a parameter.
import { randomUUID } from 'node:crypto';
import { AsyncVariable } from '../context/index.js';
import { requestIdFor } from './request-id.js';

interface Named {
  /** The key of ids that lead to a session. */
  readonly key: Uint8Array;
  id: string;
  caller: RequestCaller;
  /** The subject of the person who signed in to the console and sent the request. It never appears in the log. */
  person?: string;
}

/** The sender of a request, as the endpoint found it: ids, never a key or token. */
export interface RequestCaller {
  readonly team_id?: string;
  readonly key_id?: string;
  /** The session of a person who signed in to the console. */
  readonly session_id?: string;
}

const underWay = new AsyncVariable<Named>();

/** Gives a request an id while it is answered. `key`: 32 bytes, the same in every process. */
export const withRequestId = <T>(key: Uint8Array, answer: (idNow: () => string) => T): T => {
  const named: Named = { key, id: randomUUID(), caller: {} };
  return underWay.run(named, () => answer(() => named.id));
};

/** The id of the request that is being answered; null if the service works on its own. */
export const requestIdNow = (): string | null => underWay.get()?.id ?? null;

/** The fields of every log line about the request that is being answered; none if the service works on its own. */
export function requestLogged(): { readonly request_id?: string } & RequestCaller {
  const named = underWay.get();
  return named ? { request_id: named.id, ...named.caller } : {};
}

/** Stores for the log who sent the request. Adds to what was stored before. */
export function nameCaller(caller: RequestCaller): void {
  const named = underWay.get();
  if (named) named.caller = { ...named.caller, ...caller };
}

/** Stores for the audit log which person sent the request. */
export function namePerson(subject: string): void {
  const named = underWay.get();
  if (named) named.person = subject;
}

/** The person who sent the request that is being answered; null for keys, and if the service works on its own. */
export const personNow = (): string | null => underWay.get()?.person ?? null;

/** Gives the request an id that leads to this session. */
export function nameRequest(sessionId: string): void {
  const named = underWay.get();
  if (named) named.id = requestIdFor(named.key, sessionId);
}
