import { BlockList, isIP } from 'node:net';
import { BadEnv, type Variables } from '#variables.ts';

/** Tells whether an address is in one of some networks. */
export type Networks = { has(address: string): boolean };

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addNetwork(list: BlockList, text: string): void {
  const [address = '', prefixText, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!;
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : NaN;
  if (bits === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= bits)) {
    throw new BadEnv(
      `STAFF_ADDRESSES must be addresses or networks such as 203.0.113.7 or 2001:db8::/32, not "${text}".`,
    );
  }
  list.addSubnet(address, prefix, familyOf(address));
}

/** The networks of staff, separated by commas or spaces; undefined without any. */
export function staffAddressesOf(variables: Variables): Networks | undefined {
  const entries = (variables['STAFF_ADDRESSES'] ?? '').split(/[\s,]+/).filter((each) => each !== '');
  if (entries.length === 0) return undefined;
  const list = new BlockList();
  for (const entry of entries) addNetwork(list, entry);
  return {
    // The zone of a link-local address is a name on this machine.
    has(address) {
      const plain = address.split('%')[0]!;
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}
