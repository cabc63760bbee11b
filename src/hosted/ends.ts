import type { Webview } from '../bridge/index.js';
import { toPublicResult, type LinkSession, type PublicResult } from '../contract/index.js';
import { sending, type Announced } from '../flow/index.js';
import { closeAfter } from './close-after.js';
import type { PageEnd } from './page-record.js';

type Exit = Extract<Announced, { name: 'svc-exit' }>['detail'];

/** What `createEnds` needs from the page. */
export interface EndsOptions {
  /** Whether another page shows this one as a window of its own; such a window is closed at the end. */
  readonly isWindow: boolean;
  /** The app around this page, which receives the result. */
  readonly app: Webview | null;
  readonly session: () => LinkSession | null;
  /** Whether the list said that this provider is connected, or any provider if none is named. */
  readonly isConnected: (provider: string | null) => boolean;
  /** Where to go if no link could start; null if that is unknown. The address has the result. */
  readonly wayBack: () => string | null;
  /** Leaves this page for an address. */
  readonly go: (url: string) => void;
  readonly closeWindow: () => void;
  /** Called once with how the run ended, and with which provider. */
  readonly ended: (outcome: PageEnd, provider: string | null) => void;
  /** Called when the widget is empty, so that another screen takes its place. `isGoing`: the page is about to be left. */
  readonly emptied: (isGoing: boolean) => void;
}

export interface Ends {
  /** Follows what the widget announces. */
  follow(announcement: Announced): void;
  /** The redirect URL has to be followed. */
  redirect(url: string, result: PublicResult): void;
}

/**
 * Decides what this page does when a run ends. A page that another page opened is closed when that page says so, or by itself if
 * that page cannot be reached. Any other page goes to the redirect URL, once, after the app was told the result.
 */
export function createEnds(options: EndsOptions): Ends {
  const { isWindow, app, session, isConnected, wayBack, go, closeWindow, ended, emptied } = options;
  let told: Promise<void> = Promise.resolve();
  let problem: string | null = null;
  /** The provider that the person was about to connect, or has disconnected. */
  let provider: string | null = null;
  let hasDisconnected = false;
  /** What was known about the session when the latest attempt began; null if the service has said how it ended. */
  let begun: { readonly session: LinkSession | null } | null = null;
  /** The redirect URL, once it is followed. */
  let goal: string | null = null;
  let wentHome = false;
  let isClosed = false;
  /** Whether `svc-exit` was sent, which may come a moment after the widget is closed. */
  let hasExited = false;
  /** The address for a window that alone has the code. */
  let home: string | null = null;

  function exit({ outcome, result, results, request_id }: Exit): void {
    const isSuccess = outcome === 'success';
    const code = isSuccess ? null : outcome === 'cancelled' ? 'user_cancelled' : (problem ?? 'unknown');
    const waits = isSuccess && result?.connected === false;
    const left = outcome === 'cancelled' ? leftAs() : null;
    const name = (isSuccess && result?.provider) || provider;
    ended({ state: isSuccess ? 'success' : 'error', errorType: code, waits, left }, name);
    if (app) told = app.result(code === null && result ? result : failed(result, code), results, request_id);
    const back = wayBack();
    if (back && !isWindow) leave(back);
    if (isWindow && isSuccess)
      setTimeout(() => {
        if (home) go(home);
        else closeWindow();
      }, closeAfter);
  }

  /** What to tell a person who leaves, if something has changed; null if nothing has. */
  function leftAs(): PageEnd['left'] {
    if (hasDisconnected) return 'disconnected';
    const known = session();
    const isDecided = known?.state === 'error' ? known !== begun?.session : begun === null && !known?.attempt;
    return isDecided && !known?.reconnect && !isConnected(provider) ? null : 'left';
  }

  /** Follows which provider the person is at. The question whether to disconnect a provider connects nothing. */
  function at({ step, previous, provider: shown }: Extract<Announced, { name: 'svc-step' }>['detail']): void {
    // After a wrong code, another code may be under way. About other attempts the session tells, which is polled.
    if ((step === 'closed' ? previous : step) in sending) begun = { session: session() };
    if (!shown || step === 'disconnect' || previous === 'disconnect') return;
    provider = shown;
    hasDisconnected = false;
  }

  /** The last result if it is about this problem, else a new one of its shape. */
  function failed(result: PublicResult | null, code: string | null): PublicResult {
    if (result && result.error_type === code) return result;
    return {
      ...toPublicResult(session() ?? { state: 'error' }),
      state: 'error',
      provider,
      connected: false,
      provider_id: null,
      error_type: code,
    };
  }

  /** Leaves for the redirect URL, once. */
  function leave(url: string): void {
    if (goal) return;
    goal = url;
    // One task after the message: a navigation and a message of the same task may become one.
    void told.then(() =>
      setTimeout(() => {
        wentHome = true;
        go(url);
      }),
    );
  }

  return {
    follow(announcement) {
      const { name, detail } = announcement;
      if (name === 'svc-error') {
        problem = detail.code;
        if (detail.result) begun = null;
      }
      if (name === 'svc-step') {
        at(detail);
        if (detail.step === 'loading') hasExited = false;
        isClosed ||= detail.step === 'closed';
      }
      if (name === 'svc-disconnect') {
        provider = detail.provider;
        hasDisconnected = true;
      }
      if (name === 'svc-exit') {
        hasExited = true;
        exit(detail);
      }
      // In a task of its own: all events of the run's end have been sent by then.
      if (isClosed && hasExited && (name === 'svc-step' || name === 'svc-exit'))
        setTimeout(() => {
          if (isWindow) closeWindow();
          // Some browsers open an app only after a person's action, such as closing the widget.
          if (goal && wentHome && !app && !/^https?:/i.test(goal)) go(goal);
          emptied(goal !== null);
        });
    },
    redirect(url, { confirm_code: code }) {
      if (isWindow) home = code ? url : null;
      else leave(url);
    },
  };
}
