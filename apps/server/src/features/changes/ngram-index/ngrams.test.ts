import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsFor, openNgramSet } from './ngrams.ts'

const toBits = (...texts: string[]): Set<number> => {
  const ngrams = openNgramSet()
  for (const text of texts) ngrams.add(text)
  const bytes = Buffer.from(ngrams.toBitString().slice(1), 'hex')
  return new Set(
    Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter(
      (bit) => (bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7)),
    ),
  )
}
const mayContain = (text: string, keyword: string): boolean => hasAll(toBits(text), keyword)
const hasAll = (bits: Set<number>, keyword: string): boolean => bitsFor(keyword).every((bit) => bits.has(bit))

const ANY = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '\n', '%', 'ß', '𠮷', '語', '̇', '\t'), fc.string()),
})

test('the set of a text contains the set of each of its substrings', () => {
  fc.assert(
    fc.property(ANY, fc.nat(), fc.nat({ max: 5 }), (text, index, length) => {
      const start = text.length > 0 ? index % text.length : 0
      const part = text.slice(start, start + length)
      expect(mayContain(text, part)).toBe(true)
    }),
    { seed: 3, numRuns: 500 },
  )
})

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 32)).filter(
  (character) => !/[A-Z]/.test(character),
)

test('each ASCII n-gram has a bit of its own', () => {
  const ascii = [...ASCII, '\n']
  const pairs = ascii.flatMap((first) => ascii.map((second) => first + second))
  expect(new Set([...ascii, ...pairs].flatMap(bitsFor)).size).toBe(ascii.length + pairs.length)
  const otherBits = toBits(
    Array.from({ length: 3_000 }, (_, index) => String.fromCharCode(index + 0x4e00)).join(''),
  )
  expect([...ascii, ...pairs].filter((keyword) => hasAll(otherBits, keyword))).toEqual([])
})

test('characters that are apart or in reverse order are not a pair', () => {
  expect(mayContain('a z', 'az')).toBe(false)
  expect(mayContain('za', 'az')).toBe(false)
  expect(mayContain('maze', 'az')).toBe(true)
  expect(toBits('za', 'az')).toEqual(toBits('az', 'za'))
  expect(toBits('').size).toBe(0)
})
