import { protocolVersion } from './protocol.js';

interface Common {
  readonly v: typeof protocolVersion;
  readonly nonce: string;
}

/**
 * A message of the widget to the hosted page. Only `init` and `token` carry a token. With `link` the hosted page shows the
 * whole widget with these `LinkSettings`; without `link` it goes to the provider at once.
 */
export type WidgetMessage = Common &
  (
    | { readonly type: 'hello' }
    | {
        readonly type: 'init';
        readonly token: string;
        readonly provider?: string;
        readonly locale?: string;
        /** What the person agreed to, as fields of a query. */
        readonly consent?: Readonly<Record<string, unknown>>;
        readonly link?: Readonly<Record<string, unknown>>;
      }
    /** The answer to `renew`, or another token that the host page set; null if there is none. */
    | { readonly type: 'token'; readonly token: string | null }
    /** The widget knows the outcome: the window may close. */
    | { readonly type: 'ack' }
    /** The person gave up in the widget: the window should close. */
    | { readonly type: 'close' }
  );

const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const may = <T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined =>
  value === undefined || is(value);

/**
 * The message, or null for anything else. It uses no schema, because the OAuth window would then load a third more code only
 * for this one.
 */
export function readWidgetMessage(data: unknown): WidgetMessage | null {
  if (!isMap(data) || data['v'] !== protocolVersion) return null;
  const { nonce, type, token, provider, locale, consent, link } = data;
  if (!isText(nonce)) return null;
  const common: Common = { v: protocolVersion, nonce };
  switch (type) {
    case 'hello':
    case 'ack':
    case 'close':
      return { ...common, type };
    case 'token':
      return token === null || isText(token) ? { ...common, type, token } : null;
    case 'init':
      return isText(token) &&
        may(provider, isText) &&
        may(locale, isText) &&
        may(consent, isMap) &&
        may(link, isMap)
        ? {
            ...common,
            type,
            token,
            ...(provider !== undefined && { provider }),
            ...(locale !== undefined && { locale }),
            ...(consent && { consent }),
            ...(link && { link }),
          }
        : null;
    default:
      return null;
  }
}
