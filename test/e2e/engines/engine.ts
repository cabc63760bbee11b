// What each engine can do. Drivers turn off some behaviour of people's browsers
// by default. This turns it on again, and matrix/browsers.test.ts checks that.
import type { EnginePage } from './engine-page.js';

export type EngineName = 'Chromium' | 'Firefox' | 'WebKitGTK';

export interface EngineProfile {
  /** Warnings and errors of every page, in engines that report them. */
  complaints: string[];
  newPage(): Promise<EnginePage>;
  pages(): Promise<EnginePage[]>;
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  newProfile(): Promise<EngineProfile>;
  stop(): Promise<void>;
}
