import { BlockList, isIP } from 'node:net';

/** Finds the address that a request comes from; for IPv6, its /64 network. Undefined if it is not known. */
export type ClientAddress = (
  remoteAddress: string | undefined,
  forwardedFor: string | null,
) => string | undefined;

/**
 * The address is the peer of the connection. If that is a trusted proxy, it is the last address of `X-Forwarded-For` that is
 * not itself a trusted proxy; anyone may have written those before it.
 * @param trustedProxies addresses, or networks such as 10.0.0.0/8
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (remoteAddress, forwardedFor) => {
    if (remoteAddress === undefined) return undefined;
    let address = plain(remoteAddress);
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
    while (isTrusted(address)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      address = hop;
    }
    return isIP(address) === 6 ? networkOf(address) : address;
  };
}

/** An IPv6 socket reports an IPv4 peer as an IPv4-mapped address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The first 64 bits: whoever has one address of the network has all of them. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
