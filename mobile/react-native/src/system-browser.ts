import { isRedirect } from './addresses.js';

/** A tab of the system's browser, which the app cannot look into. */
export interface SystemBrowser {
  /**
   * Opens an address in a tab, and calls `opened` when it is there. Resolves with the address of the redirect, or with null if the
   * person came back without; rejects if nothing could be opened.
   */
  open(url: string, redirectUrl: string, opened: () => void): Promise<string | null>;
  /** Puts the tab away, where an app can do that. */
  close?(): void;
}

interface Subscription {
  remove(): void;
}
/** What is needed of React Native's `Linking` to hear of links. */
export interface Links {
  addEventListener(type: 'url', hear: (event: { url: string }) => void): Subscription;
}
interface OpeningLinks extends Links {
  openURL(url: string): Promise<unknown>;
}
/** What is needed of React Native's `AppState`. */
interface States {
  addEventListener(type: 'change', hear: (state: string) => void): Subscription;
}

/** A link that opened the app comes after the app is in front, in milliseconds. */
export const linkComesWithin = 1000;

/** The browser that people have chosen. The redirect comes back as a link of the app. */
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
        // It is what the system said, or at least an error.
        reject(error instanceof Error ? error : new Error('The address could not be opened.'));
      });
    }),
});
