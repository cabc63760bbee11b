// For servers only: nothing here is part of a browser's bundle.

/** The laboratories by slug: fictional ones (spec 2.11, 4.11). Non-exhaustive. */
export const labSlugs = ['alder_labs', 'birch_diagnostics', 'cedar_clinical', 'dogwood_health'] as const;
export type LabSlug = (typeof labSlugs)[number];
