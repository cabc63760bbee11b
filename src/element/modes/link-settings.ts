import { themeVariables, type Handover, type LinkSettings } from '../../bridge/index.js';
import { wordsOf } from '../attributes.js';
import type { LinkHost } from '../link-host.js';

/** What the hosted page receives, once. */
export function handoverOf(
  link: LinkHost,
  token: string,
  locale: string,
  mode: LinkSettings['mode'],
): Handover {
  const provider = link.provider?.trim?.();
  return {
    token,
    ...(provider ? { provider } : {}),
    locale,
    link: settingsOf(link, mode),
  };
}

/** The same as fields of a form, which needs no script at the other end. */
export function formFieldsOf(
  link: LinkHost,
  token: string,
  locale: string,
): Record<string, string | undefined> {
  return {
    link_token: token,
    display: 'page',
    provider: link.provider?.trim?.(),
    providers: wordsOf(link.providers)?.join(' '),
    locale,
  };
}

/** The settings of the widget in the hosted page: the element's properties, and its look as this page computes it. */
function settingsOf(link: LinkHost, mode: LinkSettings['mode']): LinkSettings {
  const { withoutSearch, withAnother, messages, help } = link;
  const [label, supportUrl] = [link.label?.trim?.(), link.supportUrl?.trim?.()];
  const style = getComputedStyle(link);
  const variables = themeVariables.map((name) => [name, style.getPropertyValue(name).trim()] as const);
  return {
    mode,
    providers: [...(wordsOf(link.providers) ?? [])],
    redirectOn: wordsOf(link.redirectOn)?.slice() ?? null,
    withoutSearch,
    withAnother,
    canRenew: typeof link.tokenProvider === 'function',
    ...(label ? { label } : {}),
    ...(supportUrl ? { supportUrl } : {}),
    ...plain('messages', messages),
    ...plain('help', help),
    variables: Object.fromEntries(variables.filter(([, value]) => value)),
    // If the page sets no `color-scheme`, its colours are the light ones, whatever the system says.
    colorScheme: style.colorScheme.replace('normal', 'light'),
    direction: style.direction,
  };
}

/** A page may set any value. A value that is not plain data could not be sent, nor could the rest with it. */
function plain(name: 'messages' | 'help', value: unknown): Partial<LinkSettings> {
  if (typeof value !== 'object' || value === null) return {};
  try {
    // An object that went through JSON is an object again.
    return { [name]: JSON.parse(JSON.stringify(value)) as Record<string, unknown> };
  } catch {
    return {};
  }
}
