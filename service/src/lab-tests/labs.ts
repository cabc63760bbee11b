import type { LabSlug } from 'svc-link/contract';

/** A fictional laboratory. Never change an id. */
export interface Lab {
  readonly id: number;
  readonly slug: LabSlug;
  readonly name: string;
  /** The prefix of the laboratory's own marker names. */
  readonly prefix: string;
  /** Its price for a marker, as a share of the usual price. */
  readonly pricing: number;
}

export const labs: readonly Lab[] = [
  { id: 1, slug: 'alder_labs', name: 'Alder Labs', prefix: 'ALD', pricing: 1 },
  { id: 2, slug: 'birch_diagnostics', name: 'Birch Diagnostics', prefix: 'BIR', pricing: 0.85 },
  { id: 3, slug: 'cedar_clinical', name: 'Cedar Clinical', prefix: 'CED', pricing: 1.2 },
  { id: 4, slug: 'dogwood_health', name: 'Dogwood Health', prefix: 'DOG', pricing: 1.1 },
];

/** An account with laboratories, through which a team orders tests. Never change an id. */
export interface LabAccount {
  readonly id: string;
  readonly labs: readonly LabSlug[];
}

/** The account for requests that name none. */
export const defaultAccount: LabAccount = {
  id: '00000000-0000-4000-8000-000000000011',
  labs: ['alder_labs', 'birch_diagnostics', 'cedar_clinical'],
};

export const labAccounts: readonly LabAccount[] = [
  defaultAccount,
  { id: '00000000-0000-4000-8000-000000000012', labs: ['cedar_clinical', 'dogwood_health'] },
];
