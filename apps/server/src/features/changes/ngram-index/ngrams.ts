// An n-gram set is a bitmap of the characters and the pairs of adjacent characters in a text. The set of a
// text includes the sets of its substrings. Characters are UTF-16 units. Each ASCII n-gram without capitals
// has its own bit; the others share bits.

/** Bits of the column `change_letters.letters`. */
const BITS = 8192
const NONE = -1

/**
 * Codes for line feed, space to `@` and `[` to `~`; capitals have none, because the indexed texts are in
 * lower case.
 */
const computeAsciiCode = (unit: number): number => {
  if (unit === 10) return 0
  if (unit >= 32 && unit <= 64) return unit - 31
  if (unit >= 91 && unit <= 126) return unit - 57
  return NONE
}
const ASCII_CODES = Int8Array.from({ length: 128 }, (_, unit) => computeAsciiCode(unit))
const ASCII_COUNT = 70

const FIRST_UNIGRAM = ASCII_COUNT * ASCII_COUNT
/** All other unigrams and bigrams share the remaining bits by a hash. */
const FIRST_HASHED = FIRST_UNIGRAM + ASCII_COUNT
const hashedBit = (code: number): number =>
  FIRST_HASHED + ((Math.imul(code, 0x9e3779b1) >>> 0) % (BITS - FIRST_HASHED))

const asciiCode = (unit: number): number => (unit < 128 ? (ASCII_CODES[unit] ?? NONE) : NONE)

function unigramBit(unit: number): number {
  const code = asciiCode(unit)
  return code === NONE ? hashedBit(unit) : FIRST_UNIGRAM + code
}

function bigramBit(unit: number, next: number): number {
  const [code, nextCode] = [asciiCode(unit), asciiCode(next)]
  return code === NONE || nextCode === NONE ? hashedBit((unit << 16) | next) : code * ASCII_COUNT + nextCode
}

/**
 * The bits that every text with this lowercase keyword has: those of the keyword's character pairs, or of its
 * character if it has only one.
 */
export function bitsFor(keyword: string): number[] {
  if (keyword.length === 1) return [unigramBit(keyword.charCodeAt(0))]
  const bits = new Set<number>()
  for (let index = 1; index < keyword.length; index += 1)
    bits.add(bigramBit(keyword.charCodeAt(index - 1), keyword.charCodeAt(index)))
  return [...bits]
}

export function openNgramSet() {
  const bitmap = Buffer.alloc(BITS / 8)
  const set = (bit: number) => {
    bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  return {
    add: (text: string) => {
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index)
        set(unigramBit(unit))
        if (index + 1 < text.length) set(bigramBit(unit, text.charCodeAt(index + 1)))
      }
    },
    /** The literal that PostgreSQL reads as `bit(8192)`. */
    toBitString: () => `x${bitmap.toString('hex')}`,
  }
}
