import { loadLanguage } from '../messages/index.js';
import { kindOf } from './attributes.js';
import { absolute, hostedUrlOf } from './configuration.js';
import { importSteps } from './controllers/later-steps.js';
import { importMode } from './controllers/modes.js';
import type { LinkHost } from './link-host.js';
import { localeOf } from './locale.js';

/** Loads the code and the words that opening a widget needs, and connects to the service. Sends the service no request. */
export function preloadLink(link: LinkHost): void {
  const { mode } = link;
  const kind = kindOf(mode);
  const parts: (Promise<unknown> | null | undefined)[] = [
    importSteps(),
    kind && importMode[kind](),
    mode === 'popover' ? import('./modes/anchor.js') : null,
    // The run itself warns of a `locale` that is no language tag.
    loadLanguage(localeOf(link, () => {})),
  ];
  // A part that does not load now is requested again when it is needed.
  for (const part of parts) part?.catch(() => {});
  const { baseUrl, hostedUrl } = link;
  connect(absolute(baseUrl), true);
  // The browser fetches a document over another connection than the requests of a script.
  if (kind === 'remote') connect(hostedUrlOf({ baseUrl, hostedUrl }), false);
}

/** Has the browser connect to an address, once for all widgets of the page. */
function connect(address: string | null | undefined, byScript: boolean): void {
  const { origin } = new URL(address ?? location.href);
  if (origin === location.origin) return;
  const hint = document.createElement('link');
  hint.rel = 'preconnect';
  hint.href = origin;
  if (byScript) hint.crossOrigin = 'anonymous';
  const is = ({ href, crossOrigin }: HTMLLinkElement): boolean =>
    href === hint.href && crossOrigin === hint.crossOrigin;
  const hints = document.head.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]');
  if (![...hints].some(is)) document.head.append(hint);
}
