import type { Browser, Page } from 'playwright-core'
import type { Product } from './product.ts'

/** A page in a fresh profile with an empty cache, already signed in. */
export async function openSignedIn(browser: Browser, { url, cookies }: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addInitScript(() => localStorage.setItem('dontShowDisclaimerModal', 'true'))
  const jar = cookies.split('; ').map((part) => {
    const equals = part.indexOf('=')
    return { name: part.slice(0, equals), value: part.slice(equals + 1), url }
  })
  await context.addCookies(jar)
  return context.newPage()
}

/** Opens an address and waits until all of it is loaded, and one second more. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(1_000)
}

/** Starts recording frame intervals; returns a function that reads those since the last call, in milliseconds. */
export async function noteFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const state = window as unknown as { intervals?: number[] }
    const isNoting = state.intervals !== undefined
    state.intervals = []
    if (isNoting) return
    let before = performance.now()
    const tick = (now: number) => {
      state.intervals?.push(now - before)
      before = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  return () => page.evaluate(() => (window as unknown as { intervals: number[] }).intervals.splice(0))
}

/**
 * Starts recording frame intervals; returns a function that reads the longest since the last call, in
 * milliseconds.
 */
export async function watchFrames(page: Page): Promise<() => Promise<number>> {
  const read = await noteFrames(page)
  return async () => Math.max(0, ...(await read()))
}
