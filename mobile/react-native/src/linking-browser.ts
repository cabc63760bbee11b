import { AppState, Linking } from 'react-native';
import { createLinkingBrowser } from './system-browser.js';

/** The browser that people have chosen, by `Linking`: without any other package, but its tab stays open behind the app. */
export const linkingBrowser = createLinkingBrowser(Linking, AppState);
