import type { BodyOf, createInsurance, Insurance, InsuranceAddress } from 'svc-link/contract';
import { companyOf } from './company.js';
import { isFederal, statePlan } from './state-plan.js';

type Given = BodyOf<typeof createInsurance>;

/** The record that a request makes (spec 2.1). Throws 422 if the plan has to be inferred and cannot be. */
export function toInsurance(given: Given): Insurance {
  const { payor_code, insured, guarantor } = given;
  const payorCode = isFederal(payor_code) ? statePlan(payor_code, insured.address) : payor_code;
  return {
    payor_code: payorCode,
    member_id: given.member_id,
    relationship: given.relationship,
    insured: { ...insured, address: toAddress(insured.address) },
    group_id: given.group_id ?? null,
    ...(guarantor && { guarantor: toGuarantor(guarantor) }),
    is_primary: given.is_primary ?? true,
    company: companyOf(payorCode),
  };
}

/** Leaves out the unknown values of the household. */
const toGuarantor = ({
  household_income,
  household_size,
  address,
  ...person
}: NonNullable<Given['guarantor']>): NonNullable<Insurance['guarantor']> => ({
  ...person,
  address: toAddress(address),
  ...(household_income != null && { household_income }),
  ...(household_size != null && { household_size }),
});

const toAddress = ({
  second_line,
  access_notes,
  ...rest
}: Given['insured']['address']): InsuranceAddress => ({
  ...rest,
  second_line: second_line ?? '',
  access_notes: access_notes ?? '',
});
