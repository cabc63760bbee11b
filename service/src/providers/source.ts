import type { SourceContext } from 'svc-link/contract';
import { findProvider } from './find.js';

type SourceType = SourceContext['type'];

/** The kind of device that each fictional provider measures with. The others are apps. */
const types: Readonly<Record<string, SourceType>> = {
  atlas_cuff: 'cuff',
  aurora_ring: 'ring',
  borealis_watch: 'watch',
  breeze_inhaler: 'inhaler',
  delta_strides: 'phone',
  ember_scale: 'scale',
  fjord_band: 'band',
  glide_rower: 'exercise_machine',
  harbor_glucose: 'glucose_sensor',
  iris_sleep: 'sleep_sensor',
  juniper_pulse: 'chest_strap',
  lumen_patch: 'patch',
  quartz_scale: 'scale',
  ridge_treadmill: 'exercise_machine',
  solstice_ring: 'ring',
  tundra_watch: 'watch',
  umbra_sleep: 'sleep_sensor',
  xenon_pump: 'insulin_pump',
  yarrow_meter: 'glucose_meter',
  zephyr_bed: 'sleep_sensor',
};

/** The `source` of data from a provider (spec 2.15). */
export const sourceOf = (slug: string): SourceContext => ({
  provider: slug,
  type: findProvider(slug)?.adapter?.source ?? types[slug] ?? 'app',
  app_id: null,
});
