import { noteName } from '../controllers/note-name.js';

/** What a redirect URL gains, beside what it had. */
const gained = ['state', 'provider', 'link_session_id', 'error_type', 'confirm_code'];

/** The address without an earlier result. Parameters of the page's own by these names stay if there is none. */
export function withoutResult(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has('link_session_id')) for (const name of gained) url.searchParams.delete(name);
  return url.href;
}

/**
 * The note that this tab left for the hosted page, or which session's end it has told already. Nothing in it is
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
        // Blocked: then the service's word alone counts.
      }
    },
  };
}
