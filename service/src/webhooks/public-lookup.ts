import { lookup as resolve, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.js';

/** A host that leads to where no webhook may go. */
export class PrivateAddress extends Error {
  constructor() {
    super('a host has a private address');
    this.name = 'PrivateAddress';
  }
}

/** Whether one of the addresses of a host is not public: a connection may be made to any of them. */
export const hasPrivate = (addresses: readonly Pick<LookupAddress, 'address'>[]): boolean =>
  addresses.some(({ address }) => isPrivateAddress(address));

/**
 * Finds the addresses of a host for a connection, and refuses those that are not public. It is the connection's own
 * look-up, so that no second one can answer otherwise. It is not asked for hosts that are addresses.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (hasPrivate(addresses)) return callback(new PrivateAddress(), '');
    if (options.all) return callback(null, addresses);
    // Without an error there is at least one.
    const [{ address, family }] = addresses as [LookupAddress];
    callback(null, address, family);
  });
};
