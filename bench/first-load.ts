import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { freePort } from '../apps/server/testing/free-port.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { countFirstBytes, firstBytes } from '../e2e/support/first-bytes.ts'
import { openSignedIn } from './browser.ts'
import { type Measure, median, startProduct } from './product.ts'

const LOADS = 7
const TARGET_KB = 180

/**
 * First load of `/` with an empty cache: bytes until the grid shows data, and the first paint compared with bare
 * HTML.
 */
export async function firstLoad(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  const bare = await startBarePage()
  try {
    const ours: number[] = []
    const theirs: number[] = []
    let bytes = 0
    for (let round = 0; round < LOADS; round += 1) {
      const page = await openSignedIn(browser, product)
      await countFirstBytes(page)
      await page.goto('/')
      bytes = await firstBytes(page)
      ours.push(await firstPaint(page))
      await page.goto(bare.url)
      theirs.push(await firstPaint(page))
      await page.context().close()
    }
    const kb = bytes / 1024
    const ratio = median(ours) / median(theirs)
    return [
      {
        name: 'bytes of / until the grid shows data',
        ours: `${kb.toFixed(0)} KB`,
        reference: `${TARGET_KB} KB`,
        ratio: (kb / TARGET_KB).toFixed(2),
        target: '≤ 1.00',
        isMet: kb <= TARGET_KB,
      },
      {
        name: 'first contentful paint ÷ bare HTML page',
        ours: `${median(ours).toFixed(0)} ms`,
        reference: `${median(theirs).toFixed(0)} ms`,
        ratio: ratio.toFixed(2),
        target: '≤ 5',
        isMet: ratio <= 5,
      },
    ]
  } finally {
    await browser.close()
    await bare.stop()
    await product.stop()
  }
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0]
          if (entry) resolve(entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/** Baseline: serves a page that contains only a grid as large as the product's. */
async function startBarePage() {
  const row = `<tr><th>Service</th>${'<td>✓</td>'.repeat(7)}</tr>`
  const html = `<!doctype html><title>Bare</title><table>${row.repeat(15)}</table>`
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
