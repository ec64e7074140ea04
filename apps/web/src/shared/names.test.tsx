import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { useFilterNames, useNames } from './names.ts'

const SERVICES = {
  services: [
    {
      name: 'Costs',
      system_name: 'Expense',
      former_names: [
        { name: 'Expense', until: '2026-03-01T00:00:00.000Z' },
        { name: 'Spend', until: '2026-06-01T00:00:00.000Z' },
      ],
    },
  ],
  retired: [{ name: 'Fax', system_name: 'fax' }],
}

function Shown() {
  const names = useNames()
  const filters = useFilterNames()
  const moments = ['2026-02-28T23:59:59.000Z', '2026-03-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']
  const texts = [
    ...moments.map((moment) => names.at(moment).service('Expense')),
    ...['Expense', 'fax', 'Nobody'].map(names.service),
    filters.service('fax'),
  ]
  return <p>{texts.join(' | ')}</p>
}

test('a renamed service has the name of the time, a retired one keeps its name', async () => {
  await renderPage(<Shown />, { 'GET /api/services': SERVICES })
  await screen.findByText('Expense | Spend | Costs | Costs | Fax | Nobody | Fax (retired)')
})
