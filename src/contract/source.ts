// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { openEnum } from './open-enum.js';

/** The kind of device or app that data comes from (spec 2.15). Non-exhaustive. */
export const sourceTypes = [
  'app',
  'ring',
  'watch',
  'band',
  'phone',
  'scale',
  'chest_strap',
  'patch',
  'cuff',
  'glucose_sensor',
  'glucose_meter',
  'insulin_pump',
  'inhaler',
  'sleep_sensor',
  'exercise_machine',
] as const;

/** The context of a summary or of a group of values (spec 2.15). `provider` is a slug; `listProviders` has its name and logo. */
export const SourceContext = z.looseObject({
  provider: z.string(),
  type: openEnum(sourceTypes),
  /** The app that wrote the data, if the data came through one. */
  app_id: z.nullable(z.string()),
});
export type SourceContext = z.infer<typeof SourceContext>;
