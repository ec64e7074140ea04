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
  const enteredAt = performance.now()
  enter(cell)
  expect(requests()).toBe(0)
  expect(await screen.findByRole('dialog', { name: 'Travel, us2: outage' })).toBeTruthy()
  expect(performance.now() - enteredAt).toBeGreaterThan(200)
  await screen.findByText('All fail')
  expect(document.activeElement).toBe(document.body)
  expect(cell.getAttribute('aria-expanded')).toBe('false')
})

test('cells that the mouse crosses, and a finger, open and fetch nothing', async () => {
  const { cell, next, requests } = await open()
  for (const element of [cell, next, cell, next, screen.getByRole('img', { name: /apj1/ })]) {
    enter(element)
    await pause(0)
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

const move = (element: Element) => fireEvent.pointerMove(element, { pointerType: 'mouse' })

/** Sets the position that an element reports; the test DOM has no layout. */
const put = (element: Element, top: number) => {
  element.getBoundingClientRect = () => new DOMRect(10, top, 26, 26)
}

const anchorTop = () => document.querySelector<HTMLElement>('[style*="width: 26px"]')?.style.top

test('a cell scrolled away from the mouse does not open, until the mouse moves again', async () => {
  const { cell } = await open()
  enter(cell)
  fireEvent.scroll(document)
  enter(cell)
  await pause(500)
  expect(popover()).toBeNull()
  move(cell)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('scrolling closes it, unless something else scrolls or it has the focus', async () => {
  const { cell, next } = await open()
  const scroller = cell.closest('table')?.parentElement as Element
  enter(cell)
  const dialog = await screen.findByRole('dialog')
  await screen.findByText('All fail')
  fireEvent.scroll(dialog)
  await pause(100)
  expect(popover()).toBe(dialog)
  fireEvent.scroll(scroller)
  await gone()
  move(next)
  const focused = await screen.findByRole('dialog')
  await screen.findByText('All fail')
  focused.querySelector('a')?.focus()
  fireEvent.scroll(scroller)
  await pause(100)
  expect(popover()).toBe(focused)
})

test('a cell removed while the mouse rests on it does not open', async () => {
  const { cell } = await open()
  enter(cell)
  const place = cell.parentElement as Element
  cell.remove()
  await pause(500)
  expect(popover()).toBeNull()
  place.append(cell)
  move(cell)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('it follows its cell when the rows or the window change', async () => {
  const { cell } = await open()
  put(cell, 100)
  enter(cell)
  await screen.findByRole('dialog')
  expect(anchorTop()).toBe('100px')
  put(cell, 200)
  cell.closest('tbody')?.append(document.createElement('tr'))
  await waitFor(() => expect(anchorTop()).toBe('200px'))
  put(cell, 300)
  fireEvent(window, new Event('resize'))
  await waitFor(() => expect(anchorTop()).toBe('300px'))
})

/** Replaces a cell by another element; returns a function that restores the cell. */
const replace = (element: Element) => {
  const recovered = document.createElement('span')
  element.replaceWith(recovered)
  return () => recovered.replaceWith(element)
}

test('it closes when its cell recovers', async () => {
  const { cell } = await open()
  enter(cell)
  await screen.findByRole('dialog')
  const restore = replace(cell)
  await gone()
  restore()
})

test('Escape returns the focus to the tab stop when the cell has gone', async () => {
  const { cell, next } = await open()
  enter(next)
  const dialog = await screen.findByRole('dialog')
  await screen.findByText('All fail')
  dialog.querySelector('a')?.focus()
  const restore = replace(next)
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(document.activeElement).toBe(cell)
  restore()
})

test('a press elsewhere closes it', async () => {
  const { cell } = await open()
  enter(cell)
  const dialog = await screen.findByRole('dialog')
  await screen.findByText('All fail')
  fireEvent.pointerDown(dialog.querySelector('a') as Element, { pointerType: 'touch' })
  await pause(100)
  expect(popover()).toBe(dialog)
  fireEvent.pointerDown(document.body, { pointerType: 'touch' })
  await gone()
})

test('another cell under the mouse does not replace the popover that has the focus', async () => {
  const { cell, next } = await open()
  enter(cell)
  const dialog = await screen.findByRole('dialog', { name: /us2/ })
  await screen.findByText('All fail')
  dialog.querySelector('a')?.focus()
  enter(next)
  await pause(700)
  expect(screen.getByRole('dialog', { name: /us2/ })).toBe(dialog)
})
