import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../apps/server/testing/free-port.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { openSignedIn, openWhole } from './browser.ts'
import { measureKeys } from './keys.ts'
import { type Measure, median, type Product, signIn } from './product.ts'

const ROUNDS = 5
const CPU_SLOWER = 4
const MOST_REQUESTS = 30
/** Folder of an older version, already built, that the screens are also compared with; undefined for none. */
const BEFORE = process.env.AVIARY_BEFORE

const SCREENS = {
  landing: '/',
  incident: '/details/OPI-1801',
  history: '/history',
  changes: '/changes?change_type=auto&relative_time_number=400&relative_time_unit=days&results_per_page=100',
  charts: '/charts',
  maintenance: '/maintenance_event',
  subscriptions: '/subscriptions',
  administration: '/administration',
}
type Name = keyof typeof SCREENS
const NAMES = Object.keys(SCREENS) as Name[]

type Load = {
  /** Milliseconds until the largest part of the content is painted. */
  content: number
  /** Sum of the time over 50 ms of each main-thread task, in milliseconds. */
  blocked: number
  longestTask: number
  requests: number
}

/**
 * Loads every screen with an empty cache on a processor slowed down to a quarter. The reference is a bare page with
 * the same elements and styles, without script.
 */
export async function screens(): Promise<Measure[]> {
  const [now, before] = [await startBuiltServer({ LOG_LEVEL: 'warn' }), await startBefore()]
  const browser = await launchChromium()
  const bare = await startBarePages()
  try {
    const product = await signedIn(now)
    const older = before && (await signedIn(before))
    const loads = { ours: noLoads(), bare: noLoads(), before: noLoads() }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of NAMES) {
        const page = await openSlow(browser, product)
        loads.ours[name].push(await measureLoad(page, SCREENS[name]))
        bare.pages.set(`/${name}`, await withoutScript(page))
        await page.context().close()
        const still = await openSlow(browser, { ...product, url: bare.url })
        loads.bare[name].push(await measureLoad(still, `/${name}`))
        await still.context().close()
        if (!older) continue
        const old = await openSlow(browser, older)
        loads.before[name].push(await measureLoad(old, SCREENS[name]))
        await old.context().close()
      }
    }
    return [
      ...NAMES.flatMap((name) => besideBare(name, loads.ours[name], loads.bare[name])),
      ...amongEachOther(loads.ours),
      ...(older ? besideBefore(loads.ours, loads.before) : []),
      ...(await measureKeys(() => openSlow(browser, product))),
    ]
  } finally {
    await browser.close()
    await bare.stop()
    await Promise.all([now.stop(), before?.stop()])
  }
}

const noLoads = () => Object.fromEntries(NAMES.map((name) => [name, []])) as unknown as Record<Name, Load[]>

const startBefore = async (): Promise<BuiltServer | undefined> =>
  BEFORE === undefined ? undefined : startBuiltServer({ LOG_LEVEL: 'warn' }, { checkout: BEFORE })

async function signedIn(server: BuiltServer): Promise<Product> {
  const { cookies } = await signIn(server.url, 'ada.admin@acme.example')
  return { ...server, cookies }
}

async function openSlow(browser: Browser, product: Product): Promise<Page> {
  const page = await openSignedIn(browser, product)
  await page.addInitScript(() => {
    const load = { content: 0, tasks: [] as number[] }
    Object.assign(window, { load })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) load.content = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) load.tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return page
}

async function measureLoad(page: Page, address: string): Promise<Load> {
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await openWhole(page, address)
  const { content, tasks } = await page.evaluate(
    () => (window as unknown as { load: { content: number; tasks: number[] } }).load,
  )
  const blocked = tasks.reduce((sum, task) => sum + task - 50, 0)
  return { content, blocked, longestTask: Math.max(0, ...tasks), requests }
}

/** The page's elements and styles as HTML. */
const withoutScript = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].map((rule) => rule.cssText),
    )
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const part of copy.querySelectorAll('script, style, link, meta[http-equiv]')) part.remove()
    const style = document.createElement('style')
    style.textContent = rules.join('\n')
    copy.querySelector('head')?.append(style)
    return `<!doctype html>${copy.outerHTML}`
  })

async function startBarePages() {
  const pages = new Map<string, string>()
  const server = createServer((request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(pages.get(request.url ?? '') ?? '<!doctype html>'),
  )
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    pages,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const medianOf = (loads: readonly Load[], part: keyof Load) => median(loads.map((load) => load[part]))

const atMost = (name: string, [ours, reference]: [number, number], { unit = ' ms', most = NaN }): Measure => {
  // Avoids a division by zero: the reference page may have no long task.
  const ratio = ours / Math.max(reference, 1)
  return {
    name,
    ours: `${ours.toFixed(0)}${unit}`,
    reference: `${reference.toFixed(0)}${unit}`,
    ratio: ratio.toFixed(2),
    target: Number.isNaN(most) ? '–' : `≤ ${most}`,
    ...(!Number.isNaN(most) && { isMet: ratio <= most }),
  }
}

const besideBare = (name: Name, ours: readonly Load[], bare: readonly Load[]): Measure[] => [
  atMost(`first content of ${name} ÷ bare page`, [medianOf(ours, 'content'), medianOf(bare, 'content')], {}),
  atMost(`blocked time of ${name} ÷ bare page`, [medianOf(ours, 'blocked'), medianOf(bare, 'blocked')], {}),
]

function amongEachOther(ours: Record<Name, Load[]>): Measure[] {
  const landing = medianOf(ours.landing, 'blocked')
  const most = Math.max(...NAMES.map((name) => medianOf(ours[name], 'requests')))
  return [
    ...(['changes', 'charts'] as const).map((name) =>
      atMost(`blocked time of ${name} ÷ landing`, [medianOf(ours[name], 'blocked'), landing], { most: 1.2 }),
    ),
    atMost('most requests of a screen', [most, MOST_REQUESTS], { unit: '', most: 1 }),
  ]
}

function besideBefore(ours: Record<Name, Load[]>, before: Record<Name, Load[]>): Measure[] {
  const longest = (loads: Record<Name, Load[]>) =>
    Math.max(...NAMES.map((name) => medianOf(loads[name], 'longestTask')))
  return [
    ...NAMES.map((name) =>
      atMost(
        `blocked time of ${name} ÷ before`,
        [medianOf(ours[name], 'blocked'), medianOf(before[name], 'blocked')],
        name === 'landing' ? { most: 0.5 } : {},
      ),
    ),
    atMost('longest task of any screen ÷ before', [longest(ours), longest(before)], { most: 0.1 }),
  ]
}
