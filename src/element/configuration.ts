/** What the host page wrote, before it is checked. */
export interface RawConfiguration {
  readonly baseUrl: string | null | undefined;
  readonly hostedUrl: string | null | undefined;
  readonly linkToken: string | null | undefined;
  readonly hasTokenProvider: boolean;
}

/**
 * What the widget can begin with. `waiting`: something is not set yet, which is how a page behaves that
 * fetches its token. `broken`: what is set cannot work, and `wrong` says why.
 */
export type Configuration =
  | { readonly status: 'ready'; readonly baseUrl: string; readonly hostedUrl: string; readonly token: string }
  | { readonly status: 'waiting'; readonly wrong: string }
  | { readonly status: 'broken'; readonly wrong: string };

export function readConfiguration(raw: RawConfiguration): Configuration {
  const broken = (wrong: string): Configuration => ({ status: 'broken', wrong });
  const token = raw.linkToken?.trim();
  const knowsToken = token !== undefined || raw.hasTokenProvider;

  if (!raw.baseUrl?.trim())
    return knowsToken || raw.baseUrl !== undefined
      ? broken('base-url is missing. Set it to the address of the service, such as https://link.example.com.')
      : waiting;
  const baseUrl = absolute(raw.baseUrl)?.replace(/\/$/, '');
  if (!baseUrl)
    return broken(
      `base-url is not an address: "${raw.baseUrl}". Use an absolute one, such as https://link.example.com.`,
    );

  if (!knowsToken) return waiting;
  if (!token && !raw.hasTokenProvider)
    return broken('link-token is empty. Set the token that POST /v2/link/token gave to your server.');
  // What cannot stand in a header would otherwise fail inside fetch, without a word of what is wrong.
  if (token && !/^[\x21-\x7e]+$/.test(token))
    return broken('link-token holds characters that no token has. Set it exactly as your server got it.');

  return {
    status: 'ready',
    baseUrl,
    hostedUrl: absolute(raw.hostedUrl) ?? `${baseUrl}/link/`,
    token: token ?? '',
  };
}

const waiting: Configuration = {
  status: 'waiting',
  wrong: 'nothing to begin with. Set base-url, and link-token or the tokenProvider property.',
};

/** An http(s) address, or null. A path counts from the page's own origin. */
export function absolute(value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  if (!/^(https?:\/\/|\/)/i.test(text) || !URL.canParse(text, location.origin)) return null;
  return new URL(text, location.origin).href;
}
