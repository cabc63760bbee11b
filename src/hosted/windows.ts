import type { ConsentGiven } from '../contract/index.js';
import { failureOf } from '../client/index.js';
import type { OpenWindow, WindowReport, Windows } from '../flow/index.js';
import type { PageService } from './page-service.js';

type Report = (report: WindowReport) => void;
/** Goes to the provider's address. */
type Go = (url: string, report: Report, signal: AbortSignal) => void;
/** Here nothing can be blocked. */
interface PageWindows extends Windows {
  open(provider: string, report: Report, consent?: ConsentGiven): OpenWindow;
}

/** For a page that needs no second window: this page asks for the address, and `go` sees to it. */
export function pageWindows(service: PageService, display: 'window' | undefined, go: Go): PageWindows {
  const open: PageWindows['open'] = (provider, report, consent) => {
    const given = new AbortController();
    const { signal } = given;
    service.startOauth(provider, { display, consent }, signal).then(
      (url) => {
        if (!signal.aborted) go(url, report, signal);
      },
      (error: unknown) => {
        if (!signal.aborted) report({ type: 'refused', code: failureOf(error).code });
      },
    );
    return { close: () => given.abort(), focus() {} };
  };
  return { open, leave: (provider, consent) => void open(provider, () => {}, consent) };
}

/**
 * The provider takes this page's place, and its answer comes back here. `leave` goes there; `leaving` is told to
 * which provider when that begins, and null when it was given up.
 */
export function sameWindow(
  service: PageService,
  leave: (url: string) => void,
  leaving: (provider: string | null) => void,
): Windows {
  const windows = pageWindows(service, 'window', (url, report) => {
    report({ type: 'leaving' });
    leave(url);
  });
  return {
    ...windows,
    open(provider, report, consent) {
      leaving(provider);
      const opened = windows.open(provider, report, consent);
      const close = (): void => {
        leaving(null);
        opened.close();
      };
      return { ...opened, close };
    },
  };
}
