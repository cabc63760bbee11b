// The insurance company of a payor code: the federal plans by name, and fictional companies for all other codes.
import type { Insurance } from 'svc-link/contract';
import { hash } from '../crypto/index.js';
import { states, type State } from './states.js';

type Company = Insurance['company'];

const fictional = [
  'Amber Valley Mutual',
  'Cobalt Ridge Health Plan',
  'Fernwood Benefit Fund',
  'Granite Harbor Insurance',
  'Juniper Field Assurance',
  'Larkspur Care',
  'Millstream Mutual',
  'Quarry Lake Health Plan',
] as const;

const inCapital = (
  letters: string,
  { capital, capitalZip }: State,
  firstLine: string,
): Company['address'] => ({
  first_line: firstLine,
  second_line: '',
  city: capital,
  state: letters,
  zip: capitalZip,
  country: 'US',
  access_notes: '',
});

/** The company of a payor code. It is always the same. */
export function companyOf(payorCode: string): Company {
  const [, program, letters = ''] = /^(MED|MAID)([A-Z]{2})$/.exec(payorCode) ?? [];
  const state = states[letters];
  if (state) {
    const name = program === 'MED' ? `Medicare (${state.name})` : state.medicaid;
    return {
      name,
      address: inCapital(letters, state, `${program === 'MED' ? 'Medicare' : 'Medicaid'} Office`),
    };
  }
  const [first = 0, second = 0, third = 0] = hash(payorCode);
  const all = Object.entries(states);
  // Both indexes are within their lists.
  const [where, seat] = all[second % all.length] as [string, State];
  return {
    name: fictional[first % fictional.length] as string,
    address: inCapital(where, seat, `${third + 1} Main Street`),
  };
}
