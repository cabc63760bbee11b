import { consentFields, type ConsentGiven, type LinkSession } from '../contract/index.js';
import type { OpenWindow, WindowReport, Windows } from '../flow/index.js';
import { converse, listenAfterClose, type Conversation } from './conversation.js';
import { postToHosted } from './hosted-form.js';
import { noteSevered, severs } from './severed.js';

/** How long a connection that the host must still confirm waits for the window's code, in milliseconds. */
const codeWithin = 5000;

/** Opens a window over the middle of the page's window; browsers keep it on the screen. Null if the browser refuses. */
function openInTheMiddle(page: Window, url: string): Window | null {
  const left = page.screenX + page.outerWidth / 2 - 240;
  const top = page.screenY + page.outerHeight / 2 - 360;
  try {
    // Never a name: in Firefox a foreign frame could take over a named window.
    return page.open(url, '_blank', `popup,width=480,height=720,left=${left},top=${top}`);
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}

/** The address of the hosted page without the widget, for a window that continues to the provider. */
function pageOfWindow(hostedUrl: string): string {
  const url = new URL(hostedUrl);
  url.searchParams.set('display', 'window');
  return url.href;
}

/** The options of `createWindows`. */
export interface WindowsOptions {
  /** The hosted page, `{base_url}/link/` by default. */
  readonly hostedUrl: string;
  /** Returns the current link token; called when the window asks for it. */
  readonly token: () => string;
  /** Whether the token may be handed over now; until then the window asks again. */
  readonly mayHandOver?: () => boolean;
  /** The hosted page's language, BCP 47. */
  readonly locale?: string;
  /** The page that the widget is on; a test passes its own. */
  readonly page?: Window;
}

/**
 * Opens the hosted page for OAuth and exchanges messages with it. The window is ours only while it shows our own
 * page, and the token is sent once.
 */
export function createWindows(options: WindowsOptions): Required<Windows> {
  const page = options.page ?? window;
  const { hostedUrl, token, mayHandOver, locale } = options;
  /** The `confirm_code` that the window sends; null once none can come. */
  let code: Promise<string | null> = Promise.resolve(null);

  /** Works without messages: a form sends the token, and the service tells the outcome. */
  const post = (provider: string, target: '_self' | '_blank', more: Record<string, string>): void =>
    postToHosted(page, hostedUrl, target, { link_token: token(), provider, ...more });

  return {
    /** Opens the window during a click. Null if the browser refuses, or if a form would send the token too early. */
    open(provider: string, report: (report: WindowReport) => void, given?: ConsentGiven): OpenWindow | null {
      const consent = consentFields(given);
      if (severs(page)) {
        // A form sends the token at once. Waiting is not possible, because only a click may open a window.
        if (mayHandOver?.() === false) return null;
        post(provider, '_blank', { display: 'window', ...consent });
        queueMicrotask(() => report({ type: 'leaving' }));
        return { close() {}, focus() {} };
      }
      const popup = openInTheMiddle(page, pageOfWindow(hostedUrl));
      if (!popup) return null;
      let bring: (code: string | null) => void = () => {};
      code = new Promise((resolve) => (bring = resolve));
      const end = (conversation: Conversation): void => {
        conversation.stop();
        bring(null);
      };
      const talk: Conversation = converse({
        page,
        target: popup,
        hostedUrl,
        handover: () =>
          mayHandOver?.() === false
            ? null
            : {
                token: token(),
                provider,
                ...(locale ? { locale } : {}),
                ...(given ? { consent } : {}),
              },
        received(message) {
          const { type } = message;
          if (type === 'leaving') report({ type });
          // Only a whole widget sends other messages, and this window does not show one.
          if (type !== 'refused' && type !== 'result') return;
          if (type === 'result') bring(message.confirm_code ?? null);
          talk.say({ type: 'ack' });
          end(talk);
          report(type === 'result' ? { type: 'finished' } : { type, code: message.code });
        },
        gone(severed) {
          setTimeout(bring, listenAfterClose, null);
          report({ type: severed && noteSevered(page) ? 'blocked' : 'closed' });
        },
      });
      return {
        close() {
          talk.say({ type: 'close' });
          end(talk);
        },
        focus: () => popup.focus(),
      };
    },
    /** Leaves this page for the hosted page, which sends the person to the provider and back here. The flow decides when. */
    leave: (provider: string, given?: ConsentGiven): void =>
      post(provider, '_self', { return_url: page.location.href, ...consentFields(given) }),
    /** Adds the window's code to a session that the host must still confirm. After 5 s it returns the session without it. */
    async complete(session: LinkSession): Promise<LinkSession> {
      if (session.state !== 'pending_confirmation') return session;
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, codeWithin, null));
      const brought = await Promise.race([code, timeout]);
      return brought ? { ...session, confirm_code: brought } : session;
    },
  };
}
