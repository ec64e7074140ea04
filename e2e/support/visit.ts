import axe from 'axe-core/axe.min.js'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { expect, inject, type RunnerTestCase } from 'vitest'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'
import { launchChromium } from './chromium.ts'
import { reportFailed } from './report-failed.ts'
import type { Role } from './role.ts'

const EMAILS: Record<Role, string> = {
  administrator: 'ada.admin@acme.example',
  incident_manager: 'ines.incident@acme.example',
  operator: 'oleg.operator@acme.example',
  support: 'sam.support@acme.example',
  subscriber: 'sue.subscriber@acme.example',
}

export type Visit = {
  page: Page
  /** Allows one kind of complaint for this visit, because the test causes it on purpose. */
  allow: (complaint: RegExp) => void
  /** Complaints of the page and browser so far, without the allowed ones. */
  complaints: () => string[]
}

/** A browser window, and its complaints in the current visit. */
type Window = {
  page: Page
  kind: string
  complaints: string[]
  allowed: RegExp[]
  unanswered: Set<Request>
}

let browser: Browser | undefined
let visits: Window[] = []
/** Windows of ended tests, emptied for reuse: a used window loads a page in half the time of a new one. */
let emptied: Window[] = []

/** Ends the visits of a test; fails if their pages or the browser complained, except as the test allows. */
export async function endVisits({ name, result, meta }: RunnerTestCase): Promise<void> {
  const hasFailed = result?.state === 'fail'
  const ended = visits
  visits = []
  if (hasFailed) meta.page = await reportFailed(ended, name)
  const complaints = ended.flatMap(complaintsOf)
  for (const visit of ended)
    await (hasFailed || visit.kind === APART ? visit.page.context().close() : keep(visit))
  expect(complaints, complaints.join(' ')).toEqual([])
}

/** Forgets the sessions of a test file and closes its windows; the browser stays for the worker's next file. */
export async function endFile(): Promise<void> {
  signedIn.clear()
  const windows = emptied
  emptied = []
  for (const { page } of windows) await page.context().close()
}

/** A search that took too long, after which pages ask again. How long searches take is measured in `bench/`. */
const TOO_SLOW = /^answer: 504 |^console: .* status of 504 /

const complaintsOf = ({ complaints, allowed }: Window): string[] =>
  complaints.filter((text) => ![TOO_SLOW, ...allowed].some((pattern) => pattern.test(text)))

type Options = BrowserContextOptions & {
  /** Shows the disclaimer, as to a new person. */
  withDisclaimer?: boolean
  baseUrl?: string
  cookies?: Cookies
  /** Freezes the page's clock at this time. */
  now?: number
  /** Uses a window of its own, because the test changes something permanent, such as the page's clock. */
  apart?: boolean
  /** Keeps the window open after the test; the caller checks its complaints and closes it. */
  outlivesTest?: boolean
}

const APART = 'apart'

/** Session cookies of the running test file, by server URL and role. */
const signedIn = new Map<string, Promise<Cookies>>()

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Signs in like a browser without drawing the pages, which other tests cover. */
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

/** Opens a URL as in a fresh browser profile, signed out. */
export async function open(address: string, options: Options = {}): Promise<Visit> {
  const { baseUrl = inject('baseUrl'), cookies = [], now, viewport = { width: 1280, height: 900 } } = options
  const kind = kindOf(options)
  const again = emptied.findLast((visit) => visit.kind === kind)
  const visit = again ?? (await openWindow(kind, options))
  emptied = emptied.filter((visit) => visit !== again)
  if (!options.outlivesTest) visits.push(visit)
  const { page } = visit
  if (again && viewport) await page.setViewportSize(viewport)
  await page.context().addCookies(cookies)
  if (now !== undefined) await page.clock.setFixedTime(now)
  // Does not wait for the load event, because a person without a session is redirected before it.
  await page.goto(new URL(address, baseUrl).href, { waitUntil: 'commit' })
  return {
    page,
    allow: (pattern) => visit.allowed.push(pattern),
    complaints: () => complaintsOf(visit),
  }
}

/** The options that need a new window, as a key; size, cookies and URL can change with each visit. */
function kindOf({
  viewport: _size,
  cookies: _cookies,
  now,
  apart,
  outlivesTest,
  ...options
}: Options): string {
  return now !== undefined || apart || outlivesTest ? APART : JSON.stringify(options)
}

