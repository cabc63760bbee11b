import type { ClientOptions } from './client-options.js';

/**
 * Refuses an invalid address, and keys that a header cannot hold. Otherwise `fetch` would throw, as if the network had failed.
 * Warns of an API key in a page, where everyone can read it.
 */
export function checkUse({ baseUrl, apiKey, managementKey }: ClientOptions): void {
  if (!/^https?:\/\/./i.test(baseUrl))
    throw new TypeError(`svc-link: baseUrl is "${baseUrl}". It has to begin with https:// or http://`);
  // The message does not show the address, because it may hold a password.
  if (!isAddress(baseUrl))
    throw new TypeError(
      'svc-link: baseUrl has to be the address of the service alone, without a user name, a password, a query or a fragment',
    );
  for (const [name, key] of Object.entries({ apiKey, managementKey }))
    if (key !== undefined && !/^[\x20-\x7e]*$/.test(key.trim()))
      throw new TypeError(
        `svc-link: ${name} has a character that no key has. Was it copied whole, and alone?`,
      );
  if (apiKey === undefined || !('document' in globalThis)) return;
  console.warn(
    'svc-link: createClient has an API key in a page, where everyone can read it. It belongs on your server, which gets a link token with it for the page.',
  );
}

function isAddress(text: string): boolean {
  try {
    const { username, password, search, hash } = new URL(text);
    return `${username}${password}${search}${hash}` === '';
  } catch {
    return false;
  }
}
