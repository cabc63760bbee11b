// The code that only a page in an app's webview needs, loaded if there is a bridge.
import { findWebview, type Webview } from '../bridge/index.js';
import type { Windows } from '../flow/index.js';
import type { MessageOverrides } from '../messages/index.js';
import type { PageService } from './page-service.js';
import { pageWindows } from './windows.js';
import { externalWords } from './words.js';

/** The app around this page. */
export interface App extends Webview {
  /**
   * OAuth in the system's browser, which the app opens and which ends at the redirect URL: no provider can be trusted
   * to work in a webview. `unanswered` is called if the app did not answer; it may have opened the browser even so. If
   * `isBound` says that the session may continue only in this browser, nothing is opened: the service would refuse it.
   */
  windows(service: PageService, isBound: () => boolean, unanswered: () => void): Windows;
  readonly words: MessageOverrides;
}

/** The app whose bridge this page has, or null. */
export function findApp(page: Window): App | null {
  const webview = findWebview(page);
  return (
    webview && {
      ...webview,
      words: externalWords(),
      windows: (service, isBound, unanswered) =>
        pageWindows(service, undefined, (url, report, signal) => {
          if (isBound()) {
            console.warn(
              '<svc-link> OAuth is not possible in a webview where the link token names allowed_origins: leave them out.',
            );
            report({ type: 'refused', code: 'session_elsewhere' });
            return;
          }
          report({ type: 'leaving' });
          void webview.openExternal(url).then((opened) => {
            if (opened || signal.aborted) return;
            report({ type: 'refused', code: 'webview_refused' });
            unanswered();
          });
        }),
    }
  );
}
