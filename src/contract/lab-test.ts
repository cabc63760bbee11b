// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id } from './formats.js';
import { labSlugs } from './lab.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { uuid } from './uuid.js';

/** The query of a list of tests, markers or orders: the page, from 1, and how many items it holds (spec 8). */
export const pageQuery = { page: queryInteger(1, 10_000_000), size: queryInteger(1, 100) };

/** How many items a page holds by default. */
export const labTestsOnPage = 50;

/** A code of LOINC, the vocabulary of what laboratories measure (spec 2.9). */
export const Loinc = z.looseObject({
  id: z.int(),
  /** LOINC's long common name. */
  name: z.string(),
  slug: z.string(),
  code: z.string(),
  /** In the notation of UCUM; null if the result is a word. */
  unit: z.nullable(z.string()),
});
export type Loinc = z.infer<typeof Loinc>;

/** What a marker's report will hold (spec 2.9). */
export const ExpectedResult = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  lab_id: z.int(),
  /** The laboratory's own name for it. */
  provider_id: z.string(),
  loinc: Loinc,
});
export type ExpectedResult = z.infer<typeof ExpectedResult>;

/** What a laboratory measures in one go: a single value or a panel of them (spec 2.9). */
export const Marker = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  lab_id: z.int(),
  /** The laboratory's own name for it. Add-ons are ordered by this name. */
  provider_id: z.string(),
  type: openEnum(['biomarker', 'panel']),
  /** The unit of a single value; null for a panel, and if the result is a word. */
  unit: z.nullable(z.string()),
  /** US dollars such as `29.00`, or words such as `included`. */
  price: z.string(),
  expected_results: z.array(ExpectedResult),
});
export type Marker = z.infer<typeof Marker>;

/** A test that can be ordered. */
export const LabTest = z.looseObject({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** The kind of sample. */
  sample_type: openEnum(['blood', 'urine']),
  /** Whether the patient must not eat for 8 hours before. */
  fasting: z.boolean(),
  /** US dollars such as `49.00`, or words such as `on request`. */
  price: z.string(),
  /** Days from the sample to the results. */
  turnaround_days: z.int(),
  lab: z.looseObject({ id: z.int(), slug: openEnum(labSlugs), name: z.string() }),
});
export type LabTest = z.infer<typeof LabTest>;

const account = { lab_account_id: z.optional(uuid) };
const counts = { total: z.int(), page: z.int(), size: z.int() };

/** The tests that a lab account offers, always in the same order. 404 for an unknown account. */
export const listLabTests = endpoint({
  method: 'GET',
  path: '/v3/lab_tests',
  auth: 'api-key',
  query: z.object({ ...account, ...pageQuery }),
  response: z.looseObject({ lab_tests: z.array(LabTest), ...counts }),
});

/** The markers of a test (spec 4.7). 404 for a test that is unknown, or that the lab account does not offer. */
export const listLabTestMarkers = endpoint({
  method: 'GET',
  path: '/v3/lab_tests/{lab_test_id}/markers',
  auth: 'api-key',
  query: z.object({ ...account, ...pageQuery }),
  response: z.looseObject({ markers: z.array(Marker), ...counts }),
});

const count = z.nullable(z.int().check(z.minimum(0)));

/** Markers in addition to those of the tests, by the laboratory's own names (spec 2.13). */
export const AddOn = z.object({ provider_ids: z.array(z.string()).check(z.maxLength(100)) });

/**
 * The markers of several tests and add-ons together, each once (spec 4.8). Without tests and add-ons the list is empty.
 * 404 for tests that are unknown or not offered, 422 for add-ons that are unknown or not offered.
 */
export const listOrderSetMarkers = endpoint({
  method: 'POST',
  path: '/v3/lab_tests/list_order_set_markers',
  auth: 'api-key',
  repeatable: false,
  once: false,
  query: z.object(pageQuery),
  body: z.object({
    lab_test_ids: z.optional(z.nullable(z.array(uuid).check(z.maxLength(100)))),
    add_on: z.optional(z.nullable(AddOn)),
    lab_account_id: z.optional(z.nullable(uuid)),
  }),
  response: z.looseObject({
    markers: z.array(Marker),
    total: count,
    page: count,
    size: count,
    pages: count,
  }),
});
