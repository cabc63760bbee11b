import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that are not public (the special-purpose registries of RFC 6890). */
const special4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special4.addSubnet(network, prefix, 'ipv4');

/** The public IPv6 addresses. Mapped, NAT64, local and multicast addresses lie outside. */
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');

/** Public IPv6 addresses that lead to an IPv4 address or are reserved for documentation. */
const special6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, prefix, 'ipv6');

/** Whether a text is an IP address that is not public. */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return special4.check(address, 'ipv4');
    case 6: {
      const [bare = ''] = address.split('%');
      return !public6.check(bare, 'ipv6') || special6.check(bare, 'ipv6');
    }
    default:
      return false;
  }
}

/** The same for the host of a URL, which is a name or an address. `URL` has already turned numbers into addresses. */
export const isPrivateHost = ({ hostname }: URL): boolean =>
  isPrivateAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
