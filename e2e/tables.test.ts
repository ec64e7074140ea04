import { expect, test } from 'vitest'
import { cardOf, menuOf } from './support/row.ts'
import { openAs } from './support/visit.ts'

const PHONE = { width: 390, height: 844 }

test('on a phone the card of an incident opens its details, not the tracker', async () => {
  const { page } = await openAs('support', '/history', { viewport: PHONE })
  const card = cardOf(page, /OPI-\d+/)
  await card.click({ position: { x: 150, y: 100 } })
  await page.waitForURL(/\/details\/OPI-/)
})

test('a second press on its button closes the menu of a row', async () => {
  const { page } = await openAs('administrator', '/maintenance_event')
  const button = menuOf(page).first()
  await button.click()
  await page.getByRole('menuitem').first().waitFor()
  await button.click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await button.getAttribute('aria-expanded')).toBe('false')
})

test('the page stays when the menu of a row cannot be loaded while offline', async () => {
  const { page, allow } = await openAs('administrator', '/maintenance_event', { apart: true })
  allow(/Failed to load resource/)
  const button = menuOf(page).first()
  await button.waitFor()
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('RowMenuItems'))
  await button.click()
  await failed
  await page.waitForTimeout(500)
  expect(await button.isVisible()).toBe(true)
  await page.context().setOffline(false)
})

test('a tap on a cell shows its exact time, and a tap elsewhere hides it', async () => {
  const { page } = await openAs('support', '/maintenance_event', { hasTouch: true, apart: true })
  await page.locator('tbody time').first().tap()
  await page.getByRole('tooltip').filter({ hasText: /P[SD]T/ }).waitFor()
  await page.getByRole('heading', { level: 1 }).tap()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
})
