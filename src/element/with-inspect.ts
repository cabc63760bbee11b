import { importing } from '../loading/index.js';

type Inspect = typeof import('./inspect.js');

const importInspect = importing<Inspect>(
  () => import('./inspect.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/** Does something with what is for developers, once it has loaded. If it does not load, nothing is missing. */
export function withInspect(use: (inspect: Inspect) => void): void {
  void importInspect().then(use, () => {});
}
