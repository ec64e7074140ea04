// A set of n-grams as a bitmap: the single characters and the pairs of neighbours that occur in a text. The set of a text
// contains the set of every part of it. Characters are UTF-16 units; ASCII without capitals has bits of its own.

/** The size of `change_letters.letters`. */
const BITS = 8192
const NONE = -1

/** Line feed, then space to `@`, then `[` to `~`: no capitals, as the indexed texts are in lower case. */
const codeOf = (unit: number): number => {
  if (unit === 10) return 0
  if (unit >= 32 && unit <= 64) return unit - 31
  if (unit >= 91 && unit <= 126) return unit - 57
  return NONE
}
const ASCII_CODES = Int8Array.from({ length: 128 }, (_, unit) => codeOf(unit))
const ASCII_COUNT = 70

const FIRST_UNIGRAM = ASCII_COUNT * ASCII_COUNT
/** All other unigrams and bigrams share the rest by a hash. */
const FIRST_HASHED = FIRST_UNIGRAM + ASCII_COUNT
const hashedBit = (code: number): number =>
  FIRST_HASHED + ((Math.imul(code, 0x9e3779b1) >>> 0) % (BITS - FIRST_HASHED))

const asciiCode = (unit: number): number => (unit < 128 ? (ASCII_CODES[unit] ?? NONE) : NONE)

function bitOfUnigram(unit: number): number {
  const code = asciiCode(unit)
  return code === NONE ? hashedBit(unit) : FIRST_UNIGRAM + code
}

function bitOfBigram(unit: number, next: number): number {
  const [code, nextCode] = [asciiCode(unit), asciiCode(next)]
  return code === NONE || nextCode === NONE ? hashedBit((unit << 16) | next) : code * ASCII_COUNT + nextCode
}

/** The bits of the longest n-grams of a keyword in lower case: a text that contains it has all of them set. */
export function bitsFor(keyword: string): number[] {
  if (keyword.length === 1) return [bitOfUnigram(keyword.charCodeAt(0))]
  const bits = new Set<number>()
  for (let at = 1; at < keyword.length; at += 1)
    bits.add(bitOfBigram(keyword.charCodeAt(at - 1), keyword.charCodeAt(at)))
  return [...bits]
}

/** An empty set of n-grams. */
export function openNgramSet() {
  const bitmap = Buffer.alloc(BITS / 8)
  const set = (bit: number) => {
    bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  return {
    add: (text: string) => {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at)
        set(bitOfUnigram(unit))
        if (at + 1 < text.length) set(bitOfBigram(unit, text.charCodeAt(at + 1)))
      }
    },
    /** The literal that PostgreSQL reads as `bit(8192)`. */
    toBitString: () => `x${bitmap.toString('hex')}`,
  }
}
