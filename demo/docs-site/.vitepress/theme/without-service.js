// What the live samples ask on a site that is only files: the package's fake service, in the page.
import { withBase } from 'vitepress';

/** What the samples name, so that they can be copied as they are. */
const usualService = 'http://127.0.0.1:8787';

export const widget = () => withBase('/cdn/svc-link.js');

/** Gives a sample a token of its own. */
export function prepare(link) {
  link.tokenProvider = async () => (await service()).newToken({ app_name: 'Northwind Health' });
  link.hostedUrl = new URL(withBase('/provider.html'), location.href).href;
}

/** Answers in place of the network from the first call on. */
const service = () => (loaded ??= load());
let loaded;
async function load() {
  const { createFakeService } = await import('svc-link/testing');
  const made = createFakeService({ baseUrl: usualService });
  window.fetch = made.fetch;
  return made;
}

/** The folders of the versions beside this one, the newest first; none if the list is not there. */
export async function listVersions() {
  const answer = await fetch(withBase('/../versions.json')).catch(() => null);
  return answer?.ok ? answer.json() : [];
}
