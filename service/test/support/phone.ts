// A phone that opens the address that a computer shows.
import { makeHandoff, type BodyOf, type LinkSession } from 'svc-link/contract';
import type { StartedLink, TestService } from './test-service.js';

export const codeOf = (url: string): string => new URL(url).hash.replace('#handoff=', '');

/** The cookie that the browser sends from now on. */
const cookieOf = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Sends a request as our own page on a phone. */
export async function send(
  service: TestService,
  path: 'open' | 'answer',
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await service.app.request(`/v2/link/handoff/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as LinkSession & { detail?: { error_type?: string } };
  return {
    status: answer.status,
    refused: said.detail?.error_type,
    session: said,
    cookie: cookieOf(answer),
  };
}

export async function offer(
  service: TestService,
  { token }: StartedLink,
  body: BodyOf<typeof makeHandoff> = {},
) {
  const made = await service.call(makeHandoff, { token, body });
  return { ...made.body, status: made.status, code: codeOf(made.body.handoff_url) };
}

/** A phone whose person has opened the address and read the question. `headers` are those of its page's requests. */
export async function openOnPhone(service: TestService, link: StartedLink) {
  const { code } = await offer(service, link);
  const { session, cookie } = await send(service, 'open', { code });
  const headers = { cookie, 'x-svc-link-session': session.link_session_id };
  return { code, session, headers, number: String(session.handoff?.['number'] ?? '') };
}

/** The same phone after its person has agreed to continue. */
export async function goOnOnPhone(service: TestService, link: StartedLink) {
  const phone = await openOnPhone(service, link);
  await send(service, 'answer', { accept: true }, phone.headers);
  return phone;
}
