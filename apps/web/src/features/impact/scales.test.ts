import { expect, test } from 'vitest'
import { linkedScale, toScaleLookup } from './scales.ts'
import { selectionText } from './selection-text.ts'

const counted = (base_count: number) => ({
  ...{ company_count: 9, base_count, data_centers: [] },
  cis: [
    { name: 'login', company_count: 1 },
    { name: 'unused', company_count: 0 },
  ],
})

test('a scale is the percentage of the companies in scope, with two decimals', () => {
  const getScale = toScaleLookup(counted(3))
  expect([getScale('login'), getScale('unused')]).toEqual([33.33, 0])
})

test('a CI takes one line of the text, whatever its name', () => {
  const ci = { category: 'Web', name: 'a\nb', global: null, dataCenter: null } as const
  expect(selectionText([ci], { head: [], getScaleText: () => undefined })).toBe('a b (Web)')
})

test('a scale is n/a without companies in scope, and unknown for a CI missing from the answer', () => {
  const getScale = toScaleLookup(counted(0))
  expect([getScale('login'), getScale('nobody')]).toEqual(['n/a', 'unknown'])
  expect(toScaleLookup(undefined)('login')).toBe('waiting')
  expect((['n/a', 7.5, 'unknown', 'waiting', null] as const).map(linkedScale)).toEqual([
    'n/a',
    7.5,
    null,
    null,
    null,
  ])
})

test('the text of a selection has one line per CI, with scales if there are any', () => {
  const ci = { category: 'Web', name: 'login', global: 5, dataCenter: 7 } as const
  const unknownCi = { ...ci, name: 'queue', global: null } as const
  const scales = ({ global }: { global: unknown }) => (global === null ? undefined : `Global ${global}%`)
  expect(selectionText([ci, unknownCi], { head: ['Data center: us2'], getScaleText: scales })).toBe(
    'Data center: us2\nlogin (Web): Global 5%\nqueue (Web)',
  )
})
