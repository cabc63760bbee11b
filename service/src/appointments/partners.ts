// The fictional partners that visit patients (docs/labs.md).
import type { AppointmentPartner } from 'svc-link/contract';
import { after } from '../work/index.js';

interface Partner {
  /** The hours at which visits begin, in the patient's local time. */
  readonly hours: readonly number[];
  /** Seconds from the booking to the answer; null if none comes. */
  readonly answersAfter: number | null;
  readonly confirms: boolean;
}

export const partners: Readonly<Record<AppointmentPartner, Partner>> = {
  prompt: { hours: [7, 9, 11, 13.5], answersAfter: 0, confirms: true },
  late: { hours: [8, 10, 14], answersAfter: 5, confirms: true },
  never: { hours: [9.5, 12], answersAfter: null, confirms: false },
  failing: { hours: [8.5, 15], answersAfter: 0, confirms: false },
};

/** A booking that a partner was asked for. */
export interface BookingRequest {
  readonly partner: AppointmentPartner;
  /** Whether the booking continues after its request. If so, a failure counts as no answer yet. */
  readonly background: boolean;
  readonly created_on: Date;
  readonly confirm_by: Date;
}

/** Whether the partner confirms, and when this is known: when the partner answers, or at the timeout. */
export function answerOf({ partner, background, created_on, confirm_by }: BookingRequest): {
  readonly confirmed: boolean;
  readonly reason: 'refused' | 'not_confirmed_in_time' | null;
  readonly at: Date;
} {
  const { answersAfter, confirms } = partners[partner];
  const answer = answersAfter === null ? null : after(created_on, answersAfter);
  if (answer === null || answer > confirm_by || (background && !confirms))
    return { confirmed: false, reason: 'not_confirmed_in_time', at: confirm_by };
  return { confirmed: confirms, reason: confirms ? null : 'refused', at: answer };
}
