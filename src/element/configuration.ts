import type { TextSet } from './attributes.js';
import { isServerKey } from './server-key.js';
import type { Note } from './warn.js';

/** What the host page wrote, before it is checked. */
export interface RawConfiguration {
  readonly baseUrl: TextSet;
  readonly hostedUrl: TextSet;
  readonly linkToken: TextSet;
  readonly hasTokenProvider: boolean;
}

/**
 * What the widget can begin with. `waiting`: something is not set yet, for example because the page still fetches its token.
 * `broken`: what is set cannot work, and `note` says why.
 */
export type Configuration =
  | { readonly status: 'ready'; readonly baseUrl: string; readonly hostedUrl: string; readonly token: string }
  | { readonly status: 'waiting' | 'broken'; readonly note: Note; readonly value?: string | undefined };

export function readConfiguration(raw: RawConfiguration): Configuration {
  const token = raw.linkToken?.trim?.();
  const base = raw.baseUrl?.trim?.();
  // An empty value is a mistake; a missing one may still come.
  const knowsToken = raw.hasTokenProvider || token !== undefined;
  if (base === undefined && !knowsToken) return { status: 'waiting', note: 'nothing-to-begin' };

  const baseUrl = absolute(raw.baseUrl)?.replace(/\/$/, '');
  const hostedUrl = hostedUrlOf(raw);
  if (!baseUrl || !hostedUrl)
    return { status: 'broken', note: base ? 'base-url-malformed' : 'base-url-missing', value: base };
  if (!knowsToken) return { status: 'waiting', note: 'nothing-to-begin' };
  if (!token && !raw.hasTokenProvider) return { status: 'broken', note: 'token-empty' };
  if (token && isServerKey(token)) return { status: 'broken', note: 'token-is-key' };
  // Characters that a header cannot have would otherwise fail inside fetch, which does not say why.
  if (token && !/^[\x21-\x7e]+$/.test(token)) return { status: 'broken', note: 'token-malformed' };

  return { status: 'ready', baseUrl, hostedUrl, token: token ?? '' };
}

/** The hosted page's address; undefined if the page has set no usable address yet. */
export const hostedUrlOf = ({
  hostedUrl,
  baseUrl,
}: Pick<RawConfiguration, 'hostedUrl' | 'baseUrl'>): string | undefined =>
  absolute(hostedUrl) ?? absolute(baseUrl)?.replace(/\/?$/, '/link/');

/** An http(s) address, or null. A path counts from the page's own origin. */
export function absolute(value: TextSet): string | null {
  const text = value?.trim?.() ?? '';
  if (!/^(https?:\/\/|\/)/i.test(text) || !URL.canParse(text, location.origin)) return null;
  return new URL(text, location.origin).href;
}
