// A widget's requests, and the answers of the package's fake service and of the real service, in a form that can be compared.
import { createFakeService, type FakeToken } from 'svc-link/testing';
import type { TestService } from '../support/test-service.js';

export type Ask = readonly [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object];
export type Fetch = (url: string, init: RequestInit) => Promise<Response> | Response;

export const state: Ask = ['GET', '/v2/link/state'];
export const start: Ask = ['POST', '/v2/link/start', {}];
export const finish: Ask = ['POST', '/v2/link/finish'];
export const signIn = (username: string, provider = 'quartz_scale', more: object = {}): Ask => [
  'POST',
  `/v2/link/provider/password/${provider}`,
  { username, password: 'good', ...more },
];
export const code = (mfa_code: string, provider = 'quartz_scale'): Ask => [
  'POST',
  `/v2/link/provider/password/${provider}/complete_mfa`,
  { mfa_code },
];
export const disconnect = (provider: string): Ask => ['DELETE', `/v2/link/connection/${provider}`];

/** Fields that differ from one session to the next. */
const own = /^(?:link_session_id|provider_id|expires_at|at|confirm_code)$/;
/**
 * Texts that the team or the service writes, and `can_hand_off`, because the
 * fake service cannot continue a link on a phone: that needs the hosted page.
 */
const words = /^(?:can_hand_off|app_name|brand|terms_url|privacy_url|error|error_message)$/;

/**
 * Replaces the values that differ between sessions with `true`. Removes
 * fields that are null or false, because they mean the same as absent ones.
 */
export function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null && field !== false && !words.test(name))
      .map(([name, field]) => [name, own.test(name) ? true : alike(field)]),
  );
}

/** Sends these requests one after the other, and returns the answers. */
export async function play(fetch: Fetch, base: string, token: string, asks: readonly Ask[]) {
  const answers = [];
  for (const [method, path, body] of asks) {
    const response = await fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(path !== '/v2/link/start' && { 'x-svc-link-token': token }),
      },
      ...(body && {
        body: JSON.stringify(path === '/v2/link/start' ? { link_token: token, ...body } : body),
      }),
    });
    const text = await response.text();
    // The real service's list has more providers than the fake one's, so only the person's marks in it are compared.
    const read = response.headers.get('content-type')?.includes('json')
      ? (JSON.parse(text) as { providers?: readonly Marked[] })
      : text.includes('<');
    const marks = typeof read === 'object' ? read.providers?.flatMap(markOf) : undefined;
    if (typeof read === 'object') delete read.providers;
    // The service explains a refusal in its own words, so its body is not compared.
    const { status } = response;
    answers.push({
      status,
      again: response.headers.get('retry-after'),
      body: status >= 422 ? null : alike(read),
      marks,
    });
  }
  return answers;
}

interface Marked {
  readonly slug: string;
  readonly connected: boolean;
  readonly broken: boolean;
  readonly degraded: boolean;
}

const markOf = ({ slug, ...marks }: Marked): readonly string[] =>
  (['connected', 'broken', 'degraded'] as const)
    .filter((name) => marks[name])
    .map((name) => `${slug} ${name}`);

/**
 * Sends the same requests with a token of the fake service and a token
 * of the real one. `real` may name a prepared user of the real service.
 */
export async function playBoth(
  service: TestService,
  asks: readonly Ask[],
  token: FakeToken = {},
  real: Parameters<TestService['newToken']>[0] = token,
) {
  const fake = createFakeService();
  const made = await service.newToken(real);
  return {
    real: await play((url, init) => service.app.request(url, init), 'http://localhost', made.token, asks),
    fake: await play(fake.fetch, fake.baseUrl, fake.newToken(token), asks),
  };
}
