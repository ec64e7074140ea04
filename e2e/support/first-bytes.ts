import type { Page } from 'playwright-core'

/** Makes the page's next load of `/` count the bytes that it receives until the first cell of the grid appears. */
export const countFirstBytes = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main [data-status]')) return
      observer.disconnect()
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ]
      const bytes = entries.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0)
      Object.assign(window, { bytes })
    }).observe(document, { childList: true, subtree: true })
  })

/** Waits until the grid shows data; returns the bytes received until then. */
export async function firstBytes(page: Page): Promise<number> {
  await page.waitForFunction(() => 'bytes' in window)
  return page.evaluate(() => (window as unknown as { bytes: number }).bytes)
}
