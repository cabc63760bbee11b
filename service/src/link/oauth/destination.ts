import { isFollowable } from '../../http/index.js';
import type { End } from './attempts.js';
import type { LinkSessionRow } from '../session-row.js';

/** What the browser carries on; every other fact is read from the session. */
export interface Ending {
  readonly state: 'success' | 'error';
  readonly provider: string;
  readonly link_session_id: string;
  readonly error_type?: string;
  readonly confirm_code?: string;
}

/** Where the browser goes at the end, always with a fragment: without one it would keep that of the page before. */
export function destinationOf(
  publicUrl: string,
  session: Pick<LinkSessionRow, 'redirect_url'>,
  end: End,
  ending: Ending,
): string {
  const target = end.display === 'window' ? null : (end.returnUrl ?? session.redirect_url);
  const { state, provider, link_session_id, ...rest } = ending;
  const result = new URLSearchParams({ state, provider, link_session_id, ...rest }).toString();
  if (target === null || !isFollowable(target)) return `${publicUrl}/link/#${result}`;
  const [address = '', ...fragment] = target.split('#');
  const join = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${join}${result}#${fragment.join('#')}`;
}
