import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { waitUntil } from '../apps/server/testing/wait-for.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open } from './support/visit.ts'

// Strangers subscribe to mails: on the page that Aviary serves, and on one from a folder that somebody else serves.

let folder: string
let host: Server
let hostUrl: string
let server: BuiltServer
let smtp: TestSmtp
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-subscribe-'))
  smtp = await startSmtp()
  server = await startBuiltServer({ PUBLIC_STATUS: `/status,file://${folder}`, SMTP_URL: smtp.url })
  host = createServer((request, response) => {
    const name = request.url?.split('?')[0] ?? '/'
    const types: Record<string, string> = {
      '.css': 'text/css',
      '.js': 'text/javascript',
      '.json': 'application/json',
    }
    try {
      const content = readFileSync(path.join(folder, name.endsWith('/') ? `${name}index.html` : name))
      response.setHeader('content-type', types[path.extname(name)] ?? 'text/html')
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  await waitUntil(() => existsSync(path.join(folder, 'heartbeat.json')))
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  host.close()
  rmSync(folder, { recursive: true })
  expect(errorsIn(server.log())).toEqual([])
})

/** The link in the first mail to an address. */
async function getLink(email: string): Promise<string> {
  await expect.poll(() => smtp.received.map(({ to }) => to), { timeout: 60_000 }).toContain(email)
  const { text } = await smtp.read(smtp.received.findIndex(({ to }) => to === email))
  return /https?:\S+\/api\/subscription_requests\/[\w-]+\//.exec(text ?? '')?.[0] ?? ''
}

async function confirm(page: Page, email: string, button: string): Promise<void> {
  await page.goto(await getLink(email))
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL('**/api/unsubscribe/**')
  await page.getByText(email).first().waitFor()
}

const places = [
  ['served by Aviary', 'served', () => `${server.url}/status/`],
  ['exported to a folder', 'exported', () => `${hostUrl}/`],
] as const

test.each(places)(
  'a reader of the page, %s, subscribes to a service without leaving it',
  async (_, name, address) => {
    const email = `${name}@example.com`
    const { page } = await open(`${address()}de/`)
    await page.waitForLoadState()
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByText('Dienste und Rechenzentren auswählen').click()
    for (const box of await page.getByRole('group', { name: 'Dienste' }).getByRole('checkbox').all())
      if ((await box.locator('xpath=..').textContent()) !== 'Travel') await box.uncheck()
    await page.getByRole('button', { name: 'Abonnieren' }).click()
    await page.getByRole('status').getByText('Wir haben eine E-Mail an diese Adresse gesendet').waitFor()
    await expect.poll(() => page.url()).toBe(`${address()}de/`)
    await page.goto(await getLink(email))
    await page
      .getByRole('definition')
      .filter({ hasText: /^Travel$/ })
      .waitFor()
    await expectAccessible(page)
    await confirm(page, email, 'Abonnieren')
    await expect.poll(() => page.getByRole('checkbox', { name: 'Travel' }).first().isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Expense' }).first().isChecked()).toBe(false)
  },
)

test.each(places)('it needs no script, %s', async (_, name, address) => {
  const email = `plain-${name}@example.com`
  const { page } = await open(`${address()}ja/`, { javaScriptEnabled: false })
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('button', { name: '購読する' }).click()
  await page.getByRole('heading', { level: 1, name: 'メールをご確認ください' }).waitFor()
  await confirm(page, email, '購読する')
})

test('what is refused is said, and what was typed stays', async () => {
  const { page, allow } = await open('/status/', { baseUrl: server.url })
  allow(/400 \(Bad Request\)/)
  await page.waitForLoadState()
  await page.getByLabel('E-mail address').fill('ana')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('status').getByText('This is not an e-mail address.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe('ana')
})

test.each([
  ['light', 'de'],
  ['dark', 'ja'],
] as const)('the form and its answer are accessible and fit a phone, %s, %s', async (colorScheme, locale) => {
  const { page } = await open('/healthz', { baseUrl: server.url, javaScriptEnabled: true })
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/status/${locale}/`)
  await page.locator('.subscribe summary').click()
  await expectAccessible(page)
  const hasNoOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  await expect.poll(() => hasNoOverflow()).toBe(true)
  await page.locator('#email').fill(`phone-${locale}@example.com`)
  await page.locator('.subscribe form').evaluate((form) => (form as HTMLFormElement).submit())
  await page.waitForURL('**/api/subscription_requests/')
  await expectAccessible(page)
  await expect.poll(() => hasNoOverflow()).toBe(true)
})

test('the page lets its form and script reach Aviary’s address for subscribing, and nothing else', async () => {
  const { page, allow } = await open('/', { baseUrl: hostUrl })
  allow(/content (security )?policy|Failed to fetch/i)
  await page.goto(`${hostUrl}/`)
  const action = await page.locator('.subscribe form').getAttribute('action')
  const others = [`${new URL(action ?? '').origin}/api/whoami`, 'https://example.com/']
  for (const address of others) {
    const isAllowed = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      address,
    )
    expect([address, isAllowed]).toEqual([address, false])
  }
  await page.goto(`${hostUrl}/history/`)
  const policy = page.locator('meta[http-equiv="content-security-policy"]')
  await expect.poll(() => policy.getAttribute('content')).toContain("form-action 'none'")
})

test('while Aviary is away the page says so, in its language', async () => {
  const { page, allow } = await open('/', { baseUrl: hostUrl })
  allow(/ERR_CONNECTION_REFUSED|Failed to load/)
  await page.goto(`${hostUrl}/de/`)
  await page.getByLabel('E-Mail-Adresse').fill('away@example.com')
  await server.stop()
  await page.getByRole('button', { name: 'Abonnieren' }).click()
  await page.getByRole('status').getByText('Wir können Ihre Adresse derzeit nicht entgegennehmen').waitFor()
  await expectAccessible(page)
})
