// Laboratory tests: insurance, orders, visits.
import type { Generated } from 'kysely';
import type { AppointmentPartner, Interpretation, OrderResult, OrderStatus } from 'svc-link/contract';
import type { NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

export interface InsuranceTable {
  id: string;
  user_id: string;
  /** The record as it was answered; encrypted, because it is health data. */
  record: Sealed;
  created_on: Date;
}

export interface LabOrderTable {
  id: string;
  /** Where it stands in the list, which is read by offset: what is new comes at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  user_id: string;
  lab_test_id: string;
  status: OrderStatus;
  interpretation: Interpretation | null;
  /** Encrypted, because they are health data. */
  sealed_results: NullableSealed;
  /** What an earlier version stored, until it is sealed. */
  unsealed_results: NullableJson<readonly OrderResult[]>;
  /** When results come, by the service's clock; null once they are in, and while a visit is before the patient. */
  results_due_at: Date | null;
  results_on: Date | null;
  /** Where it stands among those with results, as `place` among all. */
  results_place: Generated<string | null>;
  created_on: Date;
  updated_on: Date;
}

type VisitStatus = 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';

export interface AppointmentTable {
  id: string;
  order_id: string;
  partner: AppointmentPartner;
  /** SHA-256 of the booking key, which is good once. */
  key_hash: Uint8Array;
  status: VisitStatus;
  /** Whether the booking goes on after its request. */
  background: boolean;
  notes: string | null;
  start_at: Date;
  end_at: Date;
  /** When it is cancelled if it was not confirmed, by the service's clock. */
  confirm_by: Date;
  /** When something happens to it next, by the service's clock; null once it has ended. */
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
