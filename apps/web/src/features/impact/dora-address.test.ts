import { IMPACT_MAX_NAMES, LONGEST_ADDRESS } from '@aviary/contract/constants'
import { countAffectedCompanies, searchCis } from '@aviary/contract/impact/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQueryString, writeQueryString } from '../../shared/query-string.ts'
import { type DoraState, dataCenterIn, readState, roomBeside, searchable, searchOf } from './dora-address.ts'

const read = (address: string) => readState(readQueryString(address))
const write = (state: DoraState): string => writeQueryString(searchOf(state))

const isPlain = (text: string) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text)
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom('a,b', '50%2C', '%', '1', 'true', ',', 'null', '{"a":1}', '"x"', '[1]', '__proto__'),
  )
  .filter((text) => isPlain(text) && text.isWellFormed() && text.length <= 200)
const scale = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom('n/a' as const, null),
)
const ciName = fc.oneof(name, fc.constantFrom('a\nb', 'a\tb', 'a\u0085b'))
const ci = fc.record({ category: ciName, name: ciName, globalScale: scale, dataCenterScale: scale })
const state: fc.Arbitrary<DoraState> = fc.record({
  searchInput: fc.oneof(name, fc.constant('')),
  services: fc.uniqueArray(name, { maxLength: 5 }),
  cis: fc.uniqueArray(ci, { maxLength: 5, selector: (one) => one.name }),
})

test('every state is read from its own link again', () => {
  fc.assert(
    fc.property(state, (one) => {
      const { state: found, dropped } = read(write(one))
      expect(found).toEqual(one)
      expect(dropped).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('the router may read and write a link as often as it likes', () => {
  fc.assert(
    fc.property(state, (one) => {
      const link = write(one)
      expect(writeQueryString(readQueryString(link))).toBe(link)
    }),
  )
})

test('a link has the exact shape: a text, a list by comma, and a JSON for each CI', () => {
  const link = write({
    searchInput: 'login',
    services: ['Expense', 'Travel'],
    cis: [
      { category: 'Web', name: 'a', globalScale: 1.25, dataCenterScale: 'n/a' },
      { category: 'Web', name: 'b', globalScale: null, dataCenterScale: null },
    ],
  })
  const params = new URLSearchParams(link)
  expect([...params.keys()]).toEqual(['searchInput', 'selectedServices', 'selectedCiList', 'selectedCiList'])
  expect(params.get('searchInput')).toBe('login')
  expect(params.get('selectedServices')).toBe('Expense,Travel')
  expect(params.getAll('selectedCiList')).toEqual([
    '{"category":"Web","name":"a","globalScale":1.25,"dataCenterScale":"n/a"}',
    '{"category":"Web","name":"b","globalScale":null,"dataCenterScale":null}',
  ])
  expect(write({ searchInput: '', services: [], cis: [] })).toBe('')
})

const nonsense = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.constantFrom('', '{broken', '[]', '[[]]', '{}', 'null', 'NaN', '1e999', '\0', ',,,', '%', '%2C', 'true'),
  fc
    .record({ category: fc.jsonValue(), name: fc.jsonValue(), globalScale: fc.jsonValue() })
    .map((one) => JSON.stringify(one)),
  fc.constantFrom(
    'x'.repeat(10_000),
    '\ud800',
    '{"category":"a","name":"\\ud800"}',
    '{"category":"a","name":"\\u0000"}',
  ),
)
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const parameter = fc.constantFrom('searchInput', 'selectedServices', 'selectedCiList', 'other')

test('whatever stands in a link, what is read of it the server takes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(parameter, nonsense), { maxLength: 8 }), (pairs) => {
      const { state: found } = read(`?${new URLSearchParams(pairs)}`)
      const names = { cis: found.cis.map((one) => one.name), services: found.services, data_centers: [] }
      expect(countAffectedCompanies.body.safeParse(names).success).toBe(true)
      expect([...names.cis, ...names.services, found.searchInput].every(isStorable)).toBe(true)
      if (found.searchInput !== '')
        expect(searchCis.query.safeParse({ dc: 'us2', search_query: found.searchInput }).success).toBe(true)
      // What was read is a link of its own.
      expect(read(write(found))).toEqual({ state: found, dropped: [] })
    }),
    { numRuns: 500 },
  )
})

