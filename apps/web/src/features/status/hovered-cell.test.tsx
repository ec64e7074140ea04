import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { StatusPanel } from './StatusPanel.tsx'

const REASONS = {
  reasons: [
    {
      ...{ kind: 'report', status: 'OUTAGE', since: '2026-08-20T10:00:00.000Z', source: 'probe' },
      ...{ summary: 'All fail', link: 'https://grafana.example/d/1' },
    },
  ],
}

async function open() {
  const page = await renderPage(<StatusPanel areIncidentsShown />, {
    'GET /api/services': { services: [{ name: 'Travel', system_name: 'Travel' }] },
    'GET /api/data_centers': {
      data_centers: ['us2', 'eu2', 'apj1'].map((name) => ({ name, system_name: name })),
    },
    'GET /api/v4/status/': { Travel: { us2: 'OUTAGE', eu2: 'PERFORMANCE', apj1: 'NORMAL' } },
    'GET /api/v4/status/since/': { cells: [] },
    'GET /api/v4/status/reasons/': REASONS,
  })
  const cell = await screen.findByRole('button', { name: 'Travel, us2: outage' })
  const requests = () => page.sent.filter(({ url }) => url.pathname.includes('reasons')).length
  return { cell, next: screen.getByRole('button', { name: /^Travel, eu2/ }), requests }
}

const enter = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const popover = () => screen.queryByRole('dialog')
const gone = () => waitFor(() => expect(popover()).toBeNull())

test('the mouse resting on a cell opens its popover without taking the focus', async () => {
  const { cell, requests } = await open()
  enter(cell)
  await pause(200)
  expect(popover()).toBeNull()
  expect(requests()).toBe(0)
  expect(await screen.findByRole('dialog', { name: 'Travel, us2: outage' })).toBeTruthy()
  await screen.findByText('All fail')
  expect(document.activeElement).toBe(document.body)
  expect(cell.getAttribute('aria-expanded')).toBe('false')
})

test('cells that the mouse crosses, and a finger, open and fetch nothing', async () => {
  const { cell, next, requests } = await open()
  for (const element of [cell, next, cell, next, screen.getByRole('img', { name: /apj1/ })]) {
    enter(element)
    await pause(50)
  }
  enter(cell, 'touch')
  await pause(500)
  expect(popover()).toBeNull()
  expect(requests()).toBe(0)
})

test('the popover stays while the mouse is on the cell or in it, and closes after', async () => {
  const { cell } = await open()
  enter(cell)
  const dialog = await screen.findByRole('dialog')
  enter(screen.getByRole('img', { name: /apj1/ }))
  await pause(100)
  fireEvent.pointerEnter(dialog, { pointerType: 'mouse' })
  await pause(500)
  expect(popover()).toBe(dialog)
  fireEvent.pointerLeave(dialog, { pointerType: 'mouse' })
  await gone()
})

test('Escape closes it, and it opens again only when the mouse comes back', async () => {
  const { cell } = await open()
  enter(cell)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await gone()
  enter(cell.firstElementChild as Element)
  await pause(500)
  expect(popover()).toBeNull()
  enter(screen.getByRole('img', { name: /apj1/ }))
  enter(cell)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a press keeps it, as the only one, whatever the mouse rests on', async () => {
  const { cell, next } = await open()
  enter(cell)
  await screen.findByRole('dialog')
  fireEvent.click(cell)
  await waitFor(() => expect(popover()?.contains(document.activeElement)).toBe(true))
  enter(next)
  await pause(700)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.getByRole('dialog', { name: /^Travel, us2/ })).toBeTruthy()
})

test('from one cell to another the popover follows', async () => {
  const { cell, next } = await open()
  enter(cell)
  await screen.findByRole('dialog', { name: /us2/ })
  enter(next)
  expect(await screen.findByRole('dialog', { name: /eu2/ })).toBeTruthy()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
