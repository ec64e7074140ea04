import { cutToLength } from '@aviary/contract/cut-text'
import type { CreatedKind } from './kinds.ts'

const LONGEST_KEY = 90

/**
 * Makes the key of a new record from its name. Senders use the keys of services and data centers, and URLs show them,
 * so a key reads like the name.
 */
export function keyFromName(kind: CreatedKind, name: string, taken: readonly string[]): string {
  if (kind === 'service') return name
  const blank = kind === 'data_center' ? '-' : '_'
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [kind]
  const key = cutToLength(words.join(blank), LONGEST_KEY)
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? key : `${key}${blank}${count}`
    if (!taken.includes(candidate)) return candidate
  }
}
