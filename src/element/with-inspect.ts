import { importing } from '../loading/index.js';

type Inspect = typeof import('./inspect.js');

const importInspect = importing<Inspect>(
  () => import('./inspect.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/** Calls `use` with the code for developers, once it has loaded. If it does not load, nothing happens. */
export function withInspect(use: (inspect: Inspect) => void): void {
  void importInspect().then(use, () => {});
}
