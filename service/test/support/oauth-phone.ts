// A phone that continues a link at the provider's own page, over real HTTP.
import assert from 'node:assert/strict';
import { Browser, type Json, type Link, type OauthService } from './oauth-service.js';

/** Sends these headers to the service, and reads its answer. */
export async function ask(
  { url }: Pick<OauthService, 'url'>,
  path: string,
  headers: Record<string, string>,
  body?: Json,
) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { response, body: (await response.json()) as Json & { handoff?: Json; detail?: Json } };
}

/** The headers of the page that handed the link over. */
export const onComputer = ({ token }: Pick<Link, 'token'>) => ({ 'x-svc-link-token': token });

/** A phone whose person continues the link. With `confirm: "host"` the computer confirms the number that the phone shows. */
export async function onPhone(service: OauthService, link: Link) {
  const made = await ask(service, '/v2/link/handoff', onComputer(link), {});
  const code = String(made.body['handoff_url']).split('#handoff=')[1];
  const browser = new Browser();
  const opened = await ask(service, '/v2/link/handoff/open', {}, { code });
  const [name = '', value = ''] = (opened.response.headers.getSetCookie()[0] ?? '').split(/[=;]/);
  browser.jar(service.url).set(name, value);
  const session = String(opened.body['link_session_id']);
  const headers = () => ({
    cookie: [...browser.jar(service.url)].map(([key, held]) => `${key}=${held}`).join('; '),
    'x-svc-link-session': session,
  });
  const number = opened.body.handoff?.['number'];
  const { response } = number
    ? await ask(service, '/v2/link/handoff/number', onComputer(link), { number })
    : await ask(service, '/v2/link/handoff/answer', headers(), { accept: true });
  assert.equal(response.status, 200);
  /** Asks for the address that leads to a provider. */
  const url = async (slug: string) =>
    String((await ask(service, `/v2/link/provider/oauth/${slug}`, headers())).body['oauth_url']);
  return { browser, headers, session, url };
}
