import type { FlowOptions } from '../flow/index.js';
import { redirectsOf, wordsOf } from './attributes.js';
import type { LinkHost } from './link-host.js';

/** Whether the page can be asked for a link token. */
export const canRenew = ({ tokenProvider }: Pick<LinkHost, 'tokenProvider'>): boolean =>
  typeof tokenProvider === 'function';

/** The options of a run that the page set, read leniently. The later steps warn of values that cannot be used. */
export const flowOptions = (link: LinkHost): FlowOptions => ({
  provider: link.provider?.trim?.() || null,
  providers: wordsOf(link.providers) ?? [],
  redirectOn: redirectsOf(link.redirectOn),
  canRenew: canRenew(link),
});
