// Tabs that close themselves at the redirect, by expo-web-browser.
import { dismissAuthSession, openAuthSessionAsync } from 'expo-web-browser';
import { Linking, Platform } from 'react-native';
import { createSessionBrowser } from './session-browser.js';

/** ASWebAuthenticationSession on iOS, a Custom Tab on Android. */
export const expoBrowser = createSessionBrowser(
  { openAuthSessionAsync, dismissAuthSession },
  Platform.OS === 'android' ? Linking : null,
);
