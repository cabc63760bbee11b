import { isRedirect } from './addresses.js';

/** A tab of the system's browser, which the app cannot look into. */
export interface SystemBrowser {
  /**
   * Opens an address in a tab, and calls `opened` when the tab is open. Resolves with the address of the redirect, or with null
   * if the person came back without it. Rejects if no tab could be opened.
   */
  open(url: string, redirectUrl: string, opened: () => void): Promise<string | null>;
  /** Closes the tab, if an app can do that. */
  close?(): void;
}

interface Subscription {
  remove(): void;
}
/** The part of React Native's `Linking` that reports links. */
export interface Links {
  addEventListener(type: 'url', hear: (event: { url: string }) => void): Subscription;
}
interface OpeningLinks extends Links {
  openURL(url: string): Promise<unknown>;
}
/** The part of React Native's `AppState` that is used here. */
interface States {
  addEventListener(type: 'change', hear: (state: string) => void): Subscription;
}

/** How long after the app is in front again its link may still come, in milliseconds. */
export const linkComesWithin = 1000;

/** Opens the person's default browser. The redirect comes back as a link to the app. */
export const createLinkingBrowser = (links: OpeningLinks, states: States): SystemBrowser => ({
  open: (url, redirectUrl, opened) =>
    new Promise((resolve, reject) => {
      let wasAway = false;
      let waiting: ReturnType<typeof setTimeout> | undefined;
      const stop = (): void => {
        clearTimeout(waiting);
        for (const subscription of subscriptions) subscription.remove();
      };
      const end = (address: string | null): void => {
        stop();
        resolve(address);
      };
      const subscriptions = [
        links.addEventListener('url', ({ url: address }) => {
          if (isRedirect(address, redirectUrl)) end(address);
        }),
        states.addEventListener('change', (state) => {
          clearTimeout(waiting);
          if (state === 'background') wasAway = true;
          if (state === 'active' && wasAway) waiting = setTimeout(() => end(null), linkComesWithin);
        }),
      ];
      links.openURL(url).then(opened, (error: unknown) => {
        stop();
        // Reject with the system's own error, if it is an error.
        reject(error instanceof Error ? error : new Error('The address could not be opened.'));
      });
    }),
});
