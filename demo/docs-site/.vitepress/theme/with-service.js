// What the live samples ask: the service beside the demo. `without-service.js` takes this file's place where the site is only files.
import { ask } from '../../../pages/ask.js';

/** The server of the demo puts its service's address in place of the usual one. */
export const widget = () => 'http://127.0.0.1:8787/cdn/svc-link.js';

/** Gives a sample a token of its own. */
export function prepare(link) {
  link.tokenProvider = async () => (await ask('POST', 'link-token', { fresh: true })).link_token;
}

/** The folders of the versions beside this one. A service has its own version alone. */
export const listVersions = async () => [];
