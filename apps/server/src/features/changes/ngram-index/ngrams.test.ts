import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsFor, openNgramSet } from './ngrams.ts'

const bitsOf = (...texts: string[]): Set<number> => {
  const ngrams = openNgramSet()
  for (const text of texts) ngrams.add(text)
  const bytes = Buffer.from(ngrams.toBitString().slice(1), 'hex')
  return new Set(
    Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter(
      (bit) => (bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7)),
    ),
  )
}
const mayContain = (text: string, keyword: string): boolean => haveAll(bitsOf(text), keyword)
const haveAll = (bits: Set<number>, keyword: string): boolean =>
  bitsFor(keyword).every((bit) => bits.has(bit))

const ANY = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '\n', '%', 'ß', '𠮷', '語', '̇', '\t'), fc.string()),
})

test('the set of a text contains the set of every part of it', () => {
  fc.assert(
    fc.property(ANY, fc.nat(), fc.nat({ max: 5 }), (text, at, length) => {
      const from = text.length > 0 ? at % text.length : 0
      const part = text.slice(from, from + length)
      expect(mayContain(text, part)).toBe(true)
    }),
    { seed: 3, numRuns: 500 },
  )
})

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)).filter(
  (sign) => !/[A-Z]/.test(sign),
)

test('n-grams of ASCII share no bit with others', () => {
  const known = [...ASCII, '\n']
  const pairs = known.flatMap((one) => known.map((other) => one + other))
  expect(new Set([...known, ...pairs].flatMap(bitsFor)).size).toBe(known.length + pairs.length)
  const foreign = bitsOf(Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(at + 0x4e00)).join(''))
  expect([...known, ...pairs].filter((keyword) => haveAll(foreign, keyword))).toEqual([])
})

test('what only stands apart or the other way round is not a pair', () => {
  expect(mayContain('a z', 'az')).toBe(false)
  expect(mayContain('za', 'az')).toBe(false)
  expect(mayContain('maze', 'az')).toBe(true)
  expect(bitsOf('za', 'az')).toEqual(bitsOf('az', 'za'))
  expect(bitsOf('').size).toBe(0)
})
