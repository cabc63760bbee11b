import { importing } from '../../loading/index.js';

/** The code for pages that use the widget by program. */
export const importByProgram = importing<typeof import('../by-program.js')>(
  () => import('../by-program.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);
