import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import { expect, test } from 'vitest'
import { filterRows, toMatrixRows } from './matrix-rows.ts'

const place = (name: string) => ({ name, system_name: name.toLowerCase() })
const services = ['Quiet', 'Slow', 'Silent', 'Down'].map(place)
const dataCenters = ['US', 'EU'].map(place)
const matrix: StatusMatrix = {
  quiet: { us: 'NORMAL', eu: 'NORMAL' },
  slow: { us: 'PERFORMANCE', eu: 'NORMAL' },
  silent: { us: 'NORMAL' },
  down: { us: 'NORMAL', eu: 'OUTAGE', retired: 'NORMAL' },
}

test('services in trouble come first, worst first; the others keep their order', () => {
  const rows = toMatrixRows(matrix, services, dataCenters)
  expect(rows.map(({ service, worst }) => [service.name, worst])).toEqual([
    ['Down', 'OUTAGE'],
    ['Slow', 'PERFORMANCE'],
    ['Quiet', 'NORMAL'],
    ['Silent', 'NORMAL'],
  ])
  expect(rows.map(({ isInTrouble }) => isInTrouble)).toEqual([true, true, false, false])
  expect(rows.map(({ lacksData }) => lacksData)).toEqual([false, false, false, true])
})

test('a status in a data center that is no column counts for nothing', () => {
  const [row] = toMatrixRows({ quiet: { us: 'NORMAL', gone: 'OUTAGE' } }, services.slice(0, 1), [place('US')])
  expect(row?.isInTrouble).toBe(false)
})

test('the filter finds part of a name in any case', () => {
  const rows = toMatrixRows(matrix, services, dataCenters)
  expect(filterRows(rows, ' sL').map(({ service }) => service.name)).toEqual(['Slow'])
  expect(filterRows(rows, ' ')).toBe(rows)
  expect(filterRows(rows, 'x')).toEqual([])
})
