import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNames } from '../rules.ts'
import { listAudit } from './endpoints.ts'
import { readValues } from './rules.ts'

const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text)

test('whatever names are joined by comma are read again, each once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
      expect(readValues(joinNames(names))).toEqual(names)
      expect(readValues(joinNames([...names, ...names]))).toEqual(names)
    }),
  )
})

test('a filter is given once, by comma, several times, or not at all', () => {
  const read = (user_email: unknown) => listAudit.query.parse({ user_email }).user_email
  expect(read('a@x.example, b@x.example,')).toEqual(['a@x.example', 'b@x.example'])
  expect(read(['a@x.example', 'b@x.example'])).toEqual(['a@x.example', 'b@x.example'])
  expect(read('')).toEqual([])
  expect(read(undefined)).toEqual([])
})

test('more names than a request allows are read as undefined', () => {
  expect(readValues(Array.from({ length: 201 }, (_, index) => `n${index}`).join(','))).toBeUndefined()
  expect(readValues('x'.repeat(431))).toBeUndefined()
})
