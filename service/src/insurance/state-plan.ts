// The federal plan of a patient's state, for requests that leave the choice to the service (spec 2.1).
import {
  federalPayorCodes,
  type BodyOf,
  type createInsurance,
  type FederalPayorCode,
} from 'svc-link/contract';
import { findZipCode } from '../areas/index.js';
import { broken, invalid } from '../http/index.js';
import { stateCodeOf, states } from './states.js';

type Address = BodyOf<typeof createInsurance>['insured']['address'];

const unitedStates = new Set(['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']);

export const isFederal = (payorCode: string): payorCode is FederalPayorCode =>
  federalPayorCodes.some((code) => code === payorCode);

/** The payor code of the plan: `MEDCA` is Medicare in California, `MAIDCA` its Medicaid. Throws 422 if there is none. */
export function statePlan(payorCode: FederalPayorCode, patient: Address): string {
  return `${payorCode.replace(/FED$/, '')}${stateOf(patient)}`;
}

function stateOf({ country, state, zip }: Address): string {
  if (!unitedStates.has(country.trim().replaceAll('.', '').toUpperCase()))
    throw broken(422, 'no_state_plan', 'Federal plans are for patients whose insured.address.country is US.');
  const named = stateCodeOf(state);
  const [, digits] = /^(\d{5})(?:-\d{4})?$/.exec(zip.trim()) ?? [];
  const zipCode = digits === undefined ? undefined : findZipCode(digits);
  if (!named)
    throw invalid(place('state', 'expected a state of the United States, by its letters or its name'));
  if (!zipCode) throw invalid(place('zip', 'expected a ZIP code of the United States'));
  if (zipCode.state !== named)
    throw broken(
      422,
      'state_and_zip_disagree',
      `insured.address.state is ${named}, but the ZIP code in insured.address.zip is of ${zipCode.state}.`,
      { state: named, state_of_zip: zipCode.state },
    );
  if (!(named in states)) throw broken(422, 'no_state_plan', `There is no federal plan for ${named}.`);
  return named;
}

const place = (field: keyof Address, msg: string) => ({
  loc: ['body', 'insured', 'address', field],
  msg,
  type: 'value_invalid',
});
