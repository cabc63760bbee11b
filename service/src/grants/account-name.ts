import { isStorable } from '../http/index.js';

/** The column is indexed, and an index cannot hold long texts. */
const longest = 512;

/** Whether a provider's id of an account can be stored. */
export const isAccountName = (account: string): boolean =>
  account !== '' && account.length <= longest && isStorable(account);
