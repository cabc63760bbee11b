import type { LinkProvider } from '../contract/index.js';
import type { State } from '../flow/index.js';
import { loadLanguage } from '../messages/index.js';
import { modes, redirects, wordsOf } from './attributes.js';
import { absolute } from './configuration.js';
import { inspectPage } from './inspect-page.js';
import { inspectService } from './inspect-service.js';
import { imageUrl, linkUrl } from './safe-url.js';
import { levelOf } from './ui/heading.js';
import type { LinkHost } from './link-host.js';
import type { Note, Warn } from './warn.js';

// All code for developers is one chunk: of several chunks that share a module, some could fail to load.
export { describeAnswer } from './describe-answer.js';
export { inspectEvent } from './inspect-event.js';
export { inspectHydration } from './inspect-hydration.js';

const has = (list: readonly string[], word: string): boolean => list.includes(word);

const inspected = new WeakSet<State | State['offered']>();

/** Warns once of each thing that is shown differently than meant, and of each that only the developer can fix. */
export function inspect(link: LinkHost, state: State, warn: Warn): void {
  inspectPage(link, warn);
  inspectProperties(link, warn);
  inspectTexts(link, warn);
  inspectSlugs(link, state, warn);
  inspectAnother(link, state, warn);
  inspectAnswer(state, warn);
  if (state.step === 'authorize' && state.phase === 'blocked') warn('window-blocked');
  if (!inspected.has(state)) inspectService(link, state, warn);
  inspected.add(state);
  // The list may be long, so it is inspected once. Each element has a list and warnings of its own.
  if (!inspected.has(state.offered)) inspectSession(state, warn);
  inspected.add(state.offered);
}

/** Warns of values that the widget reads differently than the page meant. */
function inspectProperties(link: LinkHost, warn: Warn): void {
  const { mode } = link;
  if (mode && !has(modes, mode)) warn('mode-unknown', mode);
  if (link.hostedUrl && !absolute(link.hostedUrl)) warn('hosted-url-malformed', link.hostedUrl);
  if (link.headingLevel !== levelOf(link.headingLevel)) warn('heading-level');
  for (const name of ['providers', 'redirectOn'] as const) {
    const value = link[name];
    if (value && wordsOf(value)?.length !== value.length) warn('not-a-list', name);
  }
  const redirect = wordsOf(link.redirectOn)?.find((word) => word !== 'none' && !has(redirects, word));
  if (redirect) warn('redirect-on-unknown', redirect);
  if (link.supportUrl && !linkUrl(link.supportUrl)) warn('support-url-refused', link.supportUrl);
  const { tokenProvider } = link;
  if (tokenProvider && typeof tokenProvider !== 'function') warn('token-provider-type');
}

/** Warns if `withAnother` promises another connection, but neither this token nor another one can make it. */
function inspectAnother({ withAnother, tokenProvider }: LinkHost, { session }: State, warn: Warn): void {
  if (withAnother && !tokenProvider && session && !session.multiple) warn('with-another');
}

/** Keys for values that the service may send in any number, such as resources: a page may add texts for them. */
const openKey = /^(?:(?:resource|method|region)\.|problem\.\w+\.(?:title|text|action)$)/;

/** Warns of texts under a key that the widget does not have, and of a language that nobody has translated. */
function inspectTexts({ messages, locale }: LinkHost, warn: Warn): void {
  const language = locale?.trim?.();
  if (language && !/^en\b/i.test(language)) {
    const words = loadLanguage(language);
    if (!words) warn('language-unknown', language);
    // If the words do not load, the element itself warns.
    words?.catch(() => {});
  }
  const keys = Object.keys(messages ?? {}).filter((key) => !openKey.test(key));
  if (keys.length === 0) return;
  // A translation is the whole catalogue. Some parts of the English one may not be loaded.
  loadLanguage('de')?.then(
    ({ translation }) => {
      const unknown = keys.filter((key) => !(key in translation));
      if (unknown.length > 0) warn('message-unknown', list(unknown));
    },
    () => {},
  );
}

/** Warns of providers that the page names and the link token does not offer. */
function inspectSlugs({ providers, help }: LinkHost, { offered }: State, warn: Warn): void {
  if (offered.length === 0) return;
  const missing = (slugs: readonly string[] | null): string[] =>
    (slugs ?? []).filter((slug) => !offered.some((provider) => provider.slug === slug));
  const shown = missing(wordsOf(providers));
  if (shown.length > 0) warn('providers-unknown', list(shown));
  const helped = missing(Object.keys(help ?? {}));
  if (helped.length > 0) warn('help-unknown', list(helped));
}

/** Warns of values from the service or the team's server that are shown in a plainer way than meant. */
function inspectSession({ offered, session, step }: State, warn: Warn): void {
  if (step === 'select-provider' && offered.length === 0) warn('no-providers');
  const about = (note: Note, isSo: (provider: LinkProvider) => boolean): void => {
    const slugs = offered.filter(isSo).map(({ slug }) => slug);
    if (slugs.length > 0) warn(note, list(slugs));
  };
  about('provider-nameless', ({ name }) => !name.trim());
  about('provider-logoless', ({ logo }) => !imageUrl(logo));
  about('provider-markup', ({ name, resources, regions }) =>
    [name, ...(resources ?? []), ...(regions ?? [])].some(holdsMarkup),
  );
  if (!session) return;
  const { app_name, brand, terms_url, privacy_url } = session;
  if ([app_name, brand?.name].some(holdsMarkup)) warn('app-markup');
  const refused = [linkUrl(terms_url ?? any), linkUrl(privacy_url ?? any), imageUrl(brand?.logo ?? any)];
  if (refused.includes(null)) warn('address-refused');
}

/** Warns of an answer that is shown in a plainer way, and of a problem that only the developer can mend. */
function inspectAnswer(state: State, warn: Warn): void {
  if (state.step === 'challenge' && [state.method, state.hint].some(holdsMarkup)) warn('answer-markup');
  if (state.step !== 'problem') return;
  if (holdsMarkup(state.problem.code)) warn('answer-markup');
  if (state.problem.code === 'origin_not_allowed') warn('origin', location.origin);
  if (state.problem.code === 'invalid_token') warn('token-unknown');
  if (state.problem.code === 'token_expired' && !state.options.canRenew) warn('token-expired');
}

/** The first few and how many more. */
const list = (slugs: readonly string[]): string =>
  slugs.length > 5 ? `${slugs.slice(0, 5).join(', ')} and ${slugs.length - 5} more` : slugs.join(', ');

/** Stands in for an address that was not given, and passes every check. */
const any = 'https://a';

const holdsMarkup = (text: string | null | undefined): boolean => /<[a-z!/]/i.test(text ?? '');
