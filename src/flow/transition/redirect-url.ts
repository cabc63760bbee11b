import type { PublicResult } from '../../contract/index.js';

/** The redirect URL with the result; it keeps its own query and fragment. */
export function withResult(url: string, result: PublicResult): string {
  const [address = '', ...fragment] = url.split('#');
  const names = ['state', 'provider', 'link_session_id', 'error_type', 'confirm_code'] as const;
  const pairs = names.flatMap((name) => {
    const value = result[name];
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  const join = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [address + join + pairs.join('&'), ...fragment].join('#');
}
