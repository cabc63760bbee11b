// Connects the live samples with the package's fake service, in the page, if the site is only files.
import { withBase } from 'vitepress';

/** The address in the samples, so that people can copy them as they are. */
const usualService = 'http://127.0.0.1:8787';

export const widget = () => withBase('/cdn/svc-link.js');

/** Gives a sample its own token. */
export function prepare(link) {
  link.tokenProvider = async () => (await service()).newToken({ app_name: 'Northwind Health' });
  link.hostedUrl = new URL(withBase('/provider.html'), location.href).href;
}

/** From the first call on, the fake service answers instead of the network. */
const service = () => (loaded ??= load());
let loaded;
async function load() {
  const { createFakeService } = await import('svc-link/testing');
  const made = createFakeService({ baseUrl: usualService });
  window.fetch = made.fetch;
  return made;
}

/** The folders of the other versions, the newest first; none if there is no list. */
export async function listVersions() {
  const answer = await fetch(withBase('/../versions.json')).catch(() => null);
  return answer?.ok ? answer.json() : [];
}
