import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Checks that nothing is wider than the window, once the page has the layout for its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess).toBeLessThanOrEqual(0)
}

/** Checks that the whole element comes to be inside the window and that nothing covers its center. */
export async function expectInSight(part: Locator): Promise<void> {
  const position = () =>
    part.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isWithin = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
      return { isWithin, isOnTop: hit !== null && element.contains(hit), box: [left, top, right, bottom] }
    })
  await expect.poll(position, { message: `${part}` }).toMatchObject({ isWithin: true, isOnTop: true })
}
