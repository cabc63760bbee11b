// What a page asks of its team's server.
import { ask } from './ask.js';

/**
 * A link token for the visitor. With `?confirm=host` the connection waits for the server's word; `?multiple` makes several,
 * which none confirms; by `?manage` the visitor may end them; with `?no-phone` it cannot go on on a phone.
 */
export async function fetchToken(body = {}) {
  const query = new URLSearchParams(location.search);
  const confirm = query.get('confirm');
  const { link_token: token } = await ask('POST', 'link-token', {
    ...(confirm ? { confirm } : query.has('multiple') && { multiple: true }),
    ...(query.has('manage') && { manage: true }),
    ...(query.has('no-phone') && { handoff: false }),
    ...body,
  });
  return token;
}

/** How a session ended, as the server knows it; a code that came along is used for its confirmation. */
export const settle = ({ link_session_id, confirm_code }) =>
  confirm_code
    ? ask('POST', 'confirm', { link_session_id, confirm_code })
    : ask('GET', `session?id=${encodeURIComponent(link_session_id)}`);
