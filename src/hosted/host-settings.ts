import { themeVariables, type LinkSettings, type Opener } from '../bridge/index.js';
import type { SvcLink } from '../element/index.js';
import type { MessageOverrides } from '../messages/index.js';

/**
 * Gives the element the properties that the host page set on its own element, except for texts and links. Every value comes from
 * another origin.
 */
export function applySettings(link: SvcLink, settings: LinkSettings): void {
  const { redirectOn, providers, withoutSearch, withAnother } = settings;
  Object.assign(link, { redirectOn, providers, withoutSearch, withAnother });
  // Set on the whole page, so that scroll bars and what is around the widget match. CSS ignores any value that it does not know.
  document.documentElement.style.colorScheme = settings.colorScheme ?? '';
  link.dir = settings.direction ?? '';
  for (const name of themeVariables) {
    const value = settings.variables?.[name];
    if (isPlainValue(value)) link.style.setProperty(name, value);
  }
}

/**
 * Gives the element the texts and links of the page that opened or framed this one, if the token names that page's origin.
 * Otherwise anybody with a token could open this page and write, at the service's own address, what a person agrees to.
 */
export function applyTexts(
  link: SvcLink,
  { label, supportUrl, messages, help }: LinkSettings,
  opener: Opener | null,
  allowedOrigins: readonly string[] | null | undefined,
): void {
  if (!opener || !allowedOrigins?.includes(opener.origin)) return;
  Object.assign(link, { label, supportUrl });
  link.messages = { ...link.messages, ...messagesOf(messages) };
  // The element takes the texts out of it, and nothing else.
  link.help = help as SvcLink['help'];
}

/** A value of CSS that can neither end its declaration nor load anything. */
export const isPlainValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 200 && !/url\(|[;{}<\\]/i.test(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of a map whose values pass; none if it is no map. */
function pick<T>(map: unknown, passes: (value: unknown) => value is T): Record<string, T> {
  const entries = isMap(map) ? Object.entries(map) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => passes(entry[1])));
}

/** Texts, and plurals whose every form is a text. */
export function messagesOf(messages: unknown): MessageOverrides {
  const isMessage = (value: unknown): value is string =>
    isText(value) || (isMap(value) && isText(value['other']) && Object.values(value).every(isText));
  // The element looks its keys up in it and ignores the others.
  return pick(messages, isMessage) as MessageOverrides;
}
