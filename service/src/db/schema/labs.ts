// Laboratory tests: insurance, orders, visits.
import type { Generated } from 'kysely';
import type { AppointmentPartner, Interpretation, OrderResult, OrderStatus } from 'svc-link/contract';
import type { NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

export interface InsuranceTable {
  id: string;
  user_id: string;
  /** The record as the answer had it; encrypted, because it is health data. */
  record: Sealed;
  created_on: Date;
}

export interface LabOrderTable {
  id: string;
  /** The place in the list, which is read by offset. New rows come at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  user_id: string;
  lab_test_id: string;
  status: OrderStatus;
  interpretation: Interpretation | null;
  /** Encrypted, because they are health data. */
  sealed_results: NullableSealed;
  /** The results that an earlier version stored, until they are sealed. */
  unsealed_results: NullableJson<readonly OrderResult[]>;
  /**
   * When results will come, by the service's clock; null once they have come, and while the patient still has a visit to make.
   */
  results_due_at: Date | null;
  results_on: Date | null;
  /** The place among the orders with results, like `place` among all orders. */
  results_place: Generated<string | null>;
  created_on: Date;
  updated_on: Date;
}

type VisitStatus = 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';

export interface AppointmentTable {
  id: string;
  order_id: string;
  partner: AppointmentPartner;
  /** SHA-256 of the booking key, which works once. */
  key_hash: Uint8Array;
  status: VisitStatus;
  /** Whether the booking continues after its request. */
  background: boolean;
  notes: string | null;
  start_at: Date;
  end_at: Date;
  /** When the appointment is cancelled if it is not confirmed, by the service's clock. */
  confirm_by: Date;
  /** When the next step is due, by the service's clock; null once it has ended. */
  due_at: Date | null;
  /** Why it was cancelled. */
  reason: string | null;
  created_on: Date;
}

export interface AppointmentEventTable {
  appointment_id: string;
  status: VisitStatus;
  created_on: Date;
}
