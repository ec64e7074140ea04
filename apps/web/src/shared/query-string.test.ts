import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQueryString, writeQueryString } from './query-string.ts'

test.each(['881e4567', '1.0', '007', '1e3', 'v1', 'us2,eu'])('keeps %s a text', (text) => {
  expect(readQueryString(`?keywords=${text}`)).toEqual({ keywords: text })
  expect(writeQueryString({ keywords: text })).toBe(`?keywords=${encodeURIComponent(text)}`)
})

test('reads back every value it wrote', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
  fc.assert(
    fc.property(value, (keywords) => {
      expect(readQueryString(writeQueryString({ keywords }))).toEqual({ keywords })
    }),
  )
})

test('keeps quotes that a person typed, and removes those written around a number', () => {
  expect(readQueryString('?keywords=%22helm%22')).toEqual({ keywords: '"helm"' })
  expect(readQueryString('?keywords=%22123%22')).toEqual({ keywords: '123' })
})

test('writes a list of texts as a repeated parameter', () => {
  const texts = ['{"name":"a, b"}', '{"name":"c&d"}']
  const written = writeQueryString({ dc: 'us2', cis: texts })
  expect(new URLSearchParams(written).getAll('cis')).toEqual(texts)
  expect(readQueryString(written)).toEqual({ dc: 'us2', cis: texts })
  expect(writeQueryString({ cis: [] })).toBe('?cis=%5B%5D')
  expect(writeQueryString({})).toBe('')
})
