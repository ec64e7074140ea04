import { SEARCH_TYPES } from '@aviary/contract/changes/rules'
import { areChangeHistorySettings } from '@aviary/contract/changes/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change } from '../../../testing/changes.tsx'
import { toDateTimeText } from '../../shared/time/utc-text.ts'
import { commitLink } from './change-fields.ts'
import { DEFAULTS, readAmount } from './change-search.ts'
import { findHiddenMatches, splitByMatch, toHighlight } from './matches.ts'
import { toRange } from './range.ts'
import { fromSettings, toSettings } from './settings.ts'

/** Not a whole second, so that relative ranges are rounded up to end at 14:43:18. */
const NOW = Date.UTC(2026, 2, 31, 14, 43, 17, 250)
const relative = (relativeNumber: number, relativeUnit: (typeof DEFAULTS.filters)['relativeUnit']) => {
  const { from, to } = toRange({ ...DEFAULTS.filters, relativeNumber, relativeUnit }, NOW)
  return [toDateTimeText(from), toDateTimeText(to)]
}

test.each([
  [30, 'minutes', '2026-03-31 14:13:18'],
  [2, 'hours', '2026-03-31 12:43:18'],
  [7, 'days', '2026-03-24 14:43:18'],
  [2, 'weeks', '2026-03-17 14:43:18'],
  [1, 'months', '2026-02-28 14:43:18'],
  [13, 'months', '2025-02-28 14:43:18'],
  [1_000_000, 'months', '1970-01-01 00:00:00'],
] as const)('the last %s %s begin at %s', (number, unit, start) => {
  expect(relative(number, unit)).toEqual([start, '2026-03-31 14:43:18'])
})

test('rounds absolute dates to whole minutes', () => {
  const filters = { ...DEFAULTS.filters, isAbsolute: true, start: 1_786_000_020, end: 1_786_003_620 }
  const { from, to } = toRange(filters, NOW)
  expect([toDateTimeText(from), toDateTimeText(to)]).toEqual(['2026-08-06 07:07:00', '2026-08-06 08:07:00'])
})

test.each([
  '0',
  '0.00',
  '-1',
  '',
  ' ',
  'abc',
  '1e3',
  '0x10',
  '1,500',
  '1.500',
  'Infinity',
  '.',
  '1.',
  '+5',
  '1000001',
  '9'.repeat(400),
])('rejects %j as amount: not above 0, over 1,000,000, or ambiguous', (text) => {
  expect(readAmount(text)).toBeUndefined()
})

test('takes a fraction of a month as that fraction of the month before it', () => {
  const monthsOf = (relativeNumber: number) =>
    toDateTimeText(toRange({ ...DEFAULTS.filters, relativeNumber, relativeUnit: 'months' }, NOW).from)
  const now = toDateTimeText(toRange(DEFAULTS.filters, NOW).to)
  expect(Date.parse(`${now}Z`) - Date.parse(`${monthsOf(0.5)}Z`)).toBe(
    (Date.parse(`${now}Z`) - Date.parse(`${monthsOf(1)}Z`)) / 2,
  )
  expect([monthsOf(1.99) > monthsOf(2), monthsOf(1.01) < monthsOf(1)]).toEqual([true, true])
})

test('writes the settings as specified and reads them back on page 1', () => {
  const search = {
    filters: {
      ...DEFAULTS.filters,
      changeType: 'auto' as const,
      searchType: 'master_approval_entity_id' as const,
      relativeUnit: 'weeks' as const,
      names: { data_centers: ['us2'], services: ['a,b'], cis: ['x'] },
    },
    display: { ...DEFAULTS.display, style: 'table' as const, page: 3 },
  }
  const saved = toSettings(search, (option) => option.toUpperCase())
  expect(areChangeHistorySettings(saved)).toBe(true)
  expect(saved).toMatchObject({ search_type: 'opi', page_number: 3 })
  expect(saved.search_type_options).toHaveLength(SEARCH_TYPES.length)
  expect(saved.search_type_options).toContainEqual({
    displayVal: 'OPI',
    systemKey: 'opi',
    selected: true,
    visible: true,
  })
  expect(fromSettings(JSON.parse(JSON.stringify(saved)))).toEqual({
    ...search,
    display: { ...search.display, page: 1 },
  })
})

test('hides the Catalog Type option for manual changes', () => {
  const catalog = (changeType: 'manual' | 'auto') =>
    toSettings(
      { ...DEFAULTS, filters: { ...DEFAULTS.filters, changeType } },
      String,
    ).search_type_options.find(({ systemKey }) => systemKey === 'catalog_type')?.visible
  expect([catalog('manual'), catalog('auto')]).toEqual([false, true])
})

test('reads any stored preferences as a search', () => {
  const saved = toSettings(DEFAULTS, String)
  const damaged = fc.dictionary(fc.constantFrom(...Object.keys(saved)), fc.anything())
  fc.assert(
    fc.property(damaged, (damage) => {
      expect(fromSettings({ ...saved, ...damage }).filters.relativeNumber).toBeGreaterThan(0)
    }),
  )
  expect(fromSettings(undefined)).toEqual(DEFAULTS)
  expect(fromSettings('nonsense')).toEqual(DEFAULTS)
})

const marked = (text: string, keywords: string) =>
  splitByMatch(text, toHighlight(keywords, 'any').pattern)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Restart the API, then the api', 'api', 'Restart the [API], then the [api]'],
  ['100% of a_b', '%', '100[%] of a_b'],
  ['a.b and axb', 'a.b', '[a.b] and axb'],
  ['C:\\temp (old)', '\\temp (', 'C:[\\temp (]old)'],
  ['Straße ÄÖ', 'äö', 'Straße [ÄÖ]'],
  ['nothing', 'else', 'nothing'],
])('marks the keyword literally, whatever its case: in %j the keyword %j', (text, keywords, shown) => {
  expect(marked(text, keywords)).toBe(shown)
})

test('pieces are the whole text, whatever the keyword', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      (text, keywords) => {
        const pieces = splitByMatch(text, toHighlight(keywords, 'any').pattern)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      },
    ),
  )
})

test('returns an excerpt of matches beyond the cut or in hidden fields', () => {
  const long = `${'x'.repeat(70)} the needle here`
  const record = change(1, { description: long, catalog_type: 'Needle work', summary: 'needle first' })
  const shown = (field: string) => (field === 'catalog_type' ? 0 : 65)
  expect(findHiddenMatches(record, toHighlight('needle', 'any'), shown)).toEqual([
    { field: 'description', excerpt: `…${'x'.repeat(35)} the needle here` },
    { field: 'catalog_type', excerpt: 'Needle work' },
  ])
  expect(findHiddenMatches(record, toHighlight('needle', 'summary'), shown)).toEqual([])
  expect(findHiddenMatches(record, toHighlight('', 'any'), shown)).toEqual([])
})

test('links a commit only where its repository is known', () => {
  const commit = { github_owner: 'acme', github_repo: 'shop.web', github_sha: 'abc123' }
  expect(commitLink(change(1, commit))).toBe('https://github.com/acme/shop.web/commit/abc123')
  expect(commitLink(change(1, { ...commit, github_owner: null }))).toBeUndefined()
  expect(commitLink(change(1, { ...commit, github_repo: '../evil' }))).toBeUndefined()
  expect(commitLink(change(1, { ...commit, github_repo: '..' }))).toBeUndefined()
})
