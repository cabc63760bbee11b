import { isRedirect } from './addresses.js';
import { linkComesWithin, type Links, type SystemBrowser } from './system-browser.js';

/** The part of expo-web-browser that is used here. */
interface Sessions {
  openAuthSessionAsync(
    url: string,
    redirectUrl: string,
    options: { preferUniversalLinks: boolean },
  ): Promise<{ type: string; url?: string }>;
  dismissAuthSession(): void;
}

/**
 * In milliseconds. Nothing says when a tab is open. A tab that cannot open has failed by this time, and the page waits for a
 * second.
 */
const failsWithin = 250;

/** Tabs that close themselves at the redirect. `links` is for Android, where the redirect comes as a link to the app. */
export const createSessionBrowser = (sessions: Sessions, links: Links | null): SystemBrowser => ({
  async open(url, redirectUrl, opened) {
    // Listen before the tab opens, because a link may come while it opens.
    const link = links && listenForRedirect(links, redirectUrl);
    const waiting = setTimeout(opened, failsWithin);
    try {
      // Needs iOS 17.4 and the associated domain that the config plugin sets.
      const preferUniversalLinks = redirectUrl.startsWith('https:');
      const end = await sessions.openAuthSessionAsync(url, redirectUrl, { preferUniversalLinks });
      if (end.type === 'success' && end.url !== undefined) return end.url;
      // On Android the session ends when the app is in front again, and the link may come after that.
      return link ? await link.wait() : null;
    } finally {
      clearTimeout(waiting);
      link?.stop();
    }
  },
  close() {
    try {
      sessions.dismissAuthSession();
    } catch {
      // Android cannot close the tab; the link brings the app to the front.
    }
  },
});

/** Listens for the redirect as a link to the app. */
function listenForRedirect(links: Links, redirectUrl: string) {
  let tell: (address: string | null) => void = () => {};
  const told = new Promise<string | null>((resolve) => {
    tell = resolve;
  });
  let late: ReturnType<typeof setTimeout> | undefined;
  const subscription = links.addEventListener('url', ({ url }) => {
    if (isRedirect(url, redirectUrl)) tell(url);
  });
  return {
    /** Resolves with the address that has come or comes in time, or else with null. */
    wait() {
      late = setTimeout(() => tell(null), linkComesWithin);
      return told;
    },
    stop() {
      clearTimeout(late);
      subscription.remove();
    },
  };
}
