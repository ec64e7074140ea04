import { isIPv6 } from 'node:net'

/**
 * The network by which limits count an address: an IPv6 client owns a whole /64 and can send from any address
 * in it. An IPv4 address, also one mapped into IPv6, counts by itself. `address`: undefined once the caller has left.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return address
  const groups = groupsOf(withoutZone)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after] = canonical.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  )
  if (!after) return before
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
