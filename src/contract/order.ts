// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Appointment } from './appointment.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { LabTest, Loinc, pageQuery } from './lab-test.js';
import { openEnum } from './open-enum.js';
import { unreadable } from './unreadable-value.js';
import { uuid } from './uuid.js';

/** How results are judged. All results of an order together have the worst of their values (spec 2.15). Non-exhaustive. */
export const interpretations = ['normal', 'abnormal', 'critical'] as const;
export type Interpretation = (typeof interpretations)[number];

/** The statuses of an order. Non-exhaustive. */
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
  /** Null until the results are in. */
  results: z.nullable(z.array(OrderResult)),
  /** The appointment that was booked last, or null. */
  appointment: z.nullable(Appointment),
  created_on: timestamp,
  updated_on: timestamp,
});
export type Order = z.infer<typeof Order>;

/** Orders a test of the catalogue for a user. 404 for an unknown user or test. */
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
 * The orders of the team, oldest first. With an interpretation, the orders that have it, in the order in which their results
 * came. A new one is at the end either way (spec 4.13).
 */
export const listOrders = endpoint({
  method: 'GET',
  path: '/v3/orders',
  auth: 'api-key',
  query: z.object({
    interpretation: z.optional(z.nullable(z.enum(interpretations))),
    /** `next_cursor` of the previous answer, for the next page. A late page takes no longer than the first. Without `page`. */
    next_cursor: z.optional(z.string()),
    /** @deprecated Use `next_cursor`: for a page number the service reads all orders before it. */
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  response: z.looseObject({
    orders: z.array(Order),
    /** With a cursor, the number of orders when the first page was read. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Null on the last page; a service of an earlier version sends none. */
    next_cursor: z.optional(z.nullable(z.string())),
    /** The orders whose `results` are null because they could not be read; absent if there are none. */
    unreadable,
  }),
});
