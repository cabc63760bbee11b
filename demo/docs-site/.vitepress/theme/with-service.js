// Connects the live samples with the service of the demo. `without-service.js` replaces this file if the site is only files.
import { ask } from '../../../pages/ask.js';

/** The demo's server replaces this usual address with its service's address. */
export const widget = () => 'http://127.0.0.1:8787/cdn/svc-link.js';

/** Gives a sample its own token. */
export function prepare(link) {
  link.tokenProvider = async () => (await ask('POST', 'link-token', { fresh: true })).link_token;
}

/** The folders of the other versions. A service has only its own version. */
export const listVersions = async () => [];