async function openWindow(
  kind: string,
  { withDisclaimer, baseUrl, outlivesTest: _outlives, ...options }: Options,
): Promise<Window> {
  browser ??= await launchChromium()
  const context = await browser.newContext({
    baseURL: baseUrl ?? inject('baseUrl'),
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(60_000)
  if (!withDisclaimer)
    await context.addInitScript(() => localStorage.setItem('dontShowDisclaimerModal', 'true'))
  const page = await context.newPage()
  const opened: Window = { page, kind, complaints: [], allowed: [], unanswered: new Set() }
  await notePolicyIssues(opened)
  page.on('request', (request) => opened.unanswered.add(request))
  page.on('requestfinished', (request) => opened.unanswered.delete(request))
  page.on('requestfailed', (request) => opened.unanswered.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error')
      opened.complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => opened.complaints.push(`page: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) opened.complaints.push(`answer: ${response.status()} ${response.url()}`)
  })
  return opened
}

/** Adds the browser's reports of violations of the content security policy to the complaints. */
async function notePolicyIssues(opened: Window): Promise<void> {
  const panel = await opened.page.context().newCDPSession(opened.page)
  panel.on('Audits.issueAdded', ({ issue }) => {
    const details = issue.details.contentSecurityPolicyIssueDetails
    if (details) opened.complaints.push(`content policy: ${JSON.stringify(details)}`)
  })
  await panel.send('Audits.enable')
}

/** Keeps the window for the next visit of the same kind; closes it if its server has ended. */
async function keep(used: Window): Promise<void> {
  try {
    await empty(used)
  } catch {
    return used.page.context().close()
  }
  Object.assign(used, { complaints: [], allowed: [], unanswered: new Set() })
  emptied.push(used)
}

/** Removes all traces of a test from a window, except cached immutable files. */
async function empty({ page }: Window): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await page.mouse.move(0, 0)
  // Leaves the web app for a plain page of the same origin: another origin would cost a new renderer process.
  await page.goto('/healthz')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Cookies of the one session that the role has in the running test file. */
export function signedInAs(role: Role, url: string): Promise<Cookies> {
  const key = `${url} ${role}`
  const cookies = signedIn.get(key) ?? signIn(url, role)
  signedIn.set(key, cookies)
  return cookies
}

/** Opens a URL as in a fresh browser profile, with the session that the role has in the running test file. */
export async function openAs(role: Role, address: string, options: Options = {}): Promise<Visit> {
  const url = options.baseUrl ?? inject('baseUrl')
  const visit = await open(address, { ...options, cookies: await signedInAs(role, url) })
  await visit.page.getByRole('main').waitFor()
  return visit
}

/** Like `openAs` with a separate session, for a test that ends it. */
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

/** Reports only violations, and does not reload style sheets for media rules, which saves time. */
const ONLY_VIOLATIONS = { resultTypes: ['violations'], preload: false } as const

/** Checks the current page with axe; in dark mode only the colour rules, because nothing else differs. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // Waits until the app has changed its colours. A page rendered by the server needs no wait: it has only styles.
    await page.waitForFunction((scheme) => {
      const { mantineColorScheme = scheme } = document.documentElement.dataset
      return mantineColorScheme === scheme
    }, colorScheme)
    await page.evaluate(restOfMotion)
    const violations = await page.evaluate(
      async (rules) => {
        const { violations: violationList } = await (window as unknown as { axe: Axe }).axe.run(
          document,
          rules,
        )
        return violationList.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
        )
      },
      { ...rules, ...ONLY_VIOLATIONS },
    )
    expect(violations, colorScheme).toEqual([])
  }
}

/**
 * Runs in the page: waits for fades to end, because half-faded colours fail contrast rules. Does not wait for
 * endless animations.
 */
async function restOfMotion(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  // Polls instead of awaiting `finished`, which can stay pending forever if a transition is reversed.
  while (document.getAnimations().some(isEnding)) await new Promise((resolve) => setTimeout(resolve, 20))
}

type Axe = {
  run: (
    where: Document,
    options: { runOnly?: readonly string[]; resultTypes: readonly string[]; preload: boolean },
  ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
}
