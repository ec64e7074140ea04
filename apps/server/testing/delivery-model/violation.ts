/** A promise of delivery that was broken. */
export class Violation extends Error {}

export function promise(isKept: unknown, broken: string): asserts isKept {
  if (!isKept) throw new Violation(broken)
}
