// What only a page in an app's webview needs: loaded where there is a bridge.
import { findWebview, type Webview } from '../bridge/index.js';
import type { Windows } from '../flow/index.js';
import type { MessageOverrides } from '../messages/index.js';
import type { PageService } from './page-service.js';
import { pageWindows } from './windows.js';
import { externalWords } from './words.js';

/** The app around this page. */
export interface App extends Webview {
  /**
   * The app opens the system's browser, which ends at the redirect URL: no provider can be trusted to work in a
   * webview. `unanswered` is called where the app did nothing; it may have done it without a word.
   */
  windows(service: PageService, unanswered: () => void): Windows;
  readonly words: MessageOverrides;
}

/** The app whose bridge this page has, or null. */
export function findApp(page: Window): App | null {
  const webview = findWebview(page);
  return (
    webview && {
      ...webview,
      words: externalWords(),
      windows: (service, unanswered) =>
        pageWindows(service, undefined, (url, report, signal) => {
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
