import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { LoginPage } from './LoginPage.tsx'

const replace = vi.spyOn(window.location, 'replace')

const open = (search: string) => {
  window.history.replaceState(null, '', `/login${search}`)
  return renderPage(<LoginPage />, {}, '/login')
}
const again = () => screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')

beforeEach(() => {
  replace.mockReset().mockImplementation(() => undefined)
})

test('the page redirects to the sign-in, with the path to come back to', async () => {
  await open('?next=%2Fhistory')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/api/sign_in?next=%2Fhistory'))
})

test.each([
  ['expired', 'The sign-in took too long, was finished before or began in another browser.'],
  ['refused', 'The sign-in provider turned it down, or it was cancelled there.'],
  ['unavailable', 'The sign-in provider cannot be reached. Try again in a moment.'],
  ['<script>alert(1)</script>', 'Something went wrong on the server. Try again in a moment.'],
])('a sign-in that failed with %s shows the reason and does not redirect', async (code, expectedText) => {
  await open(`?error=${encodeURIComponent(code)}&next=%2Fhistory`)
  expect(await screen.findByRole('heading', { name: 'You could not be signed in' })).toBeTruthy()
  expect(screen.getByText(expectedText)).toBeTruthy()
  expect(again()).toBe('/api/sign_in?next=%2Fhistory')
  expect(document.body.innerHTML).not.toContain('alert(1)')
  expect(replace).not.toHaveBeenCalled()
})

test('a path on another site is passed on, and the server rejects it', async () => {
  await open('?error=expired&next=https%3A%2F%2Fevil.example')
  await screen.findByRole('heading', { name: 'You could not be signed in' })
  expect(again()).toBe('/api/sign_in?next=https%3A%2F%2Fevil.example')
})

test('after a sign-out the page does not redirect', async () => {
  await open('?signed_out=1')
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
  expect(replace).not.toHaveBeenCalled()
})
