import type { FlowOptions } from '../flow/index.js';
import { redirectsOf, wordsOf } from './attributes.js';
import type { LinkHost } from './link-host.js';

/** Whether the page can be asked for a link token. */
export const canRenew = ({ tokenProvider }: Pick<LinkHost, 'tokenProvider'>): boolean =>
  typeof tokenProvider === 'function';

/** What the page set of a run's course, read leniently: the later steps warn of what is unusable. */
export const flowOptions = (link: LinkHost): FlowOptions => ({
  provider: link.provider?.trim() || null,
  providers: wordsOf(link.providers) ?? [],
  redirectOn: redirectsOf(link.redirectOn),
  canRenew: canRenew(link),
});
