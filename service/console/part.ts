import { fetchedFirst, type Load } from '../../src/loading/index.js';

/**
 * Loads a part of the console. Browsers keep a failed import for as long as the page
 * is open, and the parts share modules, so each part is fetched before it is imported.
 */
export const part = <Part>(load: Load<Part>): Load<Part> =>
  fetchedFirst(load, (address) => fetch(new URL(/* @vite-ignore */ address, import.meta.url)));
