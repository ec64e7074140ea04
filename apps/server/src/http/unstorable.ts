import { InvalidInput } from './errors.ts'

const DEEPEST = 100

type Part = { path: string; value: unknown; depth: number }

/**
 * Refuses U+0000 and lone surrogates, which PostgreSQL cannot store, and deep nesting, which would exhaust
 * the stack.
 */
export function refuseUnstorable(name: string, value: unknown): void {
  const left: Part[] = [{ path: name, value, depth: 0 }]
  for (let part = left.pop(); part; part = left.pop()) {
    const fault = faultOf(part)
    if (fault) throw new InvalidInput(`${part.path}: ${fault}`, [{ path: part.path, message: fault }])
    if (typeof part.value !== 'object' || part.value === null) continue
    for (const [key, inner] of Object.entries(part.value)) {
      // Checks keys as well; an invalid key is not repeated in the path.
      if (textFault(key)) left.push({ path: part.path, value: key, depth: part.depth })
      else left.push({ path: `${part.path}.${key}`, value: inner, depth: part.depth + 1 })
    }
  }
}

/**
 * Removes from parsed JSON, in place, what PostgreSQL cannot store: U+0000, lone surrogates, and keys with
 * either.
 */
export function takeOutUnstorable(value: unknown): void {
  const left: unknown[] = [value]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const fields = part as Record<string, unknown>
    for (const [key, inner] of Object.entries(fields)) {
      if (textFault(key)) delete fields[key]
      else if (typeof inner === 'string' && textFault(inner))
        fields[key] = inner.replaceAll('\0', '').toWellFormed()
      else left.push(inner)
    }
  }
}

function faultOf({ value, depth }: Part): string | undefined {
  if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`
  return typeof value === 'string' ? textFault(value) : undefined
}

function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'has the character U+0000 in it'
  return text.isWellFormed() ? undefined : 'has half a character (a lone surrogate) in it'
}

export function isStorable(value: unknown): boolean {
  try {
    refuseUnstorable('', value)
    return true
  } catch {
    return false
  }
}