const good = { category: 'Web', name: 'good', globalScale: 2, dataCenterScale: null }
const link = (...values: unknown[]) =>
  `?${new URLSearchParams(values.map((value) => ['selectedCiList', typeof value === 'string' ? value : JSON.stringify(value)]))}`

test.each([
  ['broken JSON', '{"category":'],
  ['a number', '7'],
  ['a list', '[1,2]'],
  ['no name', { category: 'Web' }],
  ['an empty name', { ...good, name: ' ' }],
  ['a name that is too long', { ...good, name: 'x'.repeat(201) }],
  ['a name that is no text', { ...good, name: 7 }],
  ['half a character', '{"category":"Web","name":"\\ud800"}'],
  ['what no database stores', { ...good, name: 'a\0' }],
])('%s is dropped, and said; what stands beside it is kept', (_, bad) => {
  expect(read(link(bad, good))).toEqual({
    state: { searchInput: '', services: [], cis: [good] },
    dropped: ['selectedCiList'],
  })
  expect(read(link(bad)).state.cis).toEqual([])
})

test('a scale that is none is left out, and the CI stays; one as a text is read', () => {
  const bad = read(link({ ...good, globalScale: 101, dataCenterScale: {} }))
  expect(bad.state.cis).toEqual([{ ...good, globalScale: null }])
  expect(bad.dropped).toEqual(['selectedCiList'])
  const older = read(link({ ...good, globalScale: '12.34', dataCenterScale: '' }))
  expect(older.state.cis).toEqual([{ ...good, globalScale: 12.34 }])
  expect(older.dropped).toEqual([])
})

test('JSON with spaces, a CI without scales and a CI twice are read', () => {
  const { state: found, dropped } = read(
    link('{ "name": "a", "category": "b" }', '{"name":"a","category":"b"}'),
  )
  expect(found.cis).toEqual([{ category: 'b', name: 'a', globalScale: null, dataCenterScale: null }])
  expect(dropped).toEqual([])
})

const many = (number: number, length = 5) =>
  Array.from({ length: number }, (_, at) => ({ ...good, name: `${at}`.padEnd(length, 'n') }))

test('no more CIs are read than one question counts', () => {
  const { state: found, dropped } = read(link(...many(IMPACT_MAX_NAMES + 1)))
  expect(found.cis).toHaveLength(IMPACT_MAX_NAMES)
  expect(dropped).toEqual(['selectedCiList'])
})

test('there is room until the link would be too long, whatever its scales will be', () => {
  const before = { searchInput: 'x', services: ['Expense'], cis: many(3) }
  const hasRoom = roomBeside(before, 'us2')
  const more = many(200, 20).slice(3)
  const most = more.findIndex((_, at) => !hasRoom(more.slice(0, at + 1)))
  expect(most).toBeGreaterThan(20)
  const full = [...before.cis, ...more.slice(0, most)]
  const scaled = full.map((one) => ({ ...one, globalScale: 'n/a' as const, dataCenterScale: 'n/a' as const }))
  const address = `/dora/us2${write({ ...before, cis: scaled })}`
  expect(address.length).toBeLessThanOrEqual(LONGEST_ADDRESS)
  expect(address.length).toBeGreaterThan(LONGEST_ADDRESS - 300)
  expect(hasRoom(many(IMPACT_MAX_NAMES))).toBe(false)
})

test.each([
  ['/dora/US2', 'US2'],
  ['/Dora/eu/', 'eu'],
  ['/dora/a%2Fb%25', 'a/b%'],
  ['/dora/100%', '100%'],
  ['/dora/', undefined],
  ['/dora/us2/more', undefined],
  ['/history', undefined],
])('the data center of %s is %s', (path, name) => {
  expect(dataCenterIn(path)).toBe(name)
})

test('what is typed is searched for without what no name has', () => {
  expect(searchable('a\0b\tc')).toBe('a b c')
  expect(searchable('x'.repeat(300))).toHaveLength(200)
})
