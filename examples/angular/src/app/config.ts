import type { ApplicationConfig } from '@angular/core';
import { provideClientHydration } from '@angular/platform-browser';

/** The same on both sides, so that the browser goes on with what the server rendered. */
export const config: ApplicationConfig = { providers: [provideClientHydration()] };
