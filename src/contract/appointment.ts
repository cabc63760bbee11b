// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { timeZone } from './time-zone.js';
import { uuid } from './uuid.js';

/** The statuses of an appointment (spec 3.1). Non-exhaustive. */
export const appointmentStatuses = [
  'confirmed',
  'pending',
  'reserved',
  'in_progress',
  'completed',
  'cancelled',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** The same statuses in the words of the visit: a `confirmed` appointment is `scheduled` (spec 3.1). Non-exhaustive. */
export const appointmentEventStatuses = [
  'pending',
  'reserved',
  'scheduled',
  'completed',
  'cancelled',
  'in_progress',
] as const;

/** The fictional partners that visit patients, named after how they answer (spec 2.10). Non-exhaustive. */
export const appointmentPartners = ['prompt', 'late', 'never', 'failing'] as const;
export type AppointmentPartner = (typeof appointmentPartners)[number];

/** The visit at which a sample is taken (spec 2.10). */
export const Appointment = z.looseObject({
  id,
  user_id: id,
  order_id: id,
  /** Where the patient lives. */
  address: z.looseObject({
    first_line: z.string(),
    second_line: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    unit: z.string(),
    access_notes: z.string(),
  }),
  /** Degrees. */
  location: z.looseObject({ lng: z.number(), lat: z.number() }),
  /** ISO 8601 in UTC. */
  start_at: z.nullable(timestamp),
  /** ISO 8601 in UTC. */
  end_at: z.nullable(timestamp),
  type: openEnum(['phlebotomy', 'patient_service_center']),
  /** The partner that visits. */
  provider: openEnum(appointmentPartners),
  status: openEnum(appointmentStatuses),
  event_status: openEnum(appointmentEventStatuses),
  /** The partner's own name for the visit. */
  provider_id: z.string(),
  can_reschedule: z.boolean(),
  /** All statuses that the appointment has had, oldest first. */
  events: z.array(z.looseObject({ status: openEnum(appointmentStatuses), created_on: timestamp })),
  order_transaction_id: z.optional(z.nullable(id)),
  /** The time zone of the patient's address. */
  iana_timezone: z.nullable(timeZone),
  external_id: z.optional(z.nullable(z.string())),
  appointment_notes: z.nullable(z.string()),
  /** In a cancelled appointment, `reason` is `not_confirmed_in_time`, `refused` or `user_deleted`. */
  event_data: z.looseObject({}),
});
export type Appointment = z.infer<typeof Appointment>;

/** A time at which a partner can visit. */
export const AppointmentSlot = z.looseObject({
  /** The key that books this slot. It works once. */
  booking_key: z.string(),
  /** ISO 8601 in UTC. */
  start: timestamp,
  /** ISO 8601 in UTC. */
  end: timestamp,
  partner: openEnum(appointmentPartners),
});
export type AppointmentSlot = z.infer<typeof AppointmentSlot>;

/**
 * The slots of one week in which the order's sample can be taken. The week begins on `start_date` in the patient's time
 * zone, by default tomorrow. 422 for a day in the past or more than 60 days ahead.
 */
export const listAppointmentSlots = endpoint({
  method: 'POST',
  path: '/v3/order/phlebotomy/appointment/availability',
  auth: 'api-key',
  repeatable: false,
  once: false,
  body: z.object({ order_id: uuid, start_date: z.optional(z.nullable(calendarDate)) }),
  response: z.looseObject({ slots: z.array(AppointmentSlot), timezone: timeZone }),
});

/** Milliseconds within limits. */
const milliseconds = (least: number, most: number) =>
  z.optional(z.nullable(z.int().check(z.minimum(least), z.maximum(most))));

/**
 * Books a slot (spec 4.9, 3.1). Waits up to 10 seconds for the partner to confirm; without a confirmation it answers 500
 * and books nothing. With `async_confirmation` it waits for `sync_confirmation_timeout_millisecond` and then answers
 * with a pending appointment, which is cancelled if the partner does not confirm it within
 * `async_confirmation_timeout_millisecond` of the booking. 409 if the order has an appointment or a sample already, if
 * the key was used, or if its slot has begun. 422 for a key that does not belong to the order.
 */
export const bookAppointment = endpoint({
  method: 'POST',
  path: '/v3/order/{order_id}/phlebotomy/appointment/book',
  auth: 'api-key',
  repeatable: true,
  linking: true,
  body: z.object({
    booking_key: z.string(),
    appointment_notes: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
    async_confirmation: z.optional(z.boolean()),
    /** By default 2,500. */
    sync_confirmation_timeout_millisecond: milliseconds(1000, 10_000),
    /** By default 15 minutes, at most 48 hours. */
    async_confirmation_timeout_millisecond: milliseconds(60_000, 172_800_000),
  }),
  response: Appointment,
});
