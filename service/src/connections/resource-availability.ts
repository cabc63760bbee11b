import type { UserProvider } from 'svc-link/contract';
import { findProvider } from '../providers/index.js';

interface Granted {
  readonly provider: string;
  readonly scopes_granted: readonly string[];
  readonly scopes_denied: readonly string[];
}

/** Which resources a connection can read: those whose required scopes were all granted (spec 2.6). */
export function resourceAvailability(connection: Granted): UserProvider['resource_availability'] {
  const granted = new Set(connection.scopes_granted);
  const split = (scopes: readonly string[], want: boolean): string[] =>
    scopes.filter((scope) => granted.has(scope) === want);

  const resources = findProvider(connection.provider)?.resources ?? [];
  return Object.fromEntries(
    resources.map(({ name, required, optional }) => [
      name,
      {
        status: required.every((scope) => granted.has(scope)) ? 'available' : 'unavailable',
        scope_requirements: {
          user_granted: { required: split(required, true), optional: split(optional, true) },
          user_denied: { required: split(required, false), optional: split(optional, false) },
        },
      },
    ]),
  );
}
