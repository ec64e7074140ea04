import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { DataTable, sortRows } from './DataTable.tsx'
import type { Column, Sort } from './table-column.ts'

type Bird = { id: number; name: string | null; eggs: number }

const columns: Column<Bird>[] = [
  { key: 'name', title: 'Name', value: (bird) => bird.name },
  { key: 'eggs', title: 'Eggs', value: (bird) => bird.eggs },
  { key: 'id', title: 'Id', value: (bird) => bird.id, isSortable: false },
]
const birds: Bird[] = [
  { id: 1, name: 'wren', eggs: 6 },
  { id: 2, name: null, eggs: 10 },
  { id: 3, name: 'Auk', eggs: 1 },
]

type BirdsProps = { rows?: Bird[]; isLoading?: boolean; isSorted?: boolean; groupOf?: (bird: Bird) => string }

function Birds(props: BirdsProps) {
  const [sort, setSort] = useState<Sort | undefined>()
  const [index, setIndex] = useState(0)
  const page = { index, size: 2, onChange: setIndex }
  const commonProps = { label: 'Birds', rows: birds, columns, rowId: ({ id }: Bird) => String(id) }
  return <DataTable {...commonProps} sort={sort} onSort={setSort} page={page} {...props} />
}

const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) })
const firstCells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)

test('sorts by click and by keyboard, and sets aria-sort', async () => {
  await renderPage(<Birds />, {})
  await screen.findByRole('table', { name: 'Birds' })
  expect(header('Name').getAttribute('aria-sort')).toBe('none')
  await userEvent.click(within(header('Name')).getByRole('button'))
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(firstCells()).toEqual(['Auk', 'wren'])
  within(header('Eggs')).getByRole('button').focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(header('Eggs').getAttribute('aria-sort')).toBe('descending')
  expect(header('Name').getAttribute('aria-sort')).toBe('none')
  expect(firstCells()).toEqual(['', 'wren'])
  expect(header('Id').getAttribute('aria-sort')).toBeNull()
})

test('sorts rows without a value last in both directions', async () => {
  await renderPage(<Birds />, {})
  await screen.findByRole('table', { name: 'Birds' })
  const sortByName = () => userEvent.click(within(header('Name')).getByRole('button'))
  const lastPage = async () => {
    // The pager is named after its table, so that two pagers on one screen can be told apart.
    expect(screen.getByRole('navigation').getAttribute('aria-label')).toBe('Pages: Birds')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    const cells = firstCells()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    return cells
  }
  await sortByName()
  expect(await lastPage()).toEqual([''])
  await sortByName()
  expect(firstCells()).toEqual(['wren', 'Auk'])
  expect(await lastPage()).toEqual([''])
  expect(sortRows(birds, columns, { key: 'name', isDescending: true }).map(({ name }) => name)).toEqual([
    'wren',
    'Auk',
    null,
  ])
})

test('pages already sorted rows in the given order', async () => {
  await renderPage(<Birds isSorted />, {})
  await screen.findByRole('table')
  expect(firstCells()).toEqual(['wren', ''])
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(firstCells()).toEqual(['Auk'])
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
})

test('shows seven placeholder rows while loading', async () => {
  await renderPage(<Birds rows={[]} isLoading />, {})
  expect((await screen.findAllByRole('row')).length).toBe(8)
  expect(screen.queryByText('No Data')).toBeNull()
})

test('shows No Data for an empty table', async () => {
  await renderPage(<Birds rows={[]} />, {})
  expect(await screen.findByText('No Data')).toBeTruthy()
})

test('shows all rows without paging, and the actions in the last column', async () => {
  const actions = {
    title: 'Actions',
    singleWidth: '7rem',
    nameOf: ({ id }: Bird) => String(id),
    of: () => [{ label: 'Ring', run: () => undefined }],
  }
  const commonProps = { label: 'Birds', rows: birds, columns, rowId: ({ id }: Bird) => String(id) }
  await renderPage(
    <DataTable {...commonProps} actions={actions} sort={undefined} onSort={() => undefined} />,
    {},
  )
  expect((await screen.findAllByRole('row')).length).toBe(4)
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ring: 3' }).closest('td')).toBe(
    screen.getAllByRole('row')[3]?.lastElementChild,
  )
})

test('is as wide as its columns ask for, and focusable if it contains nothing else to focus', async () => {
  const plain = columns.map((column) => ({ ...column, isSortable: false }))
  const commonProps = { label: 'Birds', rowId: ({ id }: Bird) => String(id) }
  const table = (rows: Bird[], tableColumns: Column<Bird>[] = plain) => (
    <DataTable
      {...commonProps}
      rows={rows}
      columns={tableColumns}
      sort={undefined}
      onSort={() => undefined}
    />
  )
  await renderPage(table([]), {})
  const box = () => screen.getByRole('table', { name: 'Birds' }).parentElement
  expect((await screen.findByRole('table')).style.minWidth).toBe('480px')
  expect(box()?.tabIndex).toBe(0)
  cleanup()
  await renderPage(table([], columns), {})
  await screen.findByRole('table')
  expect(box()?.getAttribute('tabindex')).toBeNull()
})

const flock = (from: number) =>
  Array.from({ length: 60 }, (_, index) => ({ id: from + index, name: `bird ${from + index}`, eggs: 1 }))

function Flocks() {
  const [from, setFrom] = useState(0)
  const commonProps = { label: 'Flocks', columns, rowId: ({ id }: Bird) => String(id), sort: undefined }
  return (
    <>
      <DataTable {...commonProps} rows={flock(from)} onSort={() => undefined} />
      <button type="button" onClick={() => setFrom(50)}>
        Fly on
      </button>
    </>
  )
}

