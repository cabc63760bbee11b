import { isFollowable, type LinkTokenRequest } from 'svc-link/contract';
import { broken, invalid, loopback, type Place } from '../http/index.js';
import { isUrl } from '../outbound/index.js';
import { findProvider, type ProviderEntry } from '../providers/index.js';

const longestUrl = 2048;
const mostOrigins = 50;

/** Schemes that run code, read files or cannot be opened by a browser. */
const forbidden = /^(?:javascript|data|blob|vbscript|file|intent|about|view-source|filesystem|ws|wss|ftp):$/;

/**
 * Checks a redirect URL. Allowed are https, http on loopback, and an app's own scheme with a dot in it (a domain of the app's
 * maker in reverse). Throws 422 with the name of the broken rule.
 */
export function checkRedirectUrl(text: string): void {
  const refuse = (rule: string, message: string): Error =>
    broken(422, 'redirect_url_not_allowed', `redirect_url ${message}.`, { rule });

  if (text.length > longestUrl) throw refuse('length', `is longer than ${longestUrl} characters`);
  if (!isUrl(text) || /[\s\\]/.test(text)) throw refuse('absolute', 'is not an absolute URL');
  // The text is sent unchanged, in a header and to the team, so it must be encoded already.
  if (!/^[!-~]*$/.test(text)) throw refuse('ascii', 'must be percent-encoded, its host in punycode');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw refuse('user_info', 'must not hold a user name or password');
  if (/^https?:$/.test(url.protocol) && !isFollowable(text)) throw refuse('absolute', 'has no // and host');
  if (url.protocol === 'https:') return;
  if (url.protocol === 'http:') {
    if (!loopback.test(url.hostname)) throw refuse('loopback', 'may use http on a loopback address only');
    return;
  }
  if (forbidden.test(url.protocol)) throw refuse('scheme', 'must use https or an app scheme');
  if (!url.protocol.includes('.')) {
    throw refuse('app_scheme', 'uses an app scheme without a dot; use one such as com.example.app:');
  }
}

interface OriginProblem {
  readonly rule: 'absolute' | 'host' | 'opaque' | 'path' | 'scheme' | 'user_info' | 'wildcard';
  readonly message: string;
}

