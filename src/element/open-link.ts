import type { LitElement } from 'lit';
import type { PublicResult } from '../contract/index.js';
import { readConfiguration } from './configuration.js';
import { canRenew } from './flow-options.js';
import type { HostedPageLink } from './hosted-page-link.js';
import type { LinkHost, LinkHostClass } from './link-host.js';
import { register } from './register.js';
import type { SvcLinkEventMap } from './svc-link.events.js';
import type { Note } from './warn.js';

/** How a widget that a program opened ended. */
export interface LinkOutcome {
  /** `success` if anything was connected. */
  readonly outcome: 'success' | 'error' | 'cancelled';
  /** A result for each connection that was made and not ended again, in their order. */
  readonly results: readonly PublicResult[];
}

type PropertyName = Exclude<
  keyof LinkHost,
  keyof LitElement | 'mode' | 'open' | 'show' | 'close' | 'restart'
>;
type Properties = { readonly [Name in PropertyName]?: LinkHost[Name] | undefined };

/** What `SvcLink.open()` takes: the element's properties, and what only a program needs. */
export type OpenOptions = Properties & {
  /** The other modes have a place in the page: put the tag there. */
  readonly mode?: 'dialog' | undefined;
  /** Closes the widget: the outcome is `cancelled`, unless there is another outcome already. */
  readonly signal?: AbortSignal | undefined;
  /** Listeners for the widget's events, by name. */
  readonly on?:
    | { readonly [Name in keyof SvcLinkEventMap]?: ((event: SvcLinkEventMap[Name]) => void) | undefined }
    | undefined;
};

type Class = CustomElementConstructor & LinkHostClass;

/** The tag's element: in a browser that is too old, the stand-in. */
const createLink = (): LinkHost | HostedPageLink => document.createElement('svc-link');

/** Makes a widget, opens it and takes it away again. Rejects if it is called in a way that cannot work. */
export async function openLink(Link: Class, options: OpenOptions): Promise<LinkOutcome> {
  const misuse = await misuseOf(Link, options);
  if (misuse !== null) throw new TypeError(`SvcLink.open(): ${misuse}`);
  if (options.signal?.aborted) return { outcome: 'cancelled', results: [] };
  try {
    await register(Link);
  } catch {
    // The code of the stand-in did not load.
    return { outcome: 'error', results: [] };
  }

  const { signal, on = {}, ...properties } = options;
  const link = createLink();
  for (const [name, value] of Object.entries({ ...properties, mode: 'dialog' }))
    if (value !== undefined) Reflect.set(link, name, value);
  if ('leave' in link) return leavePage(link, signal);
  // The page opened it with a control of its own, so this hidden trigger keeps the widget from showing its button.
  const trigger = document.createElement('span');
  trigger.slot = 'trigger';
  trigger.hidden = true;
  link.append(trigger);
  for (const [name, listener] of Object.entries(on))
    // The types of `on` pair each listener with the event of its name.
    if (listener) link.addEventListener(name, listener as EventListener);
  const ended = outcomeOf(link, signal);
  document.body.append(link);
  link.show();
  return ended;
}

/**
 * In a browser that is too old, the page goes to the hosted page. Resolves only if the page stays, or is shown again as it was.
 */
function leavePage(link: HostedPageLink, signal: AbortSignal | undefined): Promise<LinkOutcome> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (outcome: LinkOutcome['outcome']): void => {
      over.abort();
      resolve({ outcome, results: [] });
    };
    const once = { signal: over.signal };
    signal?.addEventListener('abort', () => end('cancelled'), once);
    window.addEventListener('pageshow', ({ persisted }) => persisted && end('cancelled'), once);
    link.leave(signal).then(
      (leaves) => leaves || end('error'),
      () => end('error'),
    );
  });
}

