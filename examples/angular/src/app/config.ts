import type { ApplicationConfig } from '@angular/core';
import { provideClientHydration } from '@angular/platform-browser';

/** The same on the server and in the browser, so that the browser continues with what the server rendered. */
export const config: ApplicationConfig = { providers: [provideClientHydration()] };
