import { isFollowable, toPublicResult } from '../contract/index.js';
import { withResult } from '../flow/index.js';
import { createPageService, type PageService } from './page-service.js';

/** The service for a page that has ended: it only reads the session's state, and adds the code if it has one. */
export const serviceOf = (session: string | null, confirmCode: string | null): PageService =>
  createPageService({
    baseUrl: new URL('..', location.href).href,
    credential: { token: null, session },
    via: null,
    returned: { isSuccess: true, confirmCode, provider: null },
    refused: () => {},
    seen: () => {},
  });

/**
 * For a window that alone has the code, and cannot reach the page that opened it: goes to the session's redirect URL, as the
 * service says it and not the address. Rejects if there is none.
 */
export async function goHome(session: string, confirmCode: string): Promise<void> {
  const service = serviceOf(session, confirmCode);
  const ended = await service.state(AbortSignal.timeout(10_000));
  const url = ended.redirect_url;
  if (!url || !isFollowable(url)) throw new Error('there is nowhere to go');
  location.replace(withResult(url, { ...toPublicResult(ended), state: 'success' }));
}