test('replaces many rows from the top, and keeps the element of a row that stays', async () => {
  await renderPage(<Flocks />, {})
  await screen.findByRole('table')
  expect(firstCells()).toHaveLength(60)
  const keptRow = screen.getByRole('cell', { name: 'bird 55' })
  await userEvent.click(screen.getByRole('button', { name: 'Fly on' }))
  await waitFor(() => expect(firstCells()).toEqual(flock(50).map(({ name }) => name)))
  expect(screen.getByRole('cell', { name: 'bird 55' })).toBe(keptRow)
})

function Nest() {
  const [rows, setRows] = useState(birds)
  const actions = {
    title: 'Actions',
    singleWidth: '7rem',
    nameOf: ({ id }: Bird) => String(id),
    of: ({ id }: Bird) => [{ label: 'Remove', run: () => setRows(rows.filter((bird) => bird.id !== id)) }],
  }
  return (
    <main tabIndex={-1}>
      <DataTable
        label="Birds"
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        sort={undefined}
        onSort={() => undefined}
        actions={actions}
      />
    </main>
  )
}

test('moves the focus to the content of the page when the focused row is deleted', async () => {
  await renderPage(<Nest />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: 2' }))
  expect(screen.queryByRole('button', { name: 'Remove: 2' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

const calls: string[] = []
const menu = {
  title: 'Actions',
  nameOf: ({ name }: Bird) => name ?? 'nameless',
  of: ({ eggs, name }: Bird) => [
    { label: 'Scare off', isDanger: true, run: () => calls.push(`scared ${name}`) },
    { label: 'Ring', run: () => calls.push(`ringed ${name}`) },
    {
      label: 'Count',
      disabledReason: eggs > 5 ? 'Too many eggs' : undefined,
      run: () => calls.push('counted'),
    },
  ],
}

const Menued = ({ name }: { name?: string }) => (
  <DataTable
    label="Birds"
    {...(name ? { name } : {})}
    rows={birds}
    columns={columns}
    rowId={({ id }) => String(id)}
    actions={menu}
    sort={undefined}
    onSort={() => undefined}
  />
)

test('offers what one may do with a row in one menu: deletion last, and the reason of what is impossible now', async () => {
  calls.length = 0
  await renderPage(<Menued />, {})
  const button = await screen.findByRole('button', { name: 'Actions: wren' })
  await userEvent.click(button)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Ring', 'CountToo many eggs', 'Scare off'])
  expect(items[1]?.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: /Count/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ring' }))
  expect(calls).toEqual(['ringed wren'])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('moves between cells by arrow keys, and opens the menu of the row by a dot', async () => {
  await renderPage(<Menued />, {})
  ;(await screen.findByRole('button', { name: 'Actions: wren' })).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions: nameless')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('10')
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('6')
  await userEvent.keyboard('.')
  expect(await screen.findByRole('menu', { name: 'Actions: wren' })).toBeTruthy()
})

test('shows only the chosen columns, and keeps the choice', async () => {
  const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  await renderPage(<Menued name="birds" />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Columns of Birds' }))
  expect((screen.getByRole('checkbox', { name: 'Name' }) as HTMLInputElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Eggs' }))
  expect(titles()).toEqual(['Name', 'Id', 'Actions'])
  cleanup()
  await renderPage(<Menued name="birds" />, {})
  await screen.findByRole('table')
  expect(titles()).toEqual(['Name', 'Id', 'Actions'])
  localStorage.clear()
})

const phoneMedia = (query: string) => ({
  matches: query.includes('max-width'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

test('shows cards instead of a table on phones, with the same data and actions', async () => {
  vi.stubGlobal('matchMedia', phoneMedia)
  await renderPage(<Menued name="birds" />, {})
  const cards = within(await screen.findByRole('list', { name: 'Birds' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'NamewrenEggs6Id1',
    'NameEggs10Id2',
    'NameAukEggs1Id3',
  ])
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(within(cards[2] as HTMLElement).getByRole('button', { name: 'Actions: Auk' }))
  expect(await screen.findByRole('menuitem', { name: 'Ring' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Sort Birds by' })).toBeTruthy()
  // Hidden columns are offered too, because the URL may sort by one.
  localStorage.setItem('table-columns:birds', 'eggs')
  cleanup()
  await renderPage(<Menued name="birds" />, {})
  const order = within(await screen.findByRole('combobox', { name: 'Sort Birds by' }))
  expect(order.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Eggs')
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('shows the words of a group above its first row, on phones as on wide screens', async () => {
  const groupOf = ({ eggs }: Bird) => (eggs > 5 ? 'Many' : 'Few')
  await renderPage(<Birds groupOf={groupOf} />, {})
  const table = await screen.findByRole('table', { name: 'Birds' })
  const lines = [...table.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent)
  expect(lines).toEqual(['Many', 'wren', ''])
  await userEvent.click(within(header('Name')).getByRole('button'))
  const groups = within(table).getAllByRole('rowgroup').slice(1)
  expect(groups.map((group) => within(group).getByRole('rowheader').textContent)).toEqual(['Few', 'Many'])
  expect(groups.map((group) => within(group).getAllByRole('row').length)).toEqual([2, 2])
  expect(within(table).getByRole('rowgroup', { name: 'Many' })).toBe(groups[1])
  cleanup()
  vi.stubGlobal('matchMedia', phoneMedia)
  await renderPage(<Birds groupOf={groupOf} />, {})
  const cards = within(await screen.findByRole('list', { name: 'Birds' })).getAllByRole('listitem')
  expect(cards[0]?.textContent).toBe('Many')
  expect(cards).toHaveLength(3)
  vi.unstubAllGlobals()
})
