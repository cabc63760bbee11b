import type { ConsentGiven } from '../contract/index.js';
import { failureOf } from '../client/index.js';
import type { OpenWindow, WindowReport, Windows } from '../flow/index.js';
import type { PageService } from './page-service.js';

type Report = (report: WindowReport) => void;
/** Goes to the provider's address. */
type Go = (url: string, report: Report, signal: AbortSignal) => void;
/** Windows that the browser cannot block. */
interface PageWindows extends Windows {
  open(provider: string, report: Report, consent?: ConsentGiven): OpenWindow;
}

/** For a page that needs no second window: it requests the provider's address, and `go` goes there. */
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
 * The provider's page takes this page's place, and its answer comes back here. `leave` goes there. `leaving` gets the provider
 * when that begins, and null when it is given up.
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
