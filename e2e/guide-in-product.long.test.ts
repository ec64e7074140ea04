import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readRouteTable } from './support/album.ts'
import { jumpTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const routeTable = readRouteTable()
const PHONE = { width: 390, height: 844 }

/** Paths of screens that need an id, each with an id from the demo data. */
const EXAMPLES: Record<string, string> = {
  '/details/$id': '/details/OPI-1801',
  '/edit/$id': '/edit/OPI-1801',
  '/template_management/$type': '/template_management/message',
}
const isOpenable = (screen: string) => !/[^-]\$/.test(screen)
const addresses = [...routeTable.matchAll(/^ {4}path: '([^']+)',\n(?:.*\n)*? {4}guide: '([^']+)',$/gm)]
  .map(([, screen = '', guide = '']) => ({ screen, guide }))
  .filter(({ screen }) => !screen.startsWith('/guide') && (screen in EXAMPLES || isOpenable(screen)))
  .map(({ screen, guide }) => ({
    address: EXAMPLES[screen] ?? screen.replaceAll(/\/\{-\$\w+\}/g, ''),
    guide,
  }))

const help = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Help', exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Waits until the element with this id has the focus. */
const hasFocus = (page: Page, id: string) =>
  page.waitForFunction((wanted) => document.activeElement?.id === wanted, id)

test('every screen has a link to its page of the guide', async () => {
  expect(addresses.length).toBeGreaterThan(20)
  const { page } = await openAs('administrator', '/')
  for (const { address, guide } of addresses) {
    await page.goto(address)
    await help(page).waitFor()
    await expect.poll(() => help(page).getAttribute('href'), { message: address }).toBe(`/guide/${guide}`)
    await expect.poll(() => help(page).count(), { message: address }).toBe(1)
  }
})

test('help is opened from a screen by keyboard, read, and its links are followed within the app', async () => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1801')
  await page.getByRole('button', { name: 'Create message' }).waitFor()
  await page.evaluate(() => Object.assign(window, { isStillOpen: true }))
  await help(page).focus()
  await page.keyboard.press('Enter')
  await title(page, 'Post a message about an incident')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/guide/post-a-message')
  await expectAccessible(page)

  const picture = page.getByRole('img', { name: /^The form of a message that will be mailed/ })
  await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction(() =>
    [...document.images].some(
      ({ src, naturalWidth }) => src.includes('create-message') && naturalWidth > 400,
    ),
  )
  const pages = page.getByRole('navigation', { name: 'Pages of the guide' })
  await pages.getByRole('link', { name: 'Plan maintenance and tell people' }).click()
  await title(page, 'Plan maintenance and tell people')
  await page.getByRole('article').getByRole('link', { name: 'messages', exact: true }).click()
  await title(page, 'Post a message about an incident')
  await hasFocus(page, 'in-japanese')
  await expect.poll(() => page.url()).toMatch(/\/guide\/post-a-message#in-japanese$/)
  await page.goBack()
  await title(page, 'Plan maintenance and tell people')
  expect(await page.evaluate(() => 'isStillOpen' in window)).toBe(true)
})

test('g g opens the help of a screen at its section, and the list of shortcuts says so', async () => {
  const { page } = await openAs('support', '/customers')
  await help(page).waitFor()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Help', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await jumpTo(page, 'g', /\/guide\//)
  await title(page, 'Read what is wrong')
  await hasFocus(page, 'one-customer')
})

test('the search finds a section by its words; its texts load with the search, not before', async () => {
  const { page } = await openAs('subscriber', '/history')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  // The palette itself loads once the screen is idle.
  await Promise.all([page.waitForResponse(/assets\/tools-/), page.reload()])
  // The answer may have been for the page before the reload. A key pressed before the app listens is lost.
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  expect(loaded.filter((path) => /assets\/(guide-index|post-a-message)/.test(path))).toEqual([])
  await page.keyboard.press('Control+k')
  const box = page.getByPlaceholder('Pages, incidents by id, customers, commands')
  await box.fill('japanese body precedence')
  await page.getByRole('group', { name: 'Guide' }).getByText('In Japanese', { exact: true }).waitFor()
  expect(loaded.filter((path) => path.startsWith('/assets/guide-index'))).toHaveLength(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await title(page, 'Post a message about an incident')
  await hasFocus(page, 'in-japanese')
})

test('on a phone contents and pages fit the window, and an unknown page leads to the contents', async () => {
  const { page } = await openAs('subscriber', '/guide/nothing', { viewport: PHONE })
  await title(page, 'This page is not in the guide')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Contents of the guide' }).click()
  await title(page, 'Using Aviary')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const names = await page.getByRole('article').locator('table a').allTextContents()
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    await page.getByRole('article').getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('link', { name: 'Contents of the guide' }).waitFor()
    await page.getByRole('article').waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Contents of the guide' }).click()
    await title(page, 'Using Aviary')
  }
})

test('without addresses of a wiki its links lead to the guide', async () => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1801')
  const link = page.getByRole('link', { name: /^How to write messages/ })
  await link.waitFor()
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await title(opened, 'Post a message about an incident')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'FAQ' }).click()
  await title(page, 'Using Aviary')
})
