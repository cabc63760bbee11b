// Replaces three modules in the hosted page (vite.config.ts). That page shows the widget in place, opens no other widget by
// program, and has no developer to warn.
import type { importByProgram as importAll } from './controllers/by-program.js';
import type { Modes as AllModes } from './controllers/modes.js';
import type { glance as look } from './glance.js';
import type { ModeHost } from './modes/loaded-mode.js';

/** For `controllers/modes.ts`. */
export class Modes implements Pick<AllModes, keyof AllModes> {
  readonly current = undefined;
  readonly failed = false;
  readonly isTrying = false;
  readonly shown: ModeHost['run'];

  constructor({ run }: Omit<ModeHost, 'address'>) {
    this.shown = run;
  }

  settle(): void {}
  retry(): void {}
}

/** For `controllers/by-program.ts`. */
export const importByProgram: typeof importAll = () =>
  Promise.reject(new TypeError('not in the hosted page'));

/** For `glance.ts`. */
export const glance: typeof look = () => {};
