// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { endpoint } from './endpoint.js';
import { date } from './formats.js';
import { openEnum } from './open-enum.js';

/** The patient's relationship to the insured person (spec 2.1). Non-exhaustive in answers; a request takes only these. */
export const relationships = ['Self', 'Spouse', 'Other'] as const;
export type Relationship = (typeof relationships)[number];

/** Payor codes that ask for the federal plan of the patient's state (spec 2.1): Medicare and Medicaid. */
export const federalPayorCodes = ['MEDFED', 'MAIDFED'] as const;
export type FederalPayorCode = (typeof federalPayorCodes)[number];

const text = z.string().check(z.minLength(1), z.maxLength(255));
const mayBeEmpty = z.string().check(z.maxLength(255));
const count = (least: number) => z.optional(z.nullable(z.int().check(z.minimum(least))));

/** An address in a request (spec 2.4). */
const givenAddress = z.object({
  first_line: text,
  second_line: z.optional(z.nullable(mayBeEmpty)),
  city: text,
  state: text,
  zip: text,
  country: text,
  access_notes: z.optional(z.nullable(mayBeEmpty)),
});

const person = { first_name: text, last_name: text, email: text, phone_number: text };
const patient = { ...person, gender: text, dob: calendarDate };
const guarantor = { ...person, household_income: count(0), household_size: count(1) };

/** An address of a person or company in an insurance record (spec 2.4). */
export const InsuranceAddress = z.looseObject({
  first_line: z.string(),
  /** Empty if there is none. */
  second_line: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  /** How to get in; empty if nothing was given. */
  access_notes: z.optional(z.string()),
});
export type InsuranceAddress = z.infer<typeof InsuranceAddress>;

const readPerson = {
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  address: InsuranceAddress,
};
const readCount = z.optional(z.int());

/** The insurance of a user (spec 2.1). The limits of requests do not apply to answers. */
export const Insurance = z.looseObject({
  /** As it was sent; instead of `MEDFED` and `MAIDFED`, the code of the state's plan. */
  payor_code: z.string(),
  member_id: z.string(),
  relationship: openEnum(relationships),
  /** The patient. */
  insured: z.looseObject({ ...readPerson, gender: z.string(), dob: date }),
  group_id: z.optional(z.nullable(z.string())),
  /** The person who pays the rest; absent if nobody was named. */
  guarantor: z.optional(
    z.looseObject({ ...readPerson, household_income: readCount, household_size: readCount }),
  ),
  is_primary: z.optional(z.boolean()),
  /** The insurance company. */
  company: z.looseObject({ name: z.string(), address: InsuranceAddress }),
});
export type Insurance = z.infer<typeof Insurance>;

/**
 * Attaches an insurance record to a user (spec 4.1). `MEDFED` and `MAIDFED` become the Medicare or Medicaid plan of the
 * state in the patient's address: 422 `no_state_plan` if there is none, 403 `feature_not_enabled` for a team without
 * `insurance_inference`. The record is kept encrypted until the user is deleted for good.
 */
export const createInsurance = endpoint({
  method: 'POST',
  path: '/v2/user/{user_id}/insurance',
  auth: 'api-key',
  repeatable: true,
  body: z.object({
    payor_code: text,
    member_id: text,
    relationship: z.enum(relationships),
    /** The patient, whatever the relationship. */
    insured: z.object({ ...patient, address: givenAddress }),
    group_id: z.optional(z.nullable(mayBeEmpty)),
    guarantor: z.optional(z.nullable(z.object({ ...guarantor, address: givenAddress }))),
    /** By default true. */
    is_primary: z.optional(z.boolean()),
  }),
  response: Insurance,
});
