import { expect } from '@open-wc/testing';
import { createInsurance, Insurance } from '../../src/contract/index.js';
import { insurance } from '../../service/src/openapi/operations/insurance-example.js';

const address = { ...insurance.insured.address, second_line: '', access_notes: '' };
const answer = {
  payor_code: 'X1',
  member_id: 'M1',
  relationship: 'Self',
  insured: { ...insurance.insured, address },
  company: { name: 'A company', address },
};
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('an insurance record that is read', () => {
  it('may leave out what is optional in an answer', () => {
    expect(accepts(Insurance, answer)).to.equal(true);
    expect(accepts(Insurance, { ...answer, group_id: null, is_primary: false })).to.equal(true);
    expect(accepts(Insurance, { ...answer, member_id: undefined })).to.equal(false);
  });

  it('does not have to keep the limits of a request', () => {
    const person = { ...insurance.insured, address, first_name: '', last_name: 'x'.repeat(300), gender: '' };
    const guarantor = { ...person, household_income: -1, household_size: 0 };
    const record = { ...answer, insured: { ...person, dob: '1888-02-30' }, guarantor };
    expect(accepts(Insurance, record)).to.equal(true);
    expect(
      accepts(createInsurance.body, { ...insurance, insured: { ...insurance.insured, dob: '1888-02-30' } }),
    ).to.equal(false);
    expect(
      accepts(createInsurance.body, { ...insurance, insured: { ...insurance.insured, gender: '' } }),
    ).to.equal(false);
  });
});
