// The requests of a page to its team's server.
import { ask } from './ask.js';

/**
 * A link token for the visitor. With `?confirm=host` the connection waits for the server to confirm it. `?multiple` allows
 * several connections, without confirmation. With `?manage` the visitor may end connections. With `?no-phone` the link cannot
 * continue on a phone.
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

/** How a session ended, as the server knows it. If the result has a code, the server confirms the connection with it. */
export const settle = ({ link_session_id, confirm_code }) =>
  confirm_code
    ? ask('POST', 'confirm', { link_session_id, confirm_code })
    : ask('GET', `session?id=${encodeURIComponent(link_session_id)}`);
