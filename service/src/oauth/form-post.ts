import type { OauthDeps } from './attempts.js';

const carriedFields = ['code', 'state', 'iss', 'error', 'svc_error_type'];
/** Only the redirect that follows reads it. */
const lifetime = 60_000;

/** Longer than any provider's answer, and short enough for an address. */
const longest = 6000;

/**
 * A posted answer as one parameter of an address, so that its code does not stand there in the open. Null
 * where it is too long to be one.
 */
export function sealAnswer(deps: OauthDeps, slug: string, form: URLSearchParams): string | null {
  const fields = carriedFields.flatMap((name) => {
    const value = form.get(name);
    return value === null ? [] : [[name, value]];
  });
  const text = JSON.stringify({ fields, until: Date.now() + lifetime });
  if (text.length > longest) return null;
  return Buffer.from(deps.secrets.seal('oauth-form-post', slug, text)).toString('base64url');
}

/** Null where it was not sealed here for this provider, or too long ago. */
export function openAnswer(deps: OauthDeps, slug: string, sealed: string): URLSearchParams | null {
  try {
    const text = deps.secrets.open('oauth-form-post', slug, Buffer.from(sealed, 'base64url'));
    // Only `sealAnswer` can have written it.
    const { fields, until } = JSON.parse(text) as { fields: [string, string][]; until: number };
    return until < Date.now() ? null : new URLSearchParams(fields);
  } catch {
    return null;
  }
}
