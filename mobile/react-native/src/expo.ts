// Tabs that close themselves at the redirect, over expo-web-browser.
import { dismissAuthSession, openAuthSessionAsync } from 'expo-web-browser';
import type { SystemBrowser } from './system-browser.js';

/** Nothing says when a tab is open; what cannot be opened has failed by then, and the page waits for a second. In milliseconds. */
const failsWithin = 250;

/** ASWebAuthenticationSession on iOS, a Custom Tab on Android. */
export const expoBrowser: SystemBrowser = {
  async open(url, redirectUrl, opened) {
    const waiting = setTimeout(opened, failsWithin);
    try {
      // Needs iOS 17.4 and the associated domain that the config plugin sets.
      const preferUniversalLinks = redirectUrl.startsWith('https:');
      const end = await openAuthSessionAsync(url, redirectUrl, { preferUniversalLinks });
      return end.type === 'success' ? end.url : null;
    } finally {
      clearTimeout(waiting);
    }
  },
  close() {
    try {
      dismissAuthSession();
    } catch {
      // Android cannot: the app comes to the front by its link.
    }
  },
};