/** The origin as browsers write it, or the rule that the text breaks. */
function readOrigin(text: string): string | OriginProblem {
  if (text.includes('*')) return { rule: 'wildcard', message: 'holds a wildcard: name every origin' };
  if (text === 'null') return { rule: 'opaque', message: 'is the origin of any page that hides its own' };
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (scheme !== undefined && forbidden.test(scheme))
    return { rule: 'scheme', message: 'must use https, http or the scheme of a webview' };
  if (!/^[^:/]+:\/\/[^/\s\\]/.test(text) || /[\s\\]/.test(text) || !isUrl(text))
    return { rule: 'absolute', message: 'is not an origin such as https://app.example.com' };
  if (text.includes('@')) return { rule: 'user_info', message: 'must not hold a user name or password' };
  const url = new URL(text);
  if (!['', '/'].includes(url.pathname) || /[?#]/.test(text))
    return { rule: 'path', message: 'must end with its host or port' };
  // The origin becomes part of a header, where a `;` would begin another directive.
  if (!/^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/i.test(url.hostname))
    return { rule: 'host', message: 'has a host that is no domain and no address' };
  // `URL` returns the origin `null` for the schemes of webviews.
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

/** The origin as browsers write it, or undefined if the text is not an origin. `null` and wildcards are not origins. */
export function normalizeOrigin(text: string): string | undefined {
  const origin = readOrigin(text);
  return typeof origin === 'string' ? origin : undefined;
}

/** The allowed origins, normalized and without duplicates. Throws 422 with the rule that each wrong origin breaks. */
export function checkOrigins(texts: readonly string[]): string[] {
  if (texts.length > mostOrigins) {
    throw invalid({
      loc: ['body', 'allowed_origins'],
      msg: `more than ${mostOrigins} origins`,
      type: 'too_big',
    });
  }
  const origins = new Set<string>();
  const places: Place[] = [];
  texts.forEach((text, index) => {
    const origin = readOrigin(text);
    if (typeof origin === 'string') origins.add(origin);
    else
      places.push({
        loc: ['body', 'allowed_origins', index],
        msg: origin.message,
        type: `origin_${origin.rule}`,
      });
  });
  if (places.length > 0) throw invalid(...places);
  return [...origins];
}

/** Checks the single provider and the list of offered providers against the slugs that the team's users can link. */
export function checkProviders(
  offered: ReadonlySet<string>,
  provider: string | null,
  slugs: readonly string[],
): void {
  const places: Place[] = slugs.flatMap((slug, index) =>
    offered.has(slug)
      ? []
      : [{ loc: ['body', 'filter_on_providers', index], msg: explainNotOffered(slug), type: 'enum' }],
  );
  if (provider !== null && !offered.has(provider)) {
    places.push({ loc: ['body', 'provider'], msg: explainNotOffered(provider), type: 'enum' });
  }
  if (places.length > 0) throw invalid(...places);
  if (provider !== null && slugs.length > 0 && !slugs.includes(provider)) {
    throw invalid({ loc: ['body', 'provider'], msg: 'not one of filter_on_providers', type: 'enum' });
  }
}

/** Checks the provider of the connection to renew, and that the rest of the request names no other provider. */
export function checkReconnect(
  offered: ReadonlySet<string>,
  {
    reconnect = null,
    provider = null,
    filter_on_providers,
  }: Pick<LinkTokenRequest, 'reconnect' | 'provider' | 'filter_on_providers'>,
): void {
  if (reconnect === null) return;
  const slugs = filter_on_providers ?? [];
  const wrong = (field: string, msg: string): Place => ({ loc: ['body', field], msg, type: 'enum' });
  const places: Place[] = [
    ...(offered.has(reconnect) ? [] : [wrong('reconnect', explainNotOffered(reconnect))]),
    ...(provider === null || provider === reconnect ? [] : [wrong('provider', contradiction)]),
    ...(slugs.length === 0 || slugs.includes(reconnect) ? [] : [wrong('filter_on_providers', contradiction)]),
  ];
  if (places.length > 0) throw invalid(...places);
}

const contradiction = 'contradicts reconnect, which names the one provider; leave it out';

/** A provider that is known but not offered has no application, or is switched off. */
const explainNotOffered = (slug: string): string =>
  findProvider(slug)
    ? 'not offered: it is switched off, or has no application (PUT /v2/team/custom_credentials/{provider})'
    : 'unknown provider';

/** Checks the resources that the team requires: each must belong to a provider that the team's users can link. */
export function checkResources(offered: readonly ProviderEntry[], names: readonly string[]): void {
  const known = new Set(offered.flatMap(({ resources }) => resources.map(({ name }) => name)));
  const places = names.flatMap((name, index) =>
    known.has(name)
      ? []
      : [{ loc: ['body', 'required_resources', index], msg: 'no provider has this resource', type: 'enum' }],
  );
  if (places.length > 0) throw invalid(...places);
}

/**
 * A confirmation needs its code within a minute, and a redirect carries only one code. With several connections, all but the
 * last could never be confirmed. A link that renews a connection makes no other connection.
 */
export function checkSeveral({
  multiple,
  confirm,
  reconnect,
}: Pick<LinkTokenRequest, 'multiple' | 'confirm' | 'reconnect'>): void {
  if (multiple && confirm === 'host') {
    throw broken(
      422,
      'multiple_with_confirm',
      'multiple and confirm: "host" cannot be combined: create a link token for each connection to confirm.',
    );
  }
  if (multiple && reconnect != null) {
    throw broken(
      422,
      'multiple_with_reconnect',
      'multiple and reconnect cannot be combined: a link that renews has one connection to renew. Create a link token of its own for more.',
    );
  }
}
