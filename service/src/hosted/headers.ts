import { isNameable } from '../pages/index.js';

/** The policy of our own pages: only scripts and requests of this origin. `images`: more sources of images. */
const policy = (images: string): readonly string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data:${images}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

/**
 * The headers of the hosted page. Only pages of `ancestors` may frame it; if the list is empty, no page may. Images may come
 * from any https address, because the team and its logo's address are not known when the page is requested. Image
 * requests have no Referer, and no script of another origin runs that could choose an address.
 */
export const hostedHeaders = (ancestors: readonly string[]) => headersOf(policy(' https:'), ancestors);

/**
 * The headers of a page of ours in a frame. The last two allow cross-origin isolated pages to frame it. Logos of other sites
 * are then loaded without credentials.
 */
export const framedHeaders = (ancestors: readonly string[]) => ({
  ...hostedHeaders(ancestors),
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-resource-policy': 'cross-origin',
});

/** The headers of a page of ours that no page may frame and that shows nothing from other origins. */
export const ownPageHeaders = () => headersOf(policy(''), []);

function headersOf(rules: readonly string[], ancestors: readonly string[]): Readonly<Record<string, string>> {
  const named = ancestors.filter(isNameable);
  const framers = named.length > 0 ? named.join(' ') : "'none'";
  return {
    'content-security-policy': [...rules, `frame-ancestors ${framers}`].join('; '),
    // This header cannot list origins, so it is sent only if there are none.
    ...(named.length === 0 && { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
}
