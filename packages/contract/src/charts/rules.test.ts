import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availabilityOf, bucketOf, CHART_BUCKETS, listBuckets } from './rules.ts'

test.each([
  ['us2', 'us2', 'US2'],
  ['eu2', 'eu2', 'EU2'],
  ['china', 'China', 'China'],
  ['usg', 'CCPS', 'PSCC'],
  ['acmegovprod', 'acmegovprod', 'PSCC'],
  ['othergovprod', 'othergovprod', undefined],
  ['france', 'Paris', 'France'],
  ['fr1', 'France DC', 'France'],
  ['eu', 'EMEA', undefined],
  ['apj1', 'apj1', undefined],
])('data center %s (%s) belongs to the bar %s', (system_name, name, bucket) => {
  expect(bucketOf({ system_name, name }, 'acme')).toBe(bucket)
})

test('the bars stand in the order of the specification', () => {
  expect(CHART_BUCKETS).toEqual(['US2', 'EU2', 'China', 'PSCC', 'France'])
})

describe('availability', () => {
  test('is unknown if nothing is known', () => {
    expect(availabilityOf({ known: 0 })).toBeNull()
  })

  test('counts an outage wholly, a partial outage in part, and slowness not at all', () => {
    expect(availabilityOf({ known: 1000 })).toBe(100)
    expect(availabilityOf({ known: 1000, outage: 100 })).toBeCloseTo(90)
    expect(availabilityOf({ known: 1000, partial_outage: 100 })).toBeCloseTo(97)
    expect(availabilityOf({ known: 1000, performance: 900, partial_performance: 100 })).toBe(100)
  })

  test('is a percentage, and more outage never improves it', () => {
    const part = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(part, part, part, (outage, partial_outage, rest) => {
        const known = outage + partial_outage + rest + 1
        const availability = availabilityOf({ known, outage, partial_outage })
        expect(availability).toBeGreaterThanOrEqual(0)
        expect(availability).toBeLessThanOrEqual(100)
        const worse = availabilityOf({ known, outage: outage + 1, partial_outage })
        expect(worse).toBeLessThan(availability ?? Number.NaN)
      }),
    )
  })
})

test('the bars are those of the specification where one of its data centers is in use', () => {
  const buckets = listBuckets(
    [
      { system_name: 'us2', name: 'us2' },
      { system_name: 'oslo', name: 'Oslo' },
    ],
    'acme',
  )
  expect(buckets.map(({ name }) => name)).toEqual([...CHART_BUCKETS])
  expect(buckets[0]?.systemNames).toEqual(['us2'])
})

test('an installation without any of them has one bar per data center', () => {
  const buckets = listBuckets(
    [
      { system_name: 'oslo', name: 'Oslo' },
      { system_name: 'bergen', name: 'Bergen' },
    ],
    'acme',
  )
  expect(buckets).toEqual([
    { name: 'Oslo', systemNames: ['oslo'] },
    { name: 'Bergen', systemNames: ['bergen'] },
  ])
})
