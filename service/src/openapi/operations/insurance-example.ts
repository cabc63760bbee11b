import type { BodyOf, createInsurance } from 'svc-link/contract';

/** An insurance record with only the required fields. */
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
    address: { first_line: '1 Main Street', city: 'Sacramento', state: 'CA', zip: '95814', country: 'US' },
  },
} satisfies BodyOf<typeof createInsurance>;
