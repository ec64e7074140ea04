import type { Page } from 'playwright-core'
import { startEmbedded } from '../apps/server/src/database/embedded/embedded.ts'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { fillLists } from '../apps/server/testing/lists.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { noteFrames, openSignedIn } from './browser.ts'
import { type Measure, median, signIn, startProduct } from './product.ts'

const ROWS = 5_000
const PAGE = 25
const ROUNDS = 5
const IDLE_FRAMES = 60
/** In frame intervals; a longer wait means a missed frame. */
const ONE_FRAME = 1.5

/** 5,000 maintenance events and 5,000 templates: whether typing in a filter drops a frame. */
export async function lists(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const { url } = await startEmbedded({ dataDir: product.dataDir, log: () => undefined })
    const database = openDatabase(url, () => undefined)
    await fillLists(database.db, ROWS)
    await database.close()
    await forget(product.url)
    // An administrator, whose rows have all buttons.
    const { cookies } = await signIn(product.url, 'ada.admin@acme.example')
    const page = await openSignedIn(browser, { ...product, cookies })
    return [
      await whileFiltering(page, {
        name: 'events',
        address: '/maintenance_event?view=all',
        typed: 'unit 12',
      }),
      await whileFiltering(page, {
        name: 'templates',
        address: '/template_management/message',
        typed: 'case 49',
      }),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Writes once, so that the server drops its cached lists. */
async function forget(url: string): Promise<void> {
  const manager = await signIn(url, 'ines.incident@acme.example')
  await manager.write('POST', '/api/templates', [
    'Create Template',
    { template_type: 'notification', title: 'One more', body: 'One more' },
  ])
  const operator = await signIn(url, 'oleg.operator@acme.example')
  await operator.write('POST', '/api/v2/maintenance_event', [
    'Create Maintenance Event',
    {
      ...{
        title: 'One more',
        is_internal: 'N',
        created_by: 'oleg.operator@acme.example',
        data_centers: ['us2'],
      },
      ...{ start_date: '2030-01-10T10:00:00-0800', end_date: '2030-01-10T13:00:00-0800' },
    },
  ])
}

type List = { name: string; address: string; typed: string }

async function whileFiltering(page: Page, { name, address, typed }: List): Promise<Measure> {
  await page.goto(address)
  await page.getByText(/^5,0\d\d of 5,0\d\d /).waitFor({ timeout: 60_000 })
  const read = await noteFrames(page)
  const longest: number[] = []
  const idle: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await idleInterval(page, read))
    await filterAndBack(page, typed)
    longest.push(Math.max(...(await read())))
  }
  const [frame, display] = [median(longest), median(idle)]
  return {
    name: `longest frame interval while a filter is typed, applied and taken away, ${ROWS} ${name}`,
    ours: `${frame.toFixed(1)} ms (${longest.map((length) => length.toFixed(0)).join(', ')})`,
    reference: `${display.toFixed(1)} ms with nothing to do`,
    ratio: (frame / display).toFixed(2),
    target: `< ${ONE_FRAME}, no frame is dropped`,
    isMet: frame / display < ONE_FRAME,
  }
}

/** Frame interval of this display without activity. */
async function idleInterval(page: Page, read: () => Promise<number[]>): Promise<number> {
  await read()
  await page.waitForFunction(
    (count) => (window as unknown as { intervals: number[] }).intervals.length >= count,
    IDLE_FRAMES,
  )
  return median(await read())
}

/** Types a filter that shows a full page of other rows, then clears it. */
async function filterAndBack(page: Page, typed: string): Promise<void> {
  await page.getByLabel(/^Filter by/).focus()
  await page.keyboard.type(typed, { delay: 60 })
  await onlyRowsWith(page, typed, true)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await onlyRowsWith(page, typed, false)
}

/** Waits until the page is full and all of its rows contain the text or, if `have` is false, none does. */
const onlyRowsWith = (page: Page, text: string, have: boolean) =>
  page.waitForFunction(
    ({ query, count, isIn }) => {
      const rows = [...document.querySelectorAll('tbody tr')]
      return rows.length === count && rows.every((row) => row.textContent?.includes(query) === isIn)
    },
    { query: text, count: PAGE, isIn: have },
  )
