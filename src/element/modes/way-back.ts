import { noteName } from '../controllers/note-name.js';

/** The parameters that are added to a redirect URL. */
const gained = ['state', 'provider', 'link_session_id', 'error_type', 'confirm_code'];

/** The address without an earlier result. If there is no result, the page's own parameters with these names stay. */
export function withoutResult(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has('link_session_id')) for (const name of gained) url.searchParams.delete(name);
  return url.href;
}

/**
 * The note of this tab: that it left for the hosted page, or the session whose end it has reported already. Nothing in it is
 * secret.
 */
export function wayBack(host: HTMLElement) {
  const key = `svc-link:${noteName(host)}:redirect`;
  return {
    read(): string | null {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(note: string): void {
      try {
        sessionStorage.setItem(key, note);
      } catch {
        // Storage is blocked: then only what the service says counts.
      }
    },
  };
}
