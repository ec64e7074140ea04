import { beforeEach, expect, test, vi } from 'vitest'
import { reloadForCode, removeFailedStyles } from './lazy-page.tsx'
import { forget } from './saving/storage.ts'

const reload = vi.fn()
const answerHealth = (isServed: boolean) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({ ok: isServed })),
  )

beforeEach(() => {
  forget('aviary-reloaded-for')
  reload.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

const failure = (file: string) => ({ payload: new Error(`Unable to preload /assets/${file}`) })

test('code that cannot be loaded reloads the page once for the same file', async () => {
  answerHealth(true)
  await reloadForCode(failure('later-1.js'))
  expect(reload).toHaveBeenCalledTimes(1)
  await reloadForCode(failure('later-1.js'))
  expect(reload).toHaveBeenCalledTimes(1)
  await reloadForCode(failure('later-2.js'))
  expect(reload).toHaveBeenCalledTimes(2)
})

test('two broken files do not reload the page in turns', async () => {
  answerHealth(true)
  for (const file of ['later-1.js', 'tools-1.js', 'later-1.js', 'tools-1.js'])
    await reloadForCode(failure(file))
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a server that does not answer uses up no reload', async () => {
  answerHealth(false)
  await reloadForCode(failure('later-1.js'))
  expect(reload).not.toHaveBeenCalled()
  answerHealth(true)
  await reloadForCode(failure('later-1.js'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a stylesheet that failed does not count as loaded for the next try', () => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  document.head.append(link)
  window.addEventListener('error', removeFailedStyles, { capture: true, once: true })
  link.dispatchEvent(new Event('error'))
  expect(link.isConnected).toBe(false)
})
