import { importing } from '../../loading/index.js';

/** The code behind the first screen. */
export type LaterSteps = typeof import('../later.js');

export const importSteps = importing<LaterSteps>(
  () => import('../later.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);
