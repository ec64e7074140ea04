import { expect, test } from 'vitest'
import { open, openAndSignIn, openAs, pickIdentity } from './support/visit.ts'

test('somebody who is not signed in is sent to sign-in and comes back to where they wanted to go', async () => {
  const { page } = await open('/history?from=mail#row')
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  await expect.poll(() => page.url()).toContain('/idp/interaction/')
  await pickIdentity(page, 'support')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/history?from=mail')
})

test('signing out ends the session everywhere and says so', async () => {
  const { page, allow } = await openAndSignIn('support', '/')
  const second = await page.context().newPage()
  await second.goto('/history')
  await second.getByRole('heading', { name: 'Historic incidents' }).waitFor()
  await page.getByRole('button', { name: /Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  allow(/401/)
  // The second page was open during the sign-out and must go to the sign-in by itself.
  await second.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  await second.goto('/history', { waitUntil: 'commit' })
  await second.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
})

test('after signing out somebody else can sign in', async () => {
  const { page, allow } = await openAndSignIn('support', '/')
  allow(/401/) // requests that the page had sent when its session ended
  await page.getByRole('button', { name: /Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await pickIdentity(page, 'administrator')
  await page.getByRole('button', { name: 'Signed in as ada.admin@acme.example' }).waitFor()
})

test('a page without the action behind it says which one it needs', async () => {
  const { page } = await openAs('subscriber', '/administration')
  await page.getByText('You may not open this page.').waitFor()
  await expect.poll(() => page.getByText('“Open administration”').count()).toBe(1)
})

test('a restricted page says so and does not send people round in a circle', async () => {
  const { page } = await openAs('support', '/security_incidents')
  await page.getByRole('heading', { name: 'This page is restricted' }).waitFor()
  await page.getByRole('link', { name: 'To active incidents' }).click()
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
})

test('an unknown address asks for sign-in first, and is not found afterwards', async () => {
  const { page } = await open('/nonsense')
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  await pickIdentity(page, 'support')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/not-found')
})

test('a session check that fails with a server fault says so and signs nobody out', async () => {
  const { page, allow } = await openAs('support', '/history')
  allow(/500|CallFailed/)
  const problem = {
    ...{ type: 'about:blank', title: 'Broken', status: 500 },
    ...{ detail: 'the check is broken', request_id: 'r-1' },
  }
  await page.route('**/api/get_user_id/', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.reload()
  await page.getByText('This page could not be shown').waitFor()
  await page.getByText('the check is broken').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/history')
  await page.unroute('**/api/get_user_id/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Historic incidents' }).waitFor()
})
