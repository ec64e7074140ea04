import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardOf, menuOf } from './support/row.ts'
import { openAs } from './support/visit.ts'

const PHONE = { width: 390, height: 844 }
/** Minimum width and height of a touch target, in pixels. */
const FINGER_PX = 44

const sizeOf = async (target: Locator): Promise<number> => {
  const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 }
  return Math.min(width, height)
}

test('on a phone the card of an incident opens its details, not the tracker', async () => {
  const { page } = await openAs('support', '/history', { viewport: PHONE })
  const card = cardOf(page, /OPI-\d+/)
  await card.click({ position: { x: 150, y: 100 } })
  await page.waitForURL(/\/details\/OPI-/)
})

test('on a phone a finger hits what cards offer', async () => {
  const { page } = await openAs('administrator', '/history', { viewport: PHONE })
  const arrow = cardOf(page, /OPI-\d+/).getByRole('link', { name: /in the tracker/ })
  await expect.poll(() => sizeOf(arrow)).toBeGreaterThanOrEqual(FINGER_PX)
  await page.goto('/administration')
  const end = page.getByRole('button', { name: /^End: / }).first()
  await end.waitFor()
  await expect.poll(() => sizeOf(end)).toBeGreaterThanOrEqual(FINGER_PX)
})

test('a second press on its button closes the menu of a row', async () => {
  const { page } = await openAs('administrator', '/maintenance_event')
  const button = menuOf(page).first()
  await button.click()
  await page.getByRole('menuitem').first().waitFor()
  await button.click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
})

test('the page stays when the menu of a row cannot be loaded while offline', async () => {
  const { page, allow } = await openAs('administrator', '/maintenance_event', { apart: true })
  allow(/Failed to load resource|could not be loaded/)
  const button = menuOf(page).first()
  await button.waitFor()
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('RowMenuItems'))
  await button.click()
  await failed
  await page.waitForTimeout(500)
  await expect.poll(() => button.isVisible()).toBe(true)
  await page.context().setOffline(false)
})

test('a tap on a cell shows its exact time, and a tap elsewhere hides it', async () => {
  const { page } = await openAs('support', '/maintenance_event', { hasTouch: true, apart: true })
  await page.locator('tbody time').first().tap()
  await page
    .getByRole('tooltip')
    .filter({ hasText: /P[SD]T/ })
    .waitFor()
  await page.getByRole('heading', { level: 1 }).tap()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
})

test('on paper a wide table shows all of its rows and columns', async () => {
  const { page } = await openAs('support', '/history', { viewport: { width: 1100, height: 500 } })
  await page.getByRole('row').nth(20).waitFor()
  await page.emulateMedia({ media: 'print' })
  const cut = await page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement as HTMLElement
    const cells = [...table.querySelectorAll('td')]
    return {
      rows: frame.scrollHeight - frame.clientHeight,
      columns: table.scrollWidth - document.documentElement.clientWidth,
      cells: cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
    }
  })
  await page.emulateMedia({ media: null })
  expect(cut.rows).toBeLessThanOrEqual(1)
  expect(cut.columns).toBeLessThanOrEqual(0)
  expect(cut.cells).toBe(0)
})
