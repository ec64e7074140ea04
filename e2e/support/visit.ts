import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'

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
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

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
  cookies?: Cookies
  /** The time that the page believes it is, and that does not pass. */
  now?: number
}

/** The cookies of those who have signed in within this file, by product and role. */
const signedIn = new Map<string, Promise<Cookies>>()

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Signs in as a browser does, without drawing the pages on the way: those have tests of their own. */
async function signIn(url: string, role: Role): Promise<Cookies> {
  const browser = openBrowser()
  const { status } = await signInThroughPage(browser, { url, email: EMAILS[role] })
  expect(status).toBe(200)
  return browser
    .cookies()
    .split('; ')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url, httpOnly: name !== 'tokens', sameSite: 'Lax' }
    })
}

/** Opens an address in a fresh browser profile, signed out. */
export async function open(
  address: string,
  { withDisclaimer, baseUrl, cookies = [], now, ...options }: Options = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: baseUrl ?? inject('baseUrl'),
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(15_000)
  await context.addCookies(cookies)
  if (!withDisclaimer)
    await context.addInitScript(() => localStorage.setItem('dontShowDisclaimerModal', 'true'))
  const page = await context.newPage()
  if (now !== undefined) await page.clock.setFixedTime(now)
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
  // Not until it is loaded: who is not signed in is led on before that.
  await page.goto(address, { waitUntil: 'commit' })
  return { page, allow: (pattern) => visit.allowed.push(pattern) }
}

/** The cookies of the one session that the role has in this file. */
export function signedInAs(role: Role, url: string): Promise<Cookies> {
  const key = `${url} ${role}`
  const cookies = signedIn.get(key) ?? signIn(url, role)
  signedIn.set(key, cookies)
  return cookies
}

/** Opens an address in a fresh browser profile, signed in with the one session that the role has in this file. */
export async function openAs(role: Role, address: string, options: Options = {}): Promise<Visit> {
  const url = options.baseUrl ?? inject('baseUrl')
  const visit = await open(address, { ...options, cookies: await signedInAs(role, url) })
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

/** What passes is not listed, and no style sheets are read again for the rules on sound and film. */
const ONLY_VIOLATIONS = { resultTypes: ['violations'], preload: false } as const

/** Holds the page, as it is now, against axe's rules; in dark those about colour, for nothing else differs. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
      colorScheme,
    )
    await page.evaluate(restOfMotion)
    const violations = await page.evaluate(
      async (asked) => {
        const { violations: found } = await (window as unknown as { axe: Axe }).axe.run(document, asked)
        return found.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
        )
      },
      { ...rules, ...ONLY_VIOLATIONS },
    )
    expect(violations, colorScheme).toEqual([])
  }
}

/** In the page: until what fades in or out has done so, for half of a colour is none. What turns for ever may turn. */
async function restOfMotion(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

type Axe = {
  run: (
    where: Document,
    options: { runOnly?: readonly string[]; resultTypes: readonly string[]; preload: boolean },
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
