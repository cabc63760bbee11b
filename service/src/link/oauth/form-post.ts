import { openParameter, sealParameter } from '../../crypto/index.js';
import type { OauthDeps } from './attempts.js';

const carriedFields = ['code', 'state', 'iss', 'error', 'svc_error_type'];

/** Seals a posted answer into one query parameter. Null if it is longer than any provider's answer. */
export function sealAnswer({ secrets }: OauthDeps, slug: string, form: URLSearchParams): string | null {
  const fields = carriedFields.flatMap((name) => {
    const value = form.get(name);
    return value === null ? [] : [[name, value]];
  });
  return sealParameter(secrets, 'oauth-form-post', slug, fields);
}

/** Null if it was not sealed here for this provider, or too long ago. */
export function openAnswer({ secrets }: OauthDeps, slug: string, sealed: string): URLSearchParams | null {
  // Only `sealAnswer` can have written it.
  const fields = openParameter(secrets, 'oauth-form-post', slug, sealed) as [string, string][] | null;
  return fields && new URLSearchParams(fields);
}
