import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import shell from './locales/en/shell.json'

/** Opens the app at a path without a session; `cookie`: a cookie that is left from an ended session. */
async function open(path: string, cookie = '') {
  vi.resetModules()
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no other way to set a cookie
  document.cookie = cookie === '' ? 'tokens=; max-age=0' : cookie
  window.history.replaceState(null, '', path)
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json(
      { type: 'about:blank', title: 'Not signed in', status: 401, detail: 'Sign in', request_id: 'r' },
      { status: 401 },
    )
  })
  vi.stubGlobal('EventSource', class extends EventTarget {})
  const redirect = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    keySeparator: false,
    defaultNS: 'shell',
    resources: { en: { shell } },
  })
  const { App } = await import('./App.tsx')
  render(<App />)
  return { requests, redirect }
}

beforeEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('shows /not-found without a session and without any call', async () => {
  const { requests, redirect } = await open('/not-found')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByText(shell['notFound.body'])).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Back to active incidents' })
  expect(back.getAttribute('href')).toBe('/')
  expect(document.title).toBe('Page not found · Aviary')
  expect(redirect).not.toHaveBeenCalled()
  await userEvent.click(back)
  await waitFor(() => expect(redirect).toHaveBeenCalledWith('/login?next=%2F'))
  expect(requests).toEqual([])
})

test('shows /not-found with an ended session, and the link back asks for sign-in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // React logs every error that a boundary catches
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { requests, redirect } = await open('/not-found', 'tokens=of-a-session-that-ended')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(requests).toEqual(['/api/get_user_id/'])
  expect(redirect).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'Back to active incidents' }))
  await waitFor(() => expect(redirect).toHaveBeenCalledWith('/login?next=%2F'))
})
