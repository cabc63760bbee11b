// Insurance records of a user.
import { insurance } from '../../src/openapi/operations/insurance-example.js';

export { insurance };
export const { address } = insurance.insured;

export const guarantor = {
  first_name: 'Charles',
  last_name: 'Example',
  email: 'charles@example.com',
  phone_number: '+14155550101',
  address: { ...address, second_line: null, access_notes: 'Ring twice' },
  household_income: 52_000,
  household_size: 3,
};
