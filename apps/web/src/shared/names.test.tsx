import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useReducer, useRef } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { useAuthorName } from './author-name.ts'
import { useMailTypeName } from './message-type-names.ts'
import { useFilterNames, useLanguageName, useNames, useStatusWord } from './names.ts'
import { useCount } from './use-count.ts'
import { useTypeLabel } from './use-type-label.ts'

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

/** Counts the functions that differ from the render before. */
function Changed() {
  const [renders, render] = useReducer((count: number) => count + 1, 0)
  const functions = {
    ...{ author: useAuthorName(), count: useCount(), filters: useFilterNames(), language: useLanguageName() },
    ...{ mailType: useMailTypeName(), names: useNames(), status: useStatusWord(), type: useTypeLabel() },
  }
  const before = useRef<typeof functions>(undefined)
  const names = Object.keys(functions) as (keyof typeof functions)[]
  const changed = names.filter((name) => functions[name] !== before.current?.[name])
  before.current = functions
  return (
    <button type="button" onClick={render}>
      {`${renders}: ${changed.join()}`}
    </button>
  )
}

test('what lists make their columns of stays the same from render to render', async () => {
  await renderPage(<Changed />, { 'GET /api/services': SERVICES })
  const button = await screen.findByRole('button')
  await userEvent.click(button)
  await waitFor(async () => {
    await userEvent.click(button)
    expect(button.textContent).toMatch(/^\d+: $/)
  })
})
