// An element in the page and its service, for the tests of single steps.
import type { SvcLink } from '../../../src/index.js';
import { appears, cleanUp, fakeService, mount, part, result } from '../harness.js';

type Answers = Parameters<typeof fakeService>[0];

export const password = '/v2/link/provider/password/quartz_scale';
export const code = `${password}/complete_mfa`;
export const asksForCode = (more: object = {}) =>
  result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: '•• 42', ...more } });

/** The service of the current test. */
export let service: ReturnType<typeof fakeService>;

export function serve(answers: Answers): void {
  service = fakeService(answers);
}

/** Puts an element into the page and waits for its first step. */
export async function open(answers: Answers, properties: Partial<SvcLink> = {}): Promise<SvcLink> {
  serve(answers);
  const link = mount(properties);
  await appears(link, () => part(link, 'title'));
  return link;
}

export const atSignIn = (answers: Answers = {}, provider = 'quartz_scale'): Promise<SvcLink> =>
  open(answers, { provider });

/** For after each test. */
export function leave(): void {
  cleanUp();
  service.restore();
}
