import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAviary } from '../apps/server/testing/command.ts'
import { type Person, signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open } from './support/visit.ts'

// The page that anybody can read: served by Aviary, and from a folder that somebody else serves.

const KEY = 'OPI-1801'
const MINUTE = 60_000

let folder: string
let host: Server
let hostUrl: string
/** By how much the host's clock has moved with that of the page. */
let moved = 0
let server: BuiltServer
let manager: Person
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-status-'))
  server = await startBuiltServer({ PUBLIC_STATUS: `/status,file://${folder}` })
  manager = await signInAt(server.url, 'ines.incident@acme.example')
  host = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.split('?')[0] ?? '/')
    const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name)
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.css': 'text/css',
      '.js': 'text/javascript',
    }
    response.setHeader('date', new Date(Date.now() + moved).toUTCString())
    try {
      response.setHeader('content-type', types[path.extname(file)] ?? 'application/json')
      response.end(readFileSync(file))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  // The heartbeat is written last: then the first export is whole.
  await vi.waitUntil(() => existsSync(path.join(folder, 'heartbeat.json')), { timeout: 60_000 })
})
afterAll(async () => {
  await server.stop()
  host.close()
  rmSync(folder, { recursive: true })
  expect(errorsIn(server.log())).toEqual([])
})

const post = (changed: object) =>
  writeAs<{ message: { message_id: number; version: number } }>(manager, {
    method: 'POST',
    path: '/api/create_message/',
    body: {
      ...{ jira_id: KEY, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...changed,
    },
  })

/** Opens a page as a stranger, with a clock that the test moves. */
async function read(address: string): Promise<Page> {
  const { page, allow } = await open(address, { baseUrl: new URL(address).origin, apart: true })
  allow(/404 \(Not Found\) .*\/nothing\//)
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const text = (page: Page, words: string) => page.getByText(words).first()

test.each([
  ['served by Aviary', () => `${server.url}/status/`],
  ['exported to a folder', () => `${hostUrl}/`],
])('a reader of the page, %s, follows an incident without loading it again', async (where, address) => {
  await post({ body: { en: `<p>We look into it, ${where}</p>`, de: '<p>Wir sehen nach</p>' } })
  const page = await read(address())
  await expect
    .poll(async () => {
      await page.clock.runFor(MINUTE)
      return text(page, `We look into it, ${where}`).isVisible()
    })
    .toBe(true)
  await post({ body: `<p>Better soon, ${where}</p>` })
  const details = page.locator('details[id^="s-"]').first()
  await page.locator('.service .row').first().click()
  await expect
    .poll(async () => {
      await page.clock.runFor(MINUTE)
      return text(page, `Better soon, ${where}`).isVisible()
    })
    .toBe(true)
  // What the reader opened stays open.
  await expect.poll(() => details.getAttribute('open')).not.toBeNull()
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await text(page, 'Was gerade geschieht').waitFor()
  await text(page, 'Wir sehen nach').waitFor()
})

test.each(['light', 'dark'] as const)('every kind of page is accessible, %s', async (colorScheme) => {
  const page = await read(`${server.url}/status/`)
  await page.emulateMedia({ colorScheme })
  await page.locator('.service .row').first().click()
  await expectAccessible(page)
  await page.locator('.card h3 a').first().click()
  await page.getByRole('link', { name: 'To the status page' }).waitFor()
  await expectAccessible(page)
  for (const address of ['history/', 'de/', 'nothing/']) {
    await page.goto(`${server.url}/status/${address}`)
    await expectAccessible(page)
  }
  await page.goto(`${server.url}/status/`)
  await page.getByRole('navigation').getByRole('link').nth(1).click()
  await page.waitForURL('**/data-centers/**')
  await expectAccessible(page)
})

test('single days are read with the keys, and times in one’s own zone', async () => {
  const page = await read(`${server.url}/status/`)
  const bars = page.getByRole('slider', { name: /^Travel/ }).first()
  await bars.focus()
  await page.keyboard.press('End')
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toMatch(/Outage, \d+ min$/)
  await page.keyboard.press('Home')
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toMatch(/: (Not known|Normal)$/)
  const time = page.locator('.card time').first()
  const utc = await time.textContent()
  expect(utc).toContain('UTC')
  await page.getByRole('button', { name: 'Show them in my time zone' }).click()
  await page.getByRole('button', { name: 'Show them in UTC' }).click()
  await expect.poll(() => time.textContent()).toBe(utc)
})

test('it can be read without a script, and asks for nothing but its own files', async () => {
  const { page } = await open('/healthz', { baseUrl: server.url, javaScriptEnabled: false })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/status/`)
  await page.getByRole('heading', { level: 1, name: /^Outage: Travel/ }).waitFor()
  await page.locator('summary', { hasText: /^Expense/ }).click()
  await page.locator('.cells').first().getByText('us2').waitFor()
  expect(asked.filter((url) => !url.startsWith(`${server.url}/status/`) && !url.startsWith('data:'))).toEqual(
    [],
  )
  expect(await page.context().cookies()).toEqual([])
})

test('while Aviary is away the export is served, says that it is old, and what a person publishes stands', async () => {
  const page = await read(`${hostUrl}/`)
  await page.getByRole('heading', { level: 1, name: /^Outage: Travel/ }).waitFor()
  await server.stop()
  const pass = async (minutes: number) => {
    moved += minutes * MINUTE
    await page.clock.runFor(minutes * MINUTE)
  }
  await pass(7)
  await page.getByRole('heading', { level: 1, name: /^Outage: Travel/ }).waitFor()
  await pass(5)
  await page.getByRole('heading', { level: 1, name: 'We cannot tell at present' }).waitFor()
  await expectAccessible(page)
  const args = ['status-page', 'write', folder, '--text', 'Our console is away, too']
  const written = startAviary(args, { DATA_DIR: path.join(folder, 'none') })
  written.stdin.end()
  expect((await written.ended).err).toBe('')
  await pass(1)
  await text(page, 'Our console is away, too').waitFor()
  await pass(20)
  await expect.poll(() => page.getByText('We cannot tell at present').count()).toBe(0)
})
