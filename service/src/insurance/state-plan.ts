// The federal plan of a patient's state, for requests that leave the choice to the service (spec 2.1).
import {
  federalPayorCodes,
  type BodyOf,
  type createInsurance,
  type FederalPayorCode,
} from 'svc-link/contract';
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

/** Only `state` counts: the plan is the state's, and `zip` is kept as it was sent. */
function stateOf({ country, state }: Address): string {
  if (!unitedStates.has(country.trim().replaceAll('.', '').toUpperCase()))
    throw broken(422, 'no_state_plan', 'Federal plans are for patients whose insured.address.country is US.');
  const named = stateCodeOf(state);
  if (!named)
    throw invalid({
      loc: ['body', 'insured', 'address', 'state'],
      msg: 'expected a state of the United States, by its letters or its name',
      type: 'value_invalid',
    });
  if (!(named in states)) throw broken(422, 'no_state_plan', `There is no federal plan for ${named}.`);
  return named;
}
