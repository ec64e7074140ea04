import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StaleBar } from './StaleBar.tsx'

const START = Date.parse('2026-08-20T15:20:04Z')

afterEach(() => vi.useRealTimers())

test('appears after two missed polls, but not right after the page became visible again', async () => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] })
  await renderPage(
    <>
      <StaleBar />
      <PageHeader title="Active incidents" refreshedAt={START} />
    </>,
    {},
  )
  await screen.findByRole('heading', { name: 'Active incidents' })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(60_000)
  expect(screen.queryByText(/out of date/)).toBeNull()
  await pass(10_000)
  expect(screen.getByText(/out of date/).textContent).toContain('last refreshed at 15:20:04 UTC')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.queryByText(/out of date/)).toBeNull()
  await pass(15_000)
  expect(screen.getByText(/out of date/)).toBeTruthy()
})
