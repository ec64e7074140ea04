import { beforeEach, expect, test, vi } from 'vitest'
import { reloadForCode } from './lazy-page.tsx'
import { forget } from './saving/storage.ts'

const reload = vi.fn()
const answerHealth = (isServed: boolean) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({ ok: isServed })),
  )

beforeEach(() => {
  forget('aviary-reloaded')
  reload.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-20T12:00:00Z') })
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

test('code that cannot be loaded reloads the page once, and again only minutes later', async () => {
  answerHealth(true)
  await reloadForCode()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.parse('2026-08-20T12:00:12Z'))
  await reloadForCode()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.parse('2026-08-20T12:06:00Z'))
  await reloadForCode()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a server that does not answer uses up no reload', async () => {
  answerHealth(false)
  await reloadForCode()
  expect(reload).not.toHaveBeenCalled()
  answerHealth(true)
  await reloadForCode()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a stylesheet that failed does not count as loaded for the next try', async () => {
  answerHealth(false)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  document.head.append(link)
  await reloadForCode()
  expect(link.isConnected).toBe(false)
})
