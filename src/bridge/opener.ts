import type { ProblemCode } from '../contract/index.js';
import { HostedMessage, protocolVersion, readMessage, type WidgetMessage } from './protocol.js';

/** How often the hosted page is asked whether it is there, in milliseconds. */
const pingEvery = 250;
/** At the provider nobody answers and some browsers log each try. */
const pingEveryWhileAway = 1000;
/** A window that is gone this soon after it opened was cut off by the page's own opener policy. */
const severedWithin = 1500;
/** Messages may still arrive after a window looks closed (Firefox, WebKit). */
const listenAfterClose = 1000;

/** What a window says about itself; the service's state is the truth. */
export type WindowReport =
  | { readonly type: 'leaving' }
  | { readonly type: 'finished' }
  | { readonly type: 'refused'; readonly code: ProblemCode }
  /** Seen closed, which may also mean severed. */
  | { readonly type: 'closed' };

/** A window that stands open, as far as is known. */
export interface OpenWindow {
  /** Asks our page to close; a provider's page stays until the person closes it. */
  close(): void;
  focus(): void;
}

/** What `createWindows` needs to know. */
export interface WindowsOptions {
  /** The hosted page, `{base_url}/link/` by default. */
  readonly hostedUrl: string;
  /** The link token as it is now; read when the window asks for it. */
  readonly token: () => string;
  /** BCP 47; the hosted page's language. */
  readonly locale?: string;
  /** The page the widget stands on; a test hands in its own. */
  readonly page?: Window;
}

/**
 * Opens the hosted page for OAuth and talks with it. The window is ours only while it shows our own
 * page, so every message is checked for origin, window, version and nonce, and the token is sent once.
 */
export function createWindows(options: WindowsOptions) {
  const page = options.page ?? window;
  // A page with `Cross-Origin-Opener-Policy: same-origin` never reaches the windows it opens.
  let severs = false;

  return {
    /** Opens the window inside a click; null where the browser refuses. */
    open(provider: string, report: (report: WindowReport) => void): OpenWindow | null {
      if (severs) return post(page, options, provider, '_blank', report);
      const popup = openPopup(page, options.hostedUrl);
      if (!popup) return null;
      return converse(page, options, popup, provider, report, () => (severs = true));
    },
    /** Leaves this page for the hosted page, which sends the person on and back here. */
    leave(provider: string): void {
      submitForm(page, options, provider, '_self', { return_url: page.location.href });
    },
  };
}

function openPopup(page: Window, url: string): Window | null {
  const width = Math.min(480, page.screen.availWidth);
  const height = Math.min(720, page.screen.availHeight);
  const left = Math.round(page.screenX + (page.outerWidth - width) / 2);
  const top = Math.round(page.screenY + (page.outerHeight - height) / 2);
  try {
    // Never a name: in Firefox a foreign frame could take over a named window.
    return page.open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}

function converse(
  page: Window,
  options: WindowsOptions,
  popup: Window,
  provider: string,
  report: (report: WindowReport) => void,
  severed: () => void,
): OpenWindow {
  const origin = new URL(options.hostedUrl).origin;
  const nonce = randomNonce();
  const opened = Date.now();
  let heard = false;
  let sent = false;
  let pings: ReturnType<typeof setInterval> | undefined;
  let last: ReturnType<typeof setTimeout> | undefined;

  const say = (message: WidgetMessage): void => popup.postMessage(message, origin);
  const common = { v: protocolVersion, nonce } as const;

  const onMessage = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== popup) return;
    const message = readMessage(HostedMessage, event.data);
    if (message?.nonce !== nonce) return;
    heard = true;
    switch (message.type) {
      case 'ready':
        // Once: a page that refused the token would otherwise be handed it for ever.
        if (sent) return;
        sent = true;
        say({
          ...common,
          type: 'init',
          token: options.token(),
          provider,
          ...(options.locale ? { locale: options.locale } : {}),
        });
        return;
      case 'leaving':
        clearInterval(pings);
        pings = setInterval(ping, pingEveryWhileAway);
        report({ type: 'leaving' });
        return;
      case 'refused':
        say({ ...common, type: 'ack' });
        stop();
        report({ type: 'refused', code: message.code });
        return;
      case 'result':
        say({ ...common, type: 'ack' });
        stop();
        report({ type: 'finished' });
        return;
      case 'returned':
      case 'event':
      case 'renew':
        // Of a whole widget in the window, which this is not.
        return;
      default:
        message satisfies never;
    }
  };

  const ping = (): void => {
    if (!popup.closed) return say({ ...common, type: 'hello' });
    clearInterval(pings);
    page.removeEventListener('focus', ping);
    last = setTimeout(stop, listenAfterClose);
    if (!heard && Date.now() - opened < severedWithin) severed();
    report({ type: 'closed' });
  };

  const stop = (): void => {
    clearInterval(pings);
    clearTimeout(last);
    page.removeEventListener('message', onMessage);
    page.removeEventListener('focus', ping);
  };

  page.addEventListener('message', onMessage);
  // A person who closed the window is back here: the next click should find it closed.
  page.addEventListener('focus', ping);
  pings = setInterval(ping, pingEvery);

  return {
    close() {
      say({ ...common, type: 'close' });
      stop();
    },
    focus() {
      popup.focus();
    },
  };
}

/** The way without messages: the token goes by form into a new window, and the service tells the outcome. */
function post(
  page: Window,
  options: WindowsOptions,
  provider: string,
  target: string,
  report: (report: WindowReport) => void,
): OpenWindow {
  submitForm(page, options, provider, target, { display: 'window' });
  queueMicrotask(() => report({ type: 'leaving' }));
  return { close() {}, focus() {} };
}

// A POST keeps the token out of every address. A host page's CSP that has `form-action` must name the hosted
// page's origin; Chromium applies it to the redirects that follow as well. `default-src` does not apply.
function submitForm(
  page: Window,
  options: WindowsOptions,
  provider: string,
  target: string,
  more: Record<string, string>,
): void {
  const form = page.document.createElement('form');
  form.method = 'post';
  form.action = options.hostedUrl;
  form.target = target;
  form.hidden = true;
  const fields = { link_token: options.token(), provider, ...more };
  for (const [name, value] of Object.entries(fields)) {
    const input = page.document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.document.body.append(form);
  form.submit();
  form.remove();
}

// Not randomUUID: a page on plain http may hold the widget while a team tries it out.
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
