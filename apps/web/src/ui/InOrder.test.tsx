import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InOrder } from './InOrder.tsx'

const page = (isWaiting: boolean, isAtOnce = false) => (
  <InOrder isAtOnce={isAtOnce}>
    <p data-waiting={isWaiting || undefined}>above</p>
    <p>below</p>
  </InOrder>
)
const holdsBack = () => screen.getByText('below').parentElement?.hasAttribute('data-in-order')

afterEach(() => vi.useRealTimers())

test('holds the lower parts back until the upper ones are loaded, and never again', async () => {
  const { rerender } = render(page(true))
  expect(holdsBack()).toBe(true)
  rerender(page(false))
  await waitFor(() => expect(holdsBack()).toBe(false))
  rerender(page(true))
  await act(() => Promise.resolve())
  expect(holdsBack()).toBe(false)
})

test('a part that hangs holds the others back for five seconds', async () => {
  vi.useFakeTimers()
  render(page(true))
  await act(() => vi.advanceTimersByTimeAsync(4_900))
  expect(holdsBack()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(holdsBack()).toBe(false)
})

test('holds nothing back when all is loaded, or when a part is addressed', () => {
  const { unmount } = render(page(false))
  expect(holdsBack()).toBe(false)
  unmount()
  render(page(true, true))
  expect(holdsBack()).toBe(false)
})
