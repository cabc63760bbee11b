// What each engine can do. The drivers' defaults that hide what people's browsers do are switched off;
// matrix/browsers.test.ts checks that.
import type { EnginePage } from './engine-page.js';

export type EngineName = 'Chromium' | 'Firefox' | 'WebKitGTK';

export interface EngineProfile {
  /** Warnings and errors of every page, in engines that tell them. */
  complaints: string[];
  newPage(): Promise<EnginePage>;
  pages(): Promise<EnginePage[]>;
  close(): Promise<void>;
}

/** A browser that runs. */
export interface Engine {
  newProfile(): Promise<EngineProfile>;
  stop(): Promise<void>;
}
