// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { labSlugs } from './lab.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

/** Miles around the ZIP code, as requests and answers write them (spec 8). */
export const radii = ['10', '20', '25', '50', '100'] as const;
export type Radius = (typeof radii)[number];

/** Whether visits can be booked at once, or are requested and then arranged (spec 2.11). Non-exhaustive. */
export const phlebotomyTiers = ['appointment-ready', 'appointment-request'] as const;
export type PhlebotomyTier = (typeof phlebotomyTiers)[number];

/** What a patient service center does beyond drawing blood (spec 2.11). Non-exhaustive. */
export const centerCapabilities = ['stat', 'walk-in'] as const;
export type CenterCapability = (typeof centerCapabilities)[number];

/** Where blood can be drawn near a ZIP code (spec 2.11). */
export const AreaInfo = z.looseObject({
  /** The ZIP code of the request. */
  zip_code: z.string(),
  /** At the patient's home. */
  phlebotomy: z.looseObject({
    /** Whether any provider comes here. */
    is_served: z.boolean(),
    providers: z.array(z.looseObject({ name: z.string(), tier: z.array(openEnum(phlebotomyTiers)) })),
  }),
  /** At the requested laboratories, by slug. */
  central_labs: z.record(
    z.string(),
    z.looseObject({
      patient_service_centers: z.looseObject({
        /** How many centers there are. */
        within_radius: z.int(),
        /** Miles, as in the request. */
        radius: z.string(),
        /** What at least one of these centers does. */
        capabilities: z.array(openEnum(centerCapabilities)),
      }),
    }),
  ),
});
export type AreaInfo = z.infer<typeof AreaInfo>;

/**
 * Where blood can be drawn near a ZIP code (spec 4.11). `labs` may be repeated, and the deprecated `lab` is one more of
 * them. Without both, the answer has all laboratories, or those of `lab_account_id`. Near five digits that are not a ZIP
 * code there is nothing.
 */
export const readAreaInfo = endpoint({
  method: 'GET',
  path: '/v3/order/area/info',
  auth: 'api-key',
  query: z.object({
    zip_code: z.string().check(z.regex(/^\d{5}$/, 'expected exactly five digits')),
    /** By default 25. */
    radius: z.optional(z.enum(radii)),
    /** @deprecated Use `labs`; this is one more of them (spec 4.11). */
    lab: z.optional(z.nullable(z.enum(labSlugs))),
    labs: z.optional(z.array(z.enum(labSlugs))),
    lab_account_id: z.optional(z.nullable(uuid)),
  }),
  response: AreaInfo,
});
