import { IMPACT_MAX_NAMES, LONGEST_ADDRESS } from '@aviary/contract/constants'
import { chosenNames, ciSearch } from '@aviary/contract/impact/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQueryString, writeQueryString } from '../../shared/query-string.ts'
import {
  createRoomCheck,
  type DoraState,
  getDataCenterName,
  readState,
  toSearch,
  toSearchableText,
} from './dora-address.ts'

const read = (address: string) => readState(readQueryString(address))
const write = (state: DoraState): string => writeQueryString(toSearch(state))

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
  cis: fc.uniqueArray(ci, { maxLength: 5, selector: (selected) => selected.name }),
})

test('every state survives being written to a link and read back', () => {
  fc.assert(
    fc.property(state, (original) => {
      const { state, dropped } = read(write(original))
      expect(state).toEqual(original)
      expect(dropped).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('the router may parse and serialize a link any number of times', () => {
  fc.assert(
    fc.property(state, (original) => {
      const link = write(original)
      expect(writeQueryString(readQueryString(link))).toBe(link)
    }),
  )
})

test('a link has the exact format: a text, a comma-separated list, and JSON for each CI', () => {
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
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    'x'.repeat(10_000),
    '\ud800',
    '{"category":"a","name":"\\ud800"}',
    '{"category":"a","name":"\\u0000"}',
  ),
)
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const parameter = fc.constantFrom('searchInput', 'selectedServices', 'selectedCiList', 'other')

test('whatever a link contains, the server accepts what is read from it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(parameter, nonsense), { maxLength: 8 }), (pairs) => {
      const { state } = read(`?${new URLSearchParams(pairs)}`)
      const names = {
        cis: state.cis.map((selected) => selected.name),
        services: state.services,
        data_centers: [],
      }
      expect(chosenNames.safeParse(names).success).toBe(true)
      expect([...names.cis, ...names.services, state.searchInput].every(isStorable)).toBe(true)
      if (state.searchInput !== '')
        expect(ciSearch.safeParse({ dc: 'us2', search_query: state.searchInput }).success).toBe(true)
      // The state read from a link must survive being written to a link and read again.
      expect(read(write(state))).toEqual({ state: state, dropped: [] })
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
])('%s is dropped and reported, while the valid parts are kept', (_, bad) => {
  expect(read(link(bad, good))).toEqual({
    state: { searchInput: '', services: [], cis: [good] },
    dropped: ['selectedCiList'],
  })
  expect(read(link(bad)).state.cis).toEqual([])
})

test('an invalid scale is dropped but its CI kept, and a scale given as text is read', () => {
  const bad = read(link({ ...good, globalScale: 101, dataCenterScale: {} }))
  expect(bad.state.cis).toEqual([{ ...good, globalScale: null }])
  expect(bad.dropped).toEqual(['selectedCiList'])
  const older = read(link({ ...good, globalScale: '12.34', dataCenterScale: '' }))
  expect(older.state.cis).toEqual([{ ...good, globalScale: 12.34 }])
  expect(older.dropped).toEqual([])
})

test('JSON with spaces, a CI without scales and a duplicate CI are read', () => {
  const { state, dropped } = read(link('{ "name": "a", "category": "b" }', '{"name":"a","category":"b"}'))
  expect(state.cis).toEqual([{ category: 'b', name: 'a', globalScale: null, dataCenterScale: null }])
  expect(dropped).toEqual([])
})

const createCis = (number: number, length = 5) =>
  Array.from({ length: number }, (_, index) => ({ ...good, name: `${index}`.padEnd(length, 'n') }))

test('at most as many CIs are read as one request can count', () => {
  const { state, dropped } = read(link(...createCis(IMPACT_MAX_NAMES + 1)))
  expect(state.cis).toHaveLength(IMPACT_MAX_NAMES)
  expect(dropped).toEqual(['selectedCiList'])
})

test('CIs fit as long as the link stays within its limit even with the longest scales', () => {
  const before = { searchInput: 'x', services: ['Expense'], cis: createCis(3) }
  const hasRoom = createRoomCheck(before, 'us2')
  const candidates = createCis(200, 20).slice(3)
  const roomCount = candidates.findIndex((_, index) => !hasRoom(candidates.slice(0, index + 1)))
  expect(roomCount).toBeGreaterThan(20)
  const full = [...before.cis, ...candidates.slice(0, roomCount)]
  const scaled = full.map((item) => ({
    ...item,
    globalScale: 'n/a' as const,
    dataCenterScale: 'n/a' as const,
  }))
  const address = `/dora/us2${write({ ...before, cis: scaled })}`
  expect(address.length).toBeLessThanOrEqual(LONGEST_ADDRESS)
  expect(address.length).toBeGreaterThan(LONGEST_ADDRESS - 300)
  expect(hasRoom(createCis(IMPACT_MAX_NAMES))).toBe(false)
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
  expect(getDataCenterName(path)).toBe(name)
})

test('search text is stripped of what no name can contain', () => {
  expect(toSearchableText('a\0b\tc')).toBe('a b c')
  expect(toSearchableText('x'.repeat(300))).toHaveLength(200)
})
