import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

export type Role = 'administrator' | 'incident_manager' | 'operator' | 'support' | 'subscriber'

const EMAILS: Record<Role, string> = {
  administrator: 'ada.admin@acme.example',
  incident_manager: 'ines.incident@acme.example',
  operator: 'oleg.operator@acme.example',
  support: 'sam.support@acme.example',
  subscriber: 'sue.subscriber@acme.example',
}

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export type Visit = {
  page: Page
  /** Lets one kind of complaint pass in this visit: the test provokes it. */
  allow: (complaint: RegExp) => void
}

let browser: Browser
let visits: { page: Page; complaints: string[]; allowed: RegExp[]; unanswered: Set<Request> }[] = []

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium. Install it, or name it with CHROMIUM_PATH')
  browser = await chromium.launch({ executablePath, args: FLAGS.split(' ') })
})

afterEach(async (context) => {
  const ended = visits
  visits = []
  if (context.task.result?.state === 'fail')
    for (const [at, one] of ended.entries()) await tell(one, `${context.task.name} ${at}`)
  for (const { page } of ended) await page.context().close()
  const complaints = ended.flatMap((one) =>
    one.complaints.filter((text) => !one.allowed.some((pattern) => pattern.test(text))),
  )
  expect(complaints).toEqual([])
})

afterAll(() => browser.close())

type Options = BrowserContextOptions & {
  /** The disclaimer shows, as it does for somebody new. */
  withDisclaimer?: boolean
  baseUrl?: string
}

/** The cookies of those who have signed in within this file, by product and role. */
const signedIn = new Map<string, Cookie[]>()

/** Opens an address in a fresh browser profile, signed out. */
export async function open(
  address: string,
  { withDisclaimer, baseUrl, ...options }: Options = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: baseUrl ?? inject('baseUrl'),
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(15_000)
  if (!withDisclaimer)
    await context.addInitScript(() => localStorage.setItem('dontShowDisclaimerModal', 'true'))
  const page = await context.newPage()
  const visit = {
    page,
    complaints: [] as string[],
    allowed: [] as RegExp[],
    unanswered: new Set<Request>(),
  }
  page.on('request', (request) => visit.unanswered.add(request))
  page.on('requestfinished', (request) => visit.unanswered.delete(request))
  page.on('requestfailed', (request) => visit.unanswered.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error')
      visit.complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => visit.complaints.push(`page: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) visit.complaints.push(`answer: ${response.status()} ${response.url()}`)
  })
  visits.push(visit)
  await page.goto(address)
  return { page, allow: (pattern) => visit.allowed.push(pattern) }
}

/** Opens an address in a fresh browser profile, signed in; the first time by the real sign-in on the way there. */
export async function openAs(role: Role, address: string, options: Options = {}): Promise<Visit> {
  const key = `${options.baseUrl} ${role}`
  const cookies = signedIn.get(key)
  if (!cookies) {
    const visit = await openAndSignIn(role, address, options)
    signedIn.set(key, await visit.page.context().cookies())
    return visit
  }
  const visit = await open(address, { ...options, storageState: { cookies, origins: [] } })
  await visit.page.getByRole('main').waitFor()
  return visit
}

/** The same with a session of its own: for a test that ends it. */
export async function openAndSignIn(role: Role, address: string, options: Options = {}): Promise<Visit> {
  const visit = await open(address, options)
  await pickIdentity(visit.page, role)
  return visit
}

export async function pickIdentity(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: EMAILS[role] }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/idp/'))
  await page.getByRole('main').waitFor()
}

/** Holds the page, as it is now, against axe's rules; in dark those about colour, for nothing else differs. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const [colorScheme, options] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
      colorScheme,
    )
    const violations = await page.evaluate(async (asked) => {
      const { violations: found } = await (window as unknown as { axe: Axe }).axe.run(document, asked)
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
      )
    }, options)
    expect(violations, colorScheme).toEqual([])
  }
}

type Axe = {
  run: (
    where: Document,
    options: { runOnly?: readonly string[] },
  ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
}

const pictures = path.resolve(import.meta.dirname, '../../.playwright')

/** Says what a failed test was looking at, and keeps a screenshot of it in a folder that git ignores. */
async function tell({ page, unanswered }: { page: Page; unanswered: Set<Request> }, name: string) {
  const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '').catch(String)
  const waiting = [...unanswered].map((request) => request.url())
  console.error(`${name}: ${page.url()}\nwithout an answer: ${waiting.join(' ')}\n${text.slice(0, 2_000)}`)
  mkdirSync(pictures, { recursive: true })
  const file = `${name.replaceAll(/[^\w-]+/g, '-')}.png`
  await page.screenshot({ path: path.join(pictures, file), fullPage: true })
}

/** No part of the page reaches beyond the window's width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window: width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }))
  expect(content).toBeLessThanOrEqual(width)
}
