import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that are not on the public internet, or that lead back into a private network. */
const PRIVATE_IPV4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
/** Public IPv6 addresses are those of 2000::/3 without documentation, Teredo and 6to4, which contain IPv4 addresses. */
const PUBLIC_IPV6 = '2000::/3';
const PRIVATE_IPV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

function listOf(subnets: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [network, prefix] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const privateIpv4 = listOf(PRIVATE_IPV4, 'ipv4');
const publicIpv6 = listOf(PUBLIC_IPV6, 'ipv6');
const privateIpv6 = listOf(PRIVATE_IPV6, 'ipv6');

/** Whether an IP address is on the public internet. IPv4 addresses in the form of IPv6 are not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !privateIpv4.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !privateIpv6.check(address, 'ipv6');
}

/** Whether an IP address is this machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
