import type { Adapter } from './adapter.js';
import { concept2 } from './concept2.js';
import { dexcom } from './dexcom.js';
import { eightSleep } from './eight-sleep.js';
import { garmin } from './garmin.js';
import { googleHealth } from './google-health.js';
import { intervalsIcu } from './intervals-icu.js';
import { librelinkup } from './librelinkup.js';
import { oura } from './oura.js';
import { polar } from './polar.js';
import { smart } from './smart.js';
import { strava } from './strava.js';
import { suunto } from './suunto.js';
import { ultrahuman } from './ultrahuman.js';
import { wahoo } from './wahoo.js';
import { whoop } from './whoop.js';
import { withings } from './withings.js';

/** Every real provider, in the order of lists. */
export const adapters: readonly Adapter[] = [
  googleHealth,
  withings,
  oura,
  whoop,
  polar,
  wahoo,
  suunto,
  dexcom,
  smart,
  strava,
  garmin,
  concept2,
  intervalsIcu,
  ultrahuman,
  librelinkup,
  eightSleep,
];
