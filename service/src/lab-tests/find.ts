import { broken } from '../http/index.js';
import type { LabTest } from 'svc-link/contract';
import { catalogue, type CatalogueTest } from './catalogue.js';
import { defaultAccount, labAccounts, type LabAccount } from './labs.js';
import { toLabTest } from './markers.js';

/** The account that a request names, or the default one. Throws 404 if the account is unknown. */
export function findLabAccount(id: string | null | undefined): LabAccount {
  const found = id == null ? defaultAccount : labAccounts.find((each) => each.id === id.toLowerCase());
  if (!found) throw broken(404, 'lab_account_not_found', 'There is no such lab account.');
  return found;
}

/** The tests of an account, or all of them. */
export const testsOf = (account?: LabAccount): readonly CatalogueTest[] =>
  account ? catalogue.filter(({ lab }) => account.labs.includes(lab)) : catalogue;

/** A test that the account offers, or any test if no account is given. Throws 404 if there is none. */
export function findLabTest(id: string, account?: LabAccount): CatalogueTest {
  const found = testsOf(account).find((test) => test.id === id.toLowerCase());
  if (!found) throw broken(404, 'lab_test_not_found', 'There is no such lab test.');
  return found;
}

/** The ids of all tests. */
export const offeredTests: readonly string[] = catalogue.map(({ id }) => id);

/** The test of an order in the contract's form. If the test is no longer offered, only its name is known. */
export function orderedTest(id: string): LabTest {
  const test = catalogue.find((each) => each.id === id);
  return test
    ? toLabTest(test)
    : {
        ...{ id, slug: 'no_longer_offered', name: 'A test that is no longer offered', description: '' },
        ...{ sample_type: 'blood', fasting: false, price: '0.00', turnaround_days: 0 },
        lab: { id: 0, slug: 'unknown', name: 'Unknown' },
      };
}
