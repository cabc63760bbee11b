// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Appointment } from './appointment.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { LabTest, Loinc, pageQuery } from './lab-test.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

/** What results say as a whole: the worst of them (spec 2.15). Non-exhaustive. */
export const interpretations = ['normal', 'abnormal', 'critical'] as const;
export type Interpretation = (typeof interpretations)[number];

/** Where an order stands. Non-exhaustive. */
export const orderStatuses = ['received', 'sample_collected', 'completed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A value of a report. */
export const OrderResult = z.looseObject({
  name: z.string(),
  slug: z.string(),
  loinc: Loinc,
  /** In the unit of `loinc`; null if the result is a word. */
  value: z.nullable(z.number()),
  /** The result as a word, or null. */
  text: z.nullable(z.string()),
  /** What is normal; null if the result is a word. */
  reference_range: z.nullable(z.looseObject({ low: z.number(), high: z.number() })),
  interpretation: openEnum(interpretations),
});
export type OrderResult = z.infer<typeof OrderResult>;

/** A lab test that was ordered for a user. */
export const Order = z.looseObject({
  id,
  team_id: id,
  user_id: id,
  lab_test: LabTest,
  /** `received`, `sample_collected` once the visit is over, `completed` once the results are in. */
  status: openEnum(orderStatuses),
  /** Null until the results are in. */
  interpretation: z.nullable(openEnum(interpretations)),
  /** Null until they are in. */
  results: z.nullable(z.array(OrderResult)),
  /** The one that was booked last, or null. */
  appointment: z.nullable(Appointment),
  created_on: timestamp,
  updated_on: timestamp,
});
export type Order = z.infer<typeof Order>;

/** Orders a test of the catalogue for a user. 404 for a user or test that is unknown. */
export const createOrder = endpoint({
  method: 'POST',
  path: '/v3/order',
  auth: 'api-key',
  repeatable: true,
  body: z.object({ user_id: uuid, lab_test_id: uuid }),
  response: Order,
});

/** Reads an order, with its appointment and its results. */
export const readOrder = endpoint({
  method: 'GET',
  path: '/v3/order/{order_id}',
  auth: 'api-key',
  response: Order,
});

/**
 * The orders of the team, the oldest first, or those with an interpretation in the order in which their results came: a
 * new one is at the end either way (spec 4.13).
 */
export const listOrders = endpoint({
  method: 'GET',
  path: '/v3/orders',
  auth: 'api-key',
  query: z.object({
    interpretation: z.optional(z.nullable(z.enum(interpretations))),
    /** Of the answer before, for the page after it, which takes no longer however far it is. Without `page`. */
    next_cursor: z.optional(z.string()),
    /** @deprecated `next_cursor`: the service walks over all orders before it. */
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  response: z.looseObject({
    orders: z.array(Order),
    /** By a cursor: as many as there were on the first page. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Null on the last page; a service of an earlier version sends none. */
    next_cursor: z.optional(z.nullable(z.string())),
  }),
});
