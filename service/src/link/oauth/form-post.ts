import { openParameter, sealParameter } from '../../crypto/index.js';
import type { OauthDeps } from './attempts.js';

const carriedFields = ['code', 'state', 'iss', 'error', 'svc_error_type'];

/** Seals a posted answer into one query parameter. Returns null if it is longer than the answer of any provider. */
export function sealAnswer({ secrets }: OauthDeps, slug: string, form: URLSearchParams): string | null {
  const fields = carriedFields.flatMap((name) => {
    const value = form.get(name);
    return value === null ? [] : [[name, value]];
  });
  return sealParameter(secrets, 'oauth-form-post', slug, fields);
}

/** Opens a sealed answer. Returns null if it was not sealed here for this provider, or is too old. */
export function openAnswer({ secrets }: OauthDeps, slug: string, sealed: string): URLSearchParams | null {
  // Only `sealAnswer` can write it.
  const fields = openParameter(secrets, 'oauth-form-post', slug, sealed) as [string, string][] | null;
  return fields && new URLSearchParams(fields);
}
