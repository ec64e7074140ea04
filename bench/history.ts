import type { Page } from 'playwright-core'
import { launchChromium } from '../e2e/support/chromium.ts'
import { incident, ingest } from '../e2e/support/records.ts'
import { openSignedIn, watchFrames } from './browser.ts'
import { type Measure, type Product, startProduct } from './product.ts'

const INCIDENTS = 20_000
const BATCH = 1_000
const LONGEST_FRAME_MS = 50
const DAY_MS = 86_400_000
const NEWEST = 30_000

/**
 * 20,000 incidents in `/history`: round trips until the first rows, and how long sorting and filtering block a
 * frame.
 */
export async function history(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    await ingestHistory(product)
    const page = await openSignedIn(browser, product)
    await noteCalls(page)
    const startedAt = performance.now()
    await page.goto('/history')
    await page.waitForFunction(() => 'calls' in window)
    const firstRows = performance.now() - startedAt
    const before = await page.evaluate(() => (window as unknown as { calls: number }).calls)
    await page.getByText(/^20,\d{3} of 20,\d{3} incidents$/).waitFor({ timeout: 120_000 })
    const allRows = performance.now() - startedAt
    return [
      {
        name: 'answers needed for the first rows',
        ours: String(before),
        reference: '1',
        ratio: before.toFixed(2),
        target: '≤ 1',
        isMet: before <= 1,
      },
      {
        name: 'first rows shown ÷ all 20,000 loaded',
        ours: `${firstRows.toFixed(0)} ms`,
        reference: `${allRows.toFixed(0)} ms`,
        ratio: (firstRows / allRows).toFixed(2),
        target: '< 1',
        isMet: firstRows < allRows,
      },
      frameMeasure('the list is sorted by another column', await whileSorting(page)),
      frameMeasure('a filter is typed and applied', await whileFiltering(page)),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Records the number of answered incident calls when the first row appears. */
async function noteCalls(page: Page): Promise<void> {
  await page.addInitScript((first) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`a[href="/details/${first}"]`)) return
      observer.disconnect()
      const calls = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/incidents/'))
      Object.assign(window, { calls: calls.length })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, `OPI-${NEWEST}`)
}

async function ingestHistory(product: Product): Promise<void> {
  const newest = Date.parse('2026-08-30T10:00:00Z')
  for (let first = 0; first < INCIDENTS; first += BATCH) {
    const records = Array.from({ length: BATCH }, (_, index) => {
      const age = first + index
      const start = newest - age * (DAY_MS / 8)
      return incident(`OPI-${NEWEST - age}`, {
        status: 'RESOLVED',
        details: `Disruption number ${age}`,
        start_date: new Date(start).toISOString(),
        end_date: new Date(start + 3_600_000).toISOString(),
        affected_services: [['Expense', 'Travel', 'Mobile'][age % 3]],
      })
    })
    await ingest('incidents', records, product)
  }
}

const frameMeasure = (what: string, frame: number): Measure => ({
  name: `longest frame while ${what}`,
  ours: `${frame.toFixed(0)} ms`,
  reference: `${LONGEST_FRAME_MS} ms`,
  ratio: (frame / LONGEST_FRAME_MS).toFixed(2),
  target: '≤ 1',
  isMet: frame <= LONGEST_FRAME_MS,
})

async function whileSorting(page: Page): Promise<number> {
  const longest = await watchFrames(page)
  await page.getByRole('columnheader', { name: /^OPI/ }).getByRole('button').click()
  await page.getByRole('row').nth(1).getByRole('link', { name: 'View OPI-1001' }).waitFor()
  return longest()
}

async function whileFiltering(page: Page): Promise<number> {
  const longest = await watchFrames(page)
  await page.getByLabel(/^Filter by/).pressSequentially('OPI-1234', { delay: 60 })
  await page.getByText(/^[\d,]{1,5} of 20,\d{3} incidents/).waitFor()
  return longest()
}
