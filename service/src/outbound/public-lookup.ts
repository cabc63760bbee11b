import { type LookupAddress, promises, type ResolverOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
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

/** How long a name server has to answer, in milliseconds, and how often it is asked. */
const patience: ResolverOptions = { timeout: 3_000, tries: 2 };

type NewResolver = () => Pick<promises.Resolver, 'resolve4' | 'resolve6'>;
/** The network interfaces of this machine, with the addresses that they have now. */
type Interfaces = typeof networkInterfaces;

/**
 * Makes a lookup that refuses a host if one of its addresses is not public. The connection itself uses this lookup, so that no
 * second lookup can give another answer. Node does not call it for hosts that are IP addresses.
 *
 * It asks the name servers itself. The system's lookup takes one of two threads of the process for each name, so a few names
 * whose servers do not answer would keep the names of all other teams and providers waiting. Each lookup has a resolver of its
 * own, because a resolver does not notice that the system has got other name servers.
 */
export const createPublicLookup =
  (
    newResolver: NewResolver = () => new promises.Resolver(patience),
    interfaces: Interfaces = networkInterfaces,
  ): LookupFunction =>
  (hostname, { all, family }, callback) => {
    addressesOf({ newResolver, interfaces }, hostname, family).then(
      (addresses) => {
        if (hasPrivate(addresses)) return callback(new PrivateAddress(), '');
        if (all) return callback(null, addresses);
        // There is at least one address.
        const [first] = addresses as [LookupAddress];
        callback(null, first.address, first.family);
      },
      // Only errors of lookups arrive here.
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

export const publicLookup = createPublicLookup();

/** Names of this machine (RFC 6761). No name server is asked for them. */
const own = /^(?:.*\.)?localhost\.?$/i;

async function addressesOf(
  { newResolver, interfaces }: { readonly newResolver: NewResolver; readonly interfaces: Interfaces },
  hostname: string,
  only: number | string | undefined,
): Promise<LookupAddress[]> {
  const known = isIP(hostname);
  if (known > 0) return [{ address: hostname, family: known }];
  if (own.test(hostname)) throw new PrivateAddress();
  const resolver = newResolver();
  // `only` may be 4 or `IPv4`; 0 means both.
  const asked = only === undefined ? '0' : String(only).slice(-1);
  const found = await Promise.allSettled(
    (asked === '0' ? usable(interfaces) : [asked === '6' ? 6 : 4]).map(async (family) => {
      const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      return addresses.map((address) => ({ address, family }));
    }),
  );
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [failed] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (addresses.length === 0) throw failed;
  return addresses;
}

/**
 * The families of addresses over which this machine can reach others, IPv6 first as usual. Node gives up an attempt after a
 * quarter of a second if there is another address, and that one must not be one that cannot be reached.
 */
function usable(interfaces: Interfaces): readonly (4 | 6)[] {
  const all = Object.values(interfaces()).flatMap((addresses = []) => addresses);
  const has6 = all.some(({ family, address }) => family === 'IPv6' && !isPrivateAddress(address));
  const has4 = all.some(({ family, internal }) => family === 'IPv4' && !internal);
  if (has6) return has4 ? [6, 4] : [6];
  // Without either, others are reached by translation.
  return has4 ? [4] : [6, 4];
}
