// A set of letters, as bits: which letters stand in a text, and which stand side by side. Whatever a text contains, its
// set contains the set of. Letters are UTF-16 units; those of ASCII, but for capitals, have bits that nothing else has.

/** The size of `change_letters.letters`. */
const BITS = 8192
const NONE = -1

/** Line feed, then the signs from space to `@`, then from `[` to `~`: no capitals, as the texts are in lower case. */
const placeOf = (unit: number): number => {
  if (unit === 10) return 0
  if (unit >= 32 && unit <= 64) return unit - 31
  if (unit >= 91 && unit <= 126) return unit - 57
  return NONE
}
const PLACES = Int8Array.from({ length: 128 }, (_, unit) => placeOf(unit))
const KNOWN = 70

const SINGLES = KNOWN * KNOWN
/** All other letters and pairs share the rest. */
const OTHERS = SINGLES + KNOWN
const otherBit = (code: number): number => OTHERS + ((Math.imul(code, 0x9e3779b1) >>> 0) % (BITS - OTHERS))

const place = (unit: number): number => (unit < 128 ? (PLACES[unit] ?? NONE) : NONE)

function bitOfOne(unit: number): number {
  const at = place(unit)
  return at === NONE ? otherBit(unit) : SINGLES + at
}

function bitOfPair(unit: number, next: number): number {
  const [at, nextAt] = [place(unit), place(next)]
  return at === NONE || nextAt === NONE ? otherBit((unit << 16) | next) : at * KNOWN + nextAt
}

/** The bits that a set must have for a text in it to contain this one, which is in lower case as the texts are. */
export function bitsFor(keyword: string): number[] {
  if (keyword.length === 1) return [bitOfOne(keyword.charCodeAt(0))]
  const bits = new Set<number>()
  for (let at = 1; at < keyword.length; at += 1)
    bits.add(bitOfPair(keyword.charCodeAt(at - 1), keyword.charCodeAt(at)))
  return [...bits]
}

/** A set of letters that texts are read into. */
export function openLetters() {
  const bits = Buffer.alloc(BITS / 8)
  const set = (bit: number) => {
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  return {
    read: (text: string) => {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at)
        set(bitOfOne(unit))
        if (at + 1 < text.length) set(bitOfPair(unit, text.charCodeAt(at + 1)))
      }
    },
    /** As PostgreSQL reads `bit(8192)`. */
    toText: () => `x${bits.toString('hex')}`,
  }
}
