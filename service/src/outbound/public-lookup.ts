import { lookup as resolve, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.js';

/** A host has an address that is not public. */
export class PrivateAddress extends Error {
  constructor() {
    super('a host has a private address');
    this.name = 'PrivateAddress';
  }
}

/** Whether one of a host's addresses is not public. One is enough, because Node may connect to any of them. */
export const hasPrivate = (addresses: readonly Pick<LookupAddress, 'address'>[]): boolean =>
  addresses.some(({ address }) => isPrivateAddress(address));

/**
 * Resolves a host, and refuses it if one of its addresses is not public. The connection itself uses this lookup,
 * so that no second lookup can give another answer. Node does not call it for hosts that are IP addresses.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (hasPrivate(addresses)) return callback(new PrivateAddress(), '');
    if (options.all) return callback(null, addresses);
    // Without an error there is at least one address.
    const [{ address, family }] = addresses as [LookupAddress];
    callback(null, address, family);
  });
};
