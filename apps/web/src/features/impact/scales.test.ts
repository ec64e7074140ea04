import { expect, test } from 'vitest'
import { linkedScale, scalesOf } from './scales.ts'
import { selectionText } from './selection-text.ts'

const counted = (base_count: number) => ({
  ...{ company_count: 9, base_count, data_centers: [] },
  cis: [
    { name: 'login', company_count: 1 },
    { name: 'unused', company_count: 0 },
  ],
})

test('a scale is the share of the companies in scope, in percent with two decimals', () => {
  const of = scalesOf(counted(3))
  expect([of('login'), of('unused')]).toEqual([33.33, 0])
})

test('a CI is one line of the text, whatever its name', () => {
  const ci = { category: 'Web', name: 'a\nb', global: null, dataCenter: null } as const
  expect(selectionText([ci], { head: [], scalesOf: () => undefined })).toBe('a b (Web)')
})

test('where nobody is in scope there is none; a name that is not in the answer nobody knows', () => {
  const of = scalesOf(counted(0))
  expect([of('login'), of('nobody')]).toEqual(['n/a', 'unknown'])
  expect(scalesOf(undefined)('login')).toBe('waiting')
  expect((['n/a', 7.5, 'unknown', 'waiting', null] as const).map(linkedScale)).toEqual([
    'n/a',
    7.5,
    null,
    null,
    null,
  ])
})

test('the text of a selection has a line for each CI, with its scales when there are any', () => {
  const ci = { category: 'Web', name: 'login', global: 5, dataCenter: 7 } as const
  const other = { ...ci, name: 'queue', global: null } as const
  const scales = ({ global }: { global: unknown }) => (global === null ? undefined : `Global ${global}%`)
  expect(selectionText([ci, other], { head: ['Data center: us2'], scalesOf: scales })).toBe(
    'Data center: us2\nlogin (Web): Global 5%\nqueue (Web)',
  )
})
