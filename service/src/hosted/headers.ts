import { isNameable } from '../pages/index.js';

/** A page of ours runs our script, talks to us and to nobody else. `images`: where they may come from beside us. */
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
 * The headers of the hosted page. Only pages of `ancestors` may frame it; of none, nobody may. Images may come from any
 * https address: a team's logo stands where the team put it, and which team it is isn't known when the page is asked
 * for. No image gets a Referer, and no script of another origin runs that could choose its address.
 */
export const hostedHeaders = (ancestors: readonly string[]) => headersOf(policy(' https:'), ancestors);

/**
 * The headers of a page of ours in a frame. The last two let a page frame it that is cross-origin isolated; logos of other
 * sites are then loaded without credentials, which is how they are meant.
 */
export const framedHeaders = (ancestors: readonly string[]) => ({
  ...hostedHeaders(ancestors),
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-resource-policy': 'cross-origin',
});

/** The headers of a page of ours that nobody frames and that shows nothing of anybody else's. */
export const ownPageHeaders = () => headersOf(policy(''), []);

function headersOf(rules: readonly string[], ancestors: readonly string[]): Readonly<Record<string, string>> {
  const named = ancestors.filter(isNameable);
  const framers = named.length > 0 ? named.join(' ') : "'none'";
  return {
    'content-security-policy': [...rules, `frame-ancestors ${framers}`].join('; '),
    // It has no list of origins, so it may stand beside 'none' only.
    ...(named.length === 0 && { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
}
