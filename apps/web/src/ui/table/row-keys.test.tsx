import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { chooseSingleKeys, endJump, startJump } from '../../shared/single-keys.ts'
import { DataTable } from './DataTable.tsx'
import type { RowActions } from './row-actions.ts'
import type { Column } from './table-column.ts'

type Bird = { name: string; isRinged: boolean }

const BIRDS: Bird[] = [
  { name: 'wren', isRinged: false },
  { name: 'auk', isRinged: true },
  { name: 'owl', isRinged: false },
]

const opened: string[] = []
const COLUMNS: Column<Bird>[] = [
  {
    key: 'book',
    title: 'Book',
    value: () => 'p. 1',
    render: () => (
      <a href="#book" data-row-key="j">
        p. 1
      </a>
    ),
  },
  {
    key: 'name',
    title: 'Name',
    value: ({ name }) => name,
    render: ({ name }) => (
      <button type="button" data-opens onClick={() => opened.push(name)}>
        {name}
      </button>
    ),
  },
  { key: 'ring', title: 'Ring', value: ({ isRinged }) => String(isRinged) },
]
const ACTIONS: RowActions<Bird> = {
  title: 'Actions',
  singleWidth: '5rem',
  nameOf: ({ name }) => name,
  of: ({ isRinged }) => [
    { label: 'Ring', disabledReason: isRinged ? 'Has a ring' : undefined, run: () => undefined },
  ],
}

type BirdsProps = { groupOf?: (bird: Bird) => string; actions?: RowActions<Bird> }

const Birds = ({ groupOf, actions = ACTIONS }: BirdsProps) => (
  <DataTable
    label="Birds"
    rows={BIRDS}
    columns={COLUMNS}
    groupOf={groupOf}
    rowId={({ name }) => name}
    actions={actions}
    sort={undefined}
    onSort={() => undefined}
  />
)

const Place = () => useLocation().pathname

test('Enter on a cell opens what the row opens, although another link stands before it', async () => {
  await renderPage(<Birds />, {})
  ;(await screen.findByRole('button', { name: 'auk' })).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(opened).toEqual(['auk'])
})

test('arrows pass a button that cannot be pressed', async () => {
  await renderPage(<Birds />, {})
  ;(await screen.findByRole('button', { name: 'Ring: wren' })).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ring: owl' }))
})

test('enters the rows from a column title, also where Tab reaches nothing in them', async () => {
  await renderPage(<Birds />, {})
  const title = await screen.findByRole('columnheader', { name: 'Ring' })
  within(title).getByRole('button').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('false')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('true')
})

test('passes the words of a group, from a column title and between rows', async () => {
  await renderPage(<Birds groupOf={({ name }) => (name === 'owl' ? 'By night' : 'By day')} />, {})
  const groups = await screen.findAllByRole('rowheader')
  expect(groups.map(({ textContent }) => textContent)).toEqual(['By day', 'By night'])
  const title = screen.getByRole('columnheader', { name: 'Ring' })
  within(title).getByRole('button').focus()
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('wren')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('owl')
})

test('j presses the link of the row that has this key, unless it ends a jump or single keys are off', async () => {
  await renderPage(<Birds />, {})
  ;(await screen.findByRole('button', { name: 'auk' })).focus()
  window.location.hash = ''
  await userEvent.keyboard('j')
  expect(window.location.hash).toBe('#book')
  window.location.hash = ''
  startJump(performance.now())
  fireEvent.keyDown(document.activeElement as Element, { key: 'j' })
  endJump()
  chooseSingleKeys(false)
  await userEvent.keyboard('j')
  chooseSingleKeys(true)
  expect(window.location.hash).toBe('')
})

test('m opens the messages that are only in the menu of the row, which shows the key', async () => {
  const withMessages: RowActions<Bird> = {
    title: 'Actions',
    nameOf: ({ name }) => name,
    of: ({ name, isRinged }) => [
      { label: 'Details', to: `/details/${name}` },
      ...(isRinged ? [{ label: 'Messages', to: `/edit/${name}`, rowKey: 'm' as const }] : []),
    ],
  }
  await renderPage(
    <>
      <Birds actions={withMessages} />
      <p role="status" aria-label="Place">
        <Place />
      </p>
    </>,
    {},
  )
  const place = () => screen.getByRole('status', { name: 'Place' }).textContent
  ;(await screen.findByRole('button', { name: 'auk' })).focus()
  await userEvent.keyboard('.')
  const item = await screen.findByRole('menuitem', { name: 'Messages' })
  expect(item.getAttribute('aria-keyshortcuts')).toBe('m')
  await userEvent.keyboard('{Escape}')
  screen.getByRole('button', { name: 'wren' }).focus()
  await userEvent.keyboard('m')
  expect(place()).toBe('/')
  screen.getByRole('button', { name: 'auk' }).focus()
  await userEvent.keyboard('m')
  await waitFor(() => expect(place()).toBe('/edit/auk'))
})
