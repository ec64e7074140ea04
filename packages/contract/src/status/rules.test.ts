import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQuiet, rank, readSeverity, SEVERITIES, statusSiteLink, worst } from './rules.ts'
import { cellStatus } from './schemas.ts'

test.each([
  ['NORMAL', 'NORMAL'],
  ['normal', 'NORMAL'],
  [' Partial outage ', 'PARTIAL_OUTAGE'],
  ['partial-performance', 'PARTIAL_PERFORMANCE'],
  ['degradation', 'PARTIAL_OUTAGE'],
  ['Disruption', 'OUTAGE'],
  ['NA', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j reads as %s', (text, severity) => {
  expect(readSeverity(text)).toBe(severity)
})

test('the worst status of a list is in the list, and no other is worse', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...cellStatus.options), { minLength: 1 }), (statuses) => {
      const result = worst(statuses)
      expect(statuses).toContain(result)
      for (const status of statuses) expect(rank(status)).toBeLessThanOrEqual(rank(result))
    }),
  )
  expect(worst([])).toBe('NA')
  expect(SEVERITIES.map(rank)).toEqual([0, 1, 2, 3, 4])
})

test('only a normal cell and an unknown one are quiet', () => {
  expect(cellStatus.options.filter(isQuiet)).toEqual(['NORMAL', 'NA'])
})

test('a cell with a problem links to the status site, with underscores for slashes in service names', () => {
  const link = 'https://status.example/details/p1/us2/Analysis_Intelligence/Current%20Status'
  expect(statusSiteLink('https://status.example', 'us2', 'Analysis/Intelligence')).toBe(link)
  expect(statusSiteLink('https://status.example/', 'us2', 'Analysis/Intelligence')).toBe(link)
  expect(statusSiteLink('https://s', 'eu', 'Compleat (TMC Services)?#')).toBe(
    'https://s/details/p1/eu/Compleat%20(TMC%20Services)%3F%23/Current%20Status',
  )
})
