import type { Consent, UserProvider } from 'svc-link/contract';
import { findProvider } from '../providers/index.js';

/** What decides which resources can be read. */
export interface Granted {
  readonly provider: string;
  readonly scopes_granted: readonly string[];
  readonly scopes_denied: readonly string[];
  readonly consent: Pick<Consent, 'resources'> | null;
}

/** The names of the resources that a connection can read. */
export const readableOf = (connection: Granted): readonly string[] =>
  Object.entries(resourceAvailability(connection)).flatMap(([name, { status }]) =>
    status === 'available' ? name : [],
  );

/**
 * Which resources a connection can read: all whose required scopes were granted, but only those that the person chose, if the
 * person was asked (spec 2.6).
 */
export function resourceAvailability(connection: Granted): UserProvider['resource_availability'] {
  const { consent } = connection;
  const granted = new Set(connection.scopes_granted);
  const split = (scopes: readonly string[], want: boolean): string[] =>
    scopes.filter((scope) => granted.has(scope) === want);
  const reasonOf = (name: string, required: readonly string[]) => {
    if (consent && !consent.resources.includes(name)) return 'not_chosen';
    return required.every((scope) => granted.has(scope)) ? null : 'not_granted';
  };

  const resources = findProvider(connection.provider)?.resources ?? [];
  return Object.fromEntries(
    resources.map(({ name, required, optional }) => {
      const reason = reasonOf(name, required);
      return [
        name,
        {
          status: reason === null ? 'available' : 'unavailable',
          reason,
          scope_requirements: {
            user_granted: { required: split(required, true), optional: split(optional, true) },
            user_denied: { required: split(required, false), optional: split(optional, false) },
          },
        },
      ];
    }),
  );
}
