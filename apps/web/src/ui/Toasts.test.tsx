import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Toasts } from './Toasts.tsx'
import { closeAllToasts, readToasts, showToast } from './toast-store.ts'

const showErrors = (...messages: string[]) =>
  act(() => {
    for (const message of messages) showToast({ kind: 'error', message, reason: `why ${message}` })
  })
const shown = () => screen.queryAllByRole('alert').map((toast) => toast.querySelector('p')?.textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  closeAllToasts()
  await renderPage(<Toasts />, {})
})

test('shows three toasts, counts the others and shows them on request', async () => {
  showErrors('one', 'two', 'three', 'four', 'five')
  expect(await screen.findByText('three')).toBeTruthy()
  expect(shown()).toEqual(['why three', 'why four', 'why five'])
  await press('+2 more, show all')
  expect(shown()).toEqual(['why one', 'why two', 'why three', 'why four', 'why five'])
  await press('Show fewer')
  expect(shown()).toEqual(['why three', 'why four', 'why five'])
})

test('closes all toasts at once, and shows three of the next ones', async () => {
  showErrors('one', 'two', 'three', 'four')
  await screen.findByText('four')
  await press('+1 more, show all')
  await press('Close all')
  expect(readToasts()).toEqual([])
  showErrors('five', 'six', 'seven', 'eight')
  expect(await screen.findByText('eight')).toBeTruthy()
  expect(shown()).toEqual(['why six', 'why seven', 'why eight'])
})

test('has no further buttons for three toasts', async () => {
  showErrors('one', 'two', 'three')
  await screen.findByText('three')
  expect(screen.queryByRole('button', { name: 'Close all' })).toBeNull()
})
