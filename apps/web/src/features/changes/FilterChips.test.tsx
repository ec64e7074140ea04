import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressNow, openChanges } from '../../../testing/changes.tsx'
import type { Sent } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'

// Stands in for `matchMedia`, because tests need to change the width of the window.
let isWide = false
let listeners: ((event: { matches: boolean }) => void)[] = []
const widen = (next: boolean) => {
  isWide = next
  act(() => {
    for (const listener of listeners) listener({ matches: false })
  })
}

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  isWide = false
  listeners = []
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return isWide && query.includes('min-width: 1270px')
    },
    media: query,
    addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    removeEventListener: () => undefined,
  }))
})

const searches = (sent: Sent[]) => sent.filter(({ url }) => url.pathname === '/api/search_changes/')
const chip = (name: RegExp | string) => screen.getByRole('button', { name, hidden: true })
const openChip = (name: RegExp | string) => userEvent.click(chip(name))
const isApplyDisabled = () => chip('Apply').getAttribute('aria-disabled') === 'true'

test('has every filter as a chip that says what is chosen, and applies nothing before Apply', async () => {
  const { sent } = await openChanges({}, '/changes?selected_services=Expense&keywords=api&search_type=opi')
  await screen.findByText('Summary 1')
  const row = screen.getByRole('group', { name: 'Filters' })
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual([
    ...['Change type: Manual', 'Time range: The last 7 days', 'Data centers', 'Services: Expense', 'CIs'],
    ...['Keyword: api · Search in OPI', 'Apply', 'Reset'],
  ])
  await openChip('Change type: Manual')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Change type' }), 'Automated')
  expect(chip('Change type: Automated')).toBeTruthy()
  expect(screen.getByText('Changed, not applied yet')).toBeTruthy()
  expect(searches(sent)).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(chip('Apply'))
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(addressNow().searchParams.get('change_type')).toBe('auto')
  expect(screen.queryByText('Changed, not applied yet')).toBeNull()
})

test('applies on Enter in the number and keyword boxes and closes the chip', async () => {
  const { sent } = await openChanges()
  await screen.findByText('Summary 1')
  await openChip(/^Time range/)
  const number = await screen.findByRole('textbox', { name: 'The last' })
  await userEvent.clear(number)
  await userEvent.type(number, '2{Enter}')
  await waitFor(() => expect(searches(sent)).toHaveLength(2))
  expect(addressNow().searchParams.get('relative_time_number')).toBe('2')
  expect(screen.queryByRole('textbox', { name: 'The last' })).toBeNull()
  await waitFor(() => expect(isApplyDisabled()).toBe(false))
  await openChip('Keyword')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Keyword' }), 'abc{Enter}')
  await waitFor(() => expect(searches(sent)).toHaveLength(3))
  expect(addressNow().searchParams.get('keywords')).toBe('abc')
})

test('shows a fault at its field, on the closed chip and beside Apply', async () => {
  const { sent } = await openChanges()
  await screen.findByText('Summary 1')
  await openChip(/^Time range/)
  const number = await screen.findByRole('textbox', { name: 'The last' })
  await userEvent.clear(number)
  await userEvent.type(number, '0{Enter}')
  expect(number.getAttribute('aria-invalid')).toBe('true')
  expect(isApplyDisabled()).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(chip('Time range: Enter a number greater than 0')).toBeTruthy()
  expect(screen.getByText('Enter a number greater than 0')).toBeTruthy()
  expect(searches(sent)).toHaveLength(1)
  await openChip(/^Time range/)
  await userEvent.click(await screen.findByRole('radio', { name: 'Absolute' }))
  expect(chip('Time range: Enter a start and an end date')).toBeTruthy()
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  enter('Start (UTC)', '2026-08-20T10:00')
  enter('End (UTC)', '2026-08-20T12:00')
  expect(chip('Time range: Aug 20, 2026, 10:00 UTC – Aug 20, 2026, 12:00 UTC')).toBeTruthy()
})

test('keeps edits and half typed names when the width of the window changes, and after a reload', async () => {
  const { sent } = await openChanges({
    'POST /api/search_change_entity/': { entities: [{ name: 'Expense', display_name: 'Expense' }] },
  })
  await screen.findByText('Summary 1')
  await openChip('Keyword')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Keyword' }), 'half typed')
  await openChip('Services')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Services' }), 'exp')
  await userEvent.keyboard('{Escape}')
  expect(chip('Services: Not chosen from the list: it is not searched for')).toBeTruthy()
  widen(true)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keyword' })).value).toBe('half typed')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Services' }).value).toBe('exp')
  expect(screen.getByText('Changed, not applied yet')).toBeTruthy()
  widen(false)
  await waitFor(() => expect(chip('Keyword: half typed')).toBeTruthy())
  document.body.innerHTML = ''
  await openChanges()
  await screen.findByText('Summary 1')
  expect(chip('Keyword: half typed')).toBeTruthy()
  await userEvent.click(chip('Reset'))
  expect(chip('Keyword')).toBeTruthy()
  expect(searches(sent)).toHaveLength(1)
})
