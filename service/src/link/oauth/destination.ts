import { isFollowable } from 'svc-link/contract';
import type { End } from './attempts.js';
import type { LinkSessionRow } from '../session-row.js';

/** The data that the redirect carries in its address. The page reads everything else from the session. */
export interface Ending {
  readonly state: 'success' | 'error';
  /** Absent if the person has chosen none yet. */
  readonly provider?: string;
  readonly link_session_id: string;
  readonly error_type?: string;
  readonly confirm_code?: string;
}

/** The address of the last redirect. It always has a fragment, because the browser would keep the previous page's otherwise. */
export function destinationOf(
  publicUrl: string,
  session: Pick<LinkSessionRow, 'redirect_url'>,
  end: End,
  ending: Ending,
): string {
  const target = end.returnUrl ?? session.redirect_url;
  const { state, provider, link_session_id, ...rest } = ending;
  const result = new URLSearchParams({
    state,
    ...(provider && { provider }),
    link_session_id,
    ...rest,
  }).toString();
  if (end.display === 'window') return `${publicUrl}/link/?display=window#${result}`;
  if (target === null || !isFollowable(target)) return `${publicUrl}/link/#${result}`;
  const [address = '', ...fragment] = target.split('#');
  const join = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${join}${result}#${fragment.join('#')}`;
}
