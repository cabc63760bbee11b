// What a user may be insured by.
import type { BodyOf, createInsurance } from 'svc-link/contract';

export const address = {
  first_line: '1 Main Street',
  city: 'Sacramento',
  state: 'CA',
  zip: '95814',
  country: 'US',
};

/** A record with what is required and nothing else. */
export const insurance = {
  payor_code: 'ACME1',
  member_id: 'M-1001',
  relationship: 'Self',
  insured: {
    first_name: 'Ada',
    last_name: 'Example',
    gender: 'female',
    dob: '1980-12-10',
    email: 'ada@example.com',
    phone_number: '+14155550100',
    address,
  },
} satisfies BodyOf<typeof createInsurance>;

export const guarantor = {
  first_name: 'Charles',
  last_name: 'Example',
  email: 'charles@example.com',
  phone_number: '+14155550101',
  address: { ...address, second_line: null, access_notes: 'Ring twice' },
  household_income: 52_000,
  household_size: 3,
};
