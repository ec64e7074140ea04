import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SCREENS } from '../support/screens.ts'
import { openAs } from '../support/visit.ts'

/** Cumulative layout shift that people do not notice. */
const STILL = 0.02

/** Milliseconds; the same for an address in every run, so that answers and files always arrive in the same order. */
const delayOf = (address: string): number => {
  const { pathname } = new URL(address)
  return 50 + ([...pathname].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 7) * 100
}

/** Answers and files arrive one after the other, as over a slow network, so that each may move what is drawn. */
async function slowDown(page: Page): Promise<void> {
  await page.route(/\/(api|assets)\//, async (route) => {
    const address = route.request().url()
    if (address.endsWith('/api/events')) return route.continue()
    await new Promise((resolve) => setTimeout(resolve, delayOf(address)))
    return route.continue()
  })
}

/**
 * Records every layout shift not caused by user input, including shifts before the page's first script ran.
 */
const watchShifts = () => {
  const shifts: { value: number; parts: string[] }[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          parts: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** More than the default search finds: all cards of a page, and more incidents than have a mark. */
const MANY_CHANGES =
  '/changes?change_type=auto&relative_time_number=400&relative_time_unit=days&results_per_page=100'

describe.each([412, 1280])('at %i px nothing moves while it loads:', (width) => {
  test.each([...SCREENS, [MANY_CHANGES, 'support'] satisfies (typeof SCREENS)[number]])(
    '%s',
    async (path, role) => {
      const { page } = await openAs(role, '/not-found', { viewport: { width, height: 900 }, apart: true })
      await page.addInitScript(watchShifts)
      await slowDown(page)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: { value: number; parts: string[] }[] }).shifts,
      )
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(STILL)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
})
