import type { ClientOptions } from './client-options.js';

/** Refuses an address that no request could go to, and warns of a key that everyone can read. */
export function checkUse({ baseUrl, apiKey }: ClientOptions): void {
  if (!/^https?:\/\/./i.test(baseUrl))
    throw new TypeError(`svc-link: baseUrl is "${baseUrl}". It has to begin with https:// or http://`);
  if (apiKey === undefined || !('document' in globalThis)) return;
  console.warn(
    'svc-link: createClient has an API key in a page, where everyone can read it. It belongs on your server, which gets a link token with it for the page.',
  );
}