/** Resolves once the widget is closed and its outcome is known, and takes it out of the page. */
function outcomeOf(link: LinkHost, signal: AbortSignal | undefined): Promise<LinkOutcome> {
  return new Promise((resolve) => {
    const over = new AbortController();
    // Of every run: another connection with another token is a run of its own.
    const results: PublicResult[] = [];
    let outcome: LinkOutcome['outcome'] | null = null;
    let begun = false;
    let opened = false;

    const finish = (): void => {
      if (over.signal.aborted) return;
      over.abort();
      link.remove();
      resolve({ outcome: results.length > 0 ? 'success' : (outcome ?? 'cancelled'), results });
    };
    const look = (): void => {
      // If the person left an attempt, its outcome comes after the dialog has closed.
      if (!link.open && (outcome !== null || !begun)) finish();
    };
    const hear = <Name extends keyof SvcLinkEventMap>(
      name: Name,
      listener: (event: SvcLinkEventMap[Name]) => void,
      capture = false,
    ): void => link.addEventListener(name, listener, { signal: over.signal, capture });

    hear('svc-open', () => (opened = true));
    hear('svc-step', ({ detail: { step } }) => {
      begun = true;
      // Another connection: another run.
      if (step !== 'done' && step !== 'closed') outcome = null;
    });
    const read = ({ detail }: SvcLinkEventMap['svc-exit']): void => {
      ({ outcome } = detail);
      // A copy, taken before the listeners of the page, which may change what they are given.
      results.push(...structuredClone(detail.results));
    };
    hear('svc-exit', read, true);
    hear('svc-exit', look);
    hear('svc-close', look);
    // A dialog whose code did not load never opened, so it sends no event when the person closes it.
    const closes = new MutationObserver(() => opened || link.open || finish());
    closes.observe(link, { attributeFilter: ['open'] });
    over.signal.addEventListener('abort', () => closes.disconnect());
    signal?.addEventListener(
      'abort',
      () => {
        link.close();
        if (!opened) finish();
      },
      { signal: over.signal },
    );
  });
}

/** What the developer has to change, or null. */
async function misuseOf(Link: Class, options: unknown): Promise<string | null> {
  if (typeof document === 'undefined')
    return 'there is no page here. Call it in a browser, such as where a button is pressed.';
  if (typeof options !== 'object' || options === null)
    return 'it takes an object: { baseUrl, tokenProvider }, or { baseUrl, linkToken }.';
  // A caller without types may have set anything.
  const { mode = 'dialog', signal, on = {}, ...properties } = options as Record<string, unknown>;
  const known = Object.keys(Link.properties).filter((name) => name !== 'open');
  for (const name of Object.keys(properties)) {
    if (known.includes(name)) continue;
    // The name may be written like an attribute.
    const meant = known.find((one) => one.toLowerCase() === name.toLowerCase().replace(/-/g, ''));
    return `there is no property "${name}"${meant ? `: it is "${meant}"` : ''}. It takes those of the element, signal and on.`;
  }
  if (mode !== 'dialog')
    return `it opens a dialog. For mode "${String(mode)}" put <svc-link mode="${String(mode)}"> where it is to stand, and call its show().`;
  if (signal !== undefined && !(signal instanceof AbortSignal))
    return 'signal is not an AbortSignal. Pass the signal of an AbortController.';
  if (typeof on !== 'object' || on === null || Object.values(on).some(isNoListener))
    return "on is not an object of functions. Pass { 'svc-step': (event) => … }.";
  // Read as leniently as the element reads them.
  const { tokenProvider, baseUrl, hostedUrl, linkToken } = properties as Properties;
  if (tokenProvider !== undefined && !canRenew({ tokenProvider })) return textOf('token-provider-type');
  const hasTokenProvider = canRenew({ tokenProvider });
  const found = readConfiguration({ baseUrl, hostedUrl, linkToken, hasTokenProvider });
  return found.status === 'ready' ? null : textOf(found.note, found.value);
}

const isNoListener = (listener: unknown): boolean => listener !== undefined && typeof listener !== 'function';

const textOf = (note: Note, value = ''): Promise<string> =>
  import('./developer-notes.js').then(
    ({ noteText }) => noteText(note, value),
    () => `${note} ${value}`.trim(),
  );
