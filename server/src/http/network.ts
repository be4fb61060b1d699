const MAPPED_PREFIX = '::ffff:';

/** The dotted form of an IPv4-mapped IPv6 address; undefined for every other address. */
function mappedIpv4(address: string): string | undefined {
  if (!address.startsWith(MAPPED_PREFIX)) return undefined;
  const rest = address.slice(MAPPED_PREFIX.length);
  if (rest.includes('.')) return rest;
  const groups = rest.split(':').map((group) => Number.parseInt(group, 16));
  if (groups.length !== 2 || groups.some(Number.isNaN)) return undefined;
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** The first four of the eight groups of an IPv6 address, each without leading zeros. */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(8 - groups.length - tailGroups.length, 0);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...tailGroups];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * The key for limits by client: a whole IPv4 address, or the /64 of an IPv6 address, because one customer has a whole /64.
 * An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const lower = address.toLowerCase();
  return mappedIpv4(lower) ?? `${firstGroups(lower)}::/64`;
}

/** The network around a client: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function subnetOf(address: string): string {
  const network = networkOf(address);
  const lastDot = network.lastIndexOf('.');
  return lastDot === -1 ? network : `${network.slice(0, lastDot)}.0/24`;
}
