import { expect, inject, test } from 'vitest'
import { expectAccessible, open } from './support/visit.ts'

test('/not-found opens for somebody who is not signed in, and the way back asks for sign-in', async () => {
  const { page, allow } = await open('/not-found')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/not-found')
  await expectAccessible(page)
  allow(/401/)
  await page.getByRole('link', { name: 'Back to active incidents' }).click()
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
})

test('a sign-in that failed says so and can be begun again', async () => {
  const { page } = await open('/api/sign_in/callback?error=access_denied&error_description=<b>no</b>')
  await page.getByRole('heading', { name: 'You could not be signed in' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login?error=expired')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
})

test('what the content policy forbids is a complaint of the visit, even if the console does not show it', async () => {
  const { page, allow, complaints } = await open('/not-found')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  // In a timer, because the content security policy does not apply to code that the test itself runs.
  await page.evaluate(() => {
    setTimeout(() => {
      try {
        new Function('return 1')
      } catch {}
    })
  })
  await expect.poll(complaints).toEqual([expect.stringContaining('content policy: ')])
  allow(/kEvalViolation/)
})

test.each(['/details/%', '/dora/%ZZ'])(
  '%j is malformed: a page leads to /not-found, a call is refused',
  async (address) => {
    const page = await fetch(`${inject('baseUrl')}${address}`, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/not-found'])
    const call = await fetch(`${inject('baseUrl')}/api${address}`)
    expect([call.status, call.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('problem+json'),
    ])
  },
)
