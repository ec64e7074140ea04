import { type CellStatus, SEVERITIES } from '@aviary/contract/status/rules'
import type { Page } from 'playwright-core'
import { launchChromium } from '../e2e/support/chromium.ts'
import { noteFrames, openSignedIn } from './browser.ts'
import { type Measure, startProduct } from './product.ts'

const SERVICES = 1_000
const DATA_CENTERS = 60
const LONGEST_FRAME_MS = 50
/** In a service with trouble, one cell in this many has a bad status. */
const TROUBLE = 17
const ROUNDS = 3

/** The landing page with 1,000 services in 60 data centers: frames while scrolling, filtering and walking by keys. */
export async function matrix(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const page = await openSignedIn(browser, product)
    await page.setViewportSize({ width: 1440, height: 900 })
    await answerWithLargeMatrix(page)
    await page.goto('/')
    const unfold = page.getByRole('button', { name: /normal in all data centers/ })
    await unfold.click()
    await page.getByRole('grid').waitFor()
    const read = await noteFrames(page)
    const measures: Measure[] = []
    for (const [name, act] of Object.entries(ACTS)) {
      const longest: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.waitForTimeout(500)
        await read()
        await act(page)
        longest.push(Math.max(...(await read())))
      }
      const worst = Math.max(...longest)
      measures.push({
        name: `longest frame interval while ${name}, ${SERVICES} × ${DATA_CENTERS}`,
        ours: `${worst.toFixed(1)} ms (${longest.map((length) => length.toFixed(0)).join(', ')})`,
        reference: `${LONGEST_FRAME_MS} ms`,
        ratio: (worst / LONGEST_FRAME_MS).toFixed(2),
        target: '≤ 1.00',
        isMet: worst <= LONGEST_FRAME_MS,
      })
    }
    return measures
  } finally {
    await browser.close()
    await product.stop()
  }
}

const ACTS: Record<string, (page: Page) => Promise<void>> = {
  'the wheel scrolls down and to the right': async (page) => {
    await page.getByRole('grid').hover({ position: { x: 400, y: 300 } })
    for (let step = 0; step < 30; step += 1) {
      await page.mouse.wheel(step % 3 === 0 ? 120 : 0, 240)
      await page.waitForTimeout(30)
    }
  },
  'the scroll bar jumps to places far apart': async (page) => {
    for (const part of [0.5, 0.1, 0.9, 0, 1, 0.3]) {
      await page.getByRole('grid').evaluate((grid, share) => {
        const scroller = grid.parentElement?.parentElement
        if (scroller) scroller.scrollTop = share * scroller.scrollHeight
      }, part)
      await page.waitForTimeout(150)
    }
  },
  'a filter is typed and taken away': async (page) => {
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('service 12', { delay: 60 })
    await page.waitForTimeout(200)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.waitForTimeout(300)
  },
  'keys walk through it': async (page) => {
    await page.locator('[role="grid"] [tabindex="0"]').focus()
    for (const key of ['PageDown', 'PageDown', 'End', 'PageDown', 'ArrowDown', 'Home', 'PageUp', 'PageUp'])
      await page.keyboard.press(key, { delay: 40 })
  },
}

async function answerWithLargeMatrix(page: Page): Promise<void> {
  const names = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${kind} ${index + 1}`,
      system_name: `${kind}-${index + 1}`,
    }))
  const services = names('Service', SERVICES)
  const dataCenters = names('dc', DATA_CENTERS)
  const cells = Object.fromEntries(
    services.map(({ system_name }, row) => [
      system_name,
      Object.fromEntries(dataCenters.map((place, column) => [place.system_name, statusAt(row, column)])),
    ]),
  )
  const since = services.flatMap(({ system_name: service }) =>
    dataCenters.map(({ system_name: data_center }) => ({
      service,
      data_center,
      since: '2026-09-01T10:00:00.000Z',
    })),
  )
  const answers = {
    services: { services },
    data_centers: { data_centers: dataCenters },
    'v4/status/': cells,
    'v4/status/since/': { cells: since },
  }
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json }))
}

/** Some bad cells in every third service, and some without data in every fourth, not lined up in columns. */
function statusAt(row: number, column: number): CellStatus {
  const place = row * 7_919 + column * 104_729
  if (row % 3 === 0 && place % TROUBLE === 0) return SEVERITIES[1 + (place % 4)] ?? 'OUTAGE'
  return row % 4 === 0 && place % 11 === 0 ? 'NA' : 'NORMAL'
}
