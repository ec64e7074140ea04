import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import shell from './locales/en/shell.json'

// The whole app is loaded anew for each test.
vi.setConfig({ testTimeout: 30_000 })

/** Opens the whole app at an address; nobody is signed in, whatever cookie the browser still holds. */
async function open(path: string, cookie = '') {
  vi.resetModules()
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no other way to set one
  document.cookie = cookie === '' ? 'tokens=; max-age=0' : cookie
  window.history.replaceState(null, '', path)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(
      { type: 'about:blank', title: 'Not signed in', status: 401, detail: 'Sign in', request_id: 'r' },
      { status: 401 },
    )
  })
  vi.stubGlobal('EventSource', class extends EventTarget {})
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    keySeparator: false,
    defaultNS: 'shell',
    resources: { en: { shell } },
  })
  const { App } = await import('./App.tsx')
  render(<App />)
  return { asked, leave }
}

beforeEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('/not-found shows to somebody who is not signed in, without any call', async () => {
  const { asked, leave } = await open('/not-found')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByText(shell['notFound.body'])).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Back to active incidents' })
  expect(back.getAttribute('href')).toBe('/')
  expect(document.title).toBe('Page not found · Aviary')
  expect(leave).not.toHaveBeenCalled()
  await userEvent.click(back)
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/login?next=%2F'))
  expect(asked).toEqual([])
})

test('/not-found shows when the session has ended, and the way back asks for sign-in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // React tells of every error that a boundary takes
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { asked, leave } = await open('/not-found', 'tokens=of-a-session-that-ended')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(asked).toEqual(['/api/get_user_id/'])
  expect(leave).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'Back to active incidents' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/login?next=%2F'))
})
