// What a person agrees to share: how it is checked when it arrives, and how answers show it.
import type { Consent, ConsentGiven } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { invalid, type Place } from '../http/index.js';
import { optionalResources, type ProviderEntry } from '../providers/index.js';
import type { LinkSessionRow } from './session-row.js';

const textVersion = /^[\w.:-]{1,64}$/;
const language = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/i;
const mostResources = 100;

/**
 * The consent as it is stored: the resources in the provider's order, and the time when it arrived. Null if the request has no
 * consent. Throws 422 if it names a resource that the provider does not have, or leaves out a required one.
 */
export function readConsent(
  given: ConsentGiven | null | undefined,
  by: {
    readonly provider: ProviderEntry;
    readonly needed: readonly string[] | null;
    readonly at: readonly string[];
    readonly now: Date;
  },
): Consent | null {
  if (!given) return null;
  const { provider, needed, at, now } = by;
  const names = provider.resources.map(({ name }) => name);
  const optional = optionalResources(provider, needed ?? []);
  const chosen = new Set(given.resources.slice(0, mostResources));
  const wrong = (field: string, msg: string, type: string): Place => ({ loc: [...at, field], msg, type });
  const places = [
    ...(given.resources.length > mostResources
      ? [wrong('resources', `more than ${mostResources} resources`, 'too_big')]
      : []),
    ...([...chosen].every((name) => names.includes(name))
      ? []
      : [wrong('resources', 'names a resource that the provider does not have', 'enum')]),
    ...(names.every((name) => chosen.has(name) || optional.includes(name))
      ? []
      : [wrong('resources', 'leaves out a resource that is required', 'missing')]),
    ...(chosen.size === 0 ? [wrong('resources', 'at least one resource has to be shared', 'too_small')] : []),
    ...(textVersion.test(given.text_version)
      ? []
      : [
          wrong(
            'text_version',
            'not 1 to 64 letters, digits, dots, dashes, underscores or colons',
            'pattern',
          ),
        ]),
    ...(language.test(given.language) ? [] : [wrong('language', 'not a BCP 47 language tag', 'pattern')]),
  ];
  if (places.length > 0) throw invalid(...places);
  return {
    resources: names.filter((name) => chosen.has(name)),
    text_version: given.text_version,
    language: given.language,
    at: now.toISOString(),
  };
}

/** Reads the consent from the fields of a query or a form: all three fields are present, or none. */
export function consentIn(
  fields: Readonly<Record<'resources' | 'text_version' | 'language', string | null | undefined>>,
  from: 'query' | 'body',
): ConsentGiven | null {
  const names = ['resources', 'text_version', 'language'] as const;
  const missing = names.filter((name) => fields[name] == null);
  if (missing.length === names.length) return null;
  const [first] = missing;
  if (first !== undefined)
    throw invalid({
      loc: [from, first],
      msg: 'resources, text_version and language go together',
      type: 'missing',
    });
  return {
    resources: (fields.resources ?? '').split(',').filter((name) => name !== ''),
    text_version: fields.text_version ?? '',
    language: fields.language ?? '',
  };
}

/** The columns that decide which resources a try is for. */
export type Sharing = Pick<LinkSessionRow, 'consent' | 'reconnects' | 'user_id' | 'only_provider'>;

/**
 * The resources that a try asks for: the resources that its consent names, or else those of the connection that it renews.
 * Null for all.
 */
export async function sharedIn(
  db: Db,
  { consent, reconnects, user_id, only_provider }: Sharing,
): Promise<readonly string[] | null> {
  if (consent || !reconnects) return consent?.resources ?? null;
  const renewed = await db
    .selectFrom('connection')
    .select('consent')
    .where('user_id', '=', user_id)
    .where('provider', '=', only_provider)
    .executeTakeFirst();
  return renewed?.consent?.resources ?? null;
}
