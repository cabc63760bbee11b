import { fetchedFirst, type Load } from '../../src/loading/index.js';

/**
 * Loads a part of the console. Browsers keep a failed import for as long as the page stands, and the parts share modules: each
 * is fetched before it is imported.
 */
export const part = <Part>(load: Load<Part>): Load<Part> =>
  fetchedFirst(load, (address) => fetch(new URL(/* @vite-ignore */ address, import.meta.url)));
