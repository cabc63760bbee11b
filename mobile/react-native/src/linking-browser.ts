import { AppState, Linking } from 'react-native';
import { createLinkingBrowser } from './system-browser.js';

/** Opens the person's default browser by `Linking`. It needs no other package, but its tab stays open behind the app. */
export const linkingBrowser = createLinkingBrowser(Linking, AppState);
