import { expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { openAs } from './support/visit.ts'

const ADDRESS = '/details/OPI-1801'

test('an incident on paper: the story from its beginning, exact times, addresses, nothing to press', async () => {
  const { page } = await openAs('administrator', ADDRESS)
  const entries = page.locator('#story ol > li')
  await entries.nth(3).waitFor()
  // With these the story is whole.
  await page
    .getByRole('region', { name: 'What changed before this incident' })
    .getByRole('listitem')
    .first()
    .waitFor()
  const times = () =>
    entries.evaluateAll((all) =>
      all
        .map((entry) => ({
          top: entry.getBoundingClientRect().top,
          at: entry.querySelector('time')?.dateTime ?? '',
        }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ at }) => at),
    )
  const onScreen = await times()
  expect(onScreen).toEqual(onScreen.toSorted().toReversed())
  await page.emulateMedia({ media: 'print' })
  const foot = page.getByText(`Aviary · ${new URL(ADDRESS, page.url()).href} ·`)
  // The foot and the styles for paper are loaded once the page is idle.
  const print = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    return foot.isVisible()
  }
  await expect.poll(print).toBe(true)

  await expect.poll(() => times()).toEqual(onScreen.toSorted())
  const shown = await entries
    .first()
    .locator('time')
    .first()
    .evaluate((time) => [getComputedStyle(time, '::after').content, time.getAttribute('title')])
  expect(shown[0]).toBe(`"${shown[1]}"`)
  const repeated = await page.locator('main header dd').evaluateAll((all) =>
    all.filter((fact) => {
      const exact = fact.querySelector('strong > time')?.getAttribute('title')
      const note = fact.querySelector(':scope > span > span') ?? fact.querySelector(':scope > span')
      return exact && note?.textContent.includes(exact) && note.checkVisibility()
    }),
  )
  expect(repeated).toEqual([])
  const toTracker = page.locator('h1 a')
  const after = await toTracker.evaluate((link) => getComputedStyle(link, '::after').content)
  expect(after).toContain('OPI-1801')
  await expect
    .poll(() =>
      page.getByRole('main').locator('.mantine-Button-root:visible, select:visible, input:visible').count(),
    )
    .toBe(0)
  await page.emulateMedia({ media: null })
})

test('on paper ticks stay, and the dark theme becomes the light one until the print has ended', async () => {
  const { page } = await openAs('administrator', '/subscriptions')
  const box = page.getByRole('main').getByRole('checkbox').first()
  await box.waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  const theme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  const print = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    return theme()
  }
  await expect.poll(theme).toBe('dark')
  await expect.poll(print).toBe('light')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => box.isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isVisible()).toBe(false)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => theme()).toBe('dark')
  await page.emulateMedia({ media: null })
})

test('a print without an end has ended when somebody types, and the focus is where it was', async () => {
  const { page } = await openAs('administrator', '/subscriptions', { colorScheme: 'dark' })
  const box = page.getByRole('main').getByRole('checkbox').first()
  await box.focus()
  const theme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  const print = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    return theme()
  }
  await expect.poll(print).toBe('light')
  await box.evaluate((element) => element.blur())
  await page.keyboard.press('Shift')
  await expect.poll(() => theme()).toBe('dark')
  await expect.poll(() => isFocused(box)).toBe(true)
})

test('as wide as paper, a window for the desk keeps its tables', async () => {
  for (const [address, role] of [
    ['/', 'grid'],
    ['/history', 'table'],
  ] as const) {
    const { page } = await openAs('support', address, { viewport: { width: 1440, height: 900 } })
    const table = page.getByRole(role).first()
    await table.getByRole('row').nth(5).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.waitForFunction(() => matchMedia('(max-width: 814px)').matches)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    await expect.poll(() => table.isVisible()).toBe(true)
    await expect.poll(() => page.locator('main li:has(dt)').count()).toBe(0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => table.isVisible()).toBe(true)
  }
})

test.each(['/history', '/maintenance_event?view=all', '/customers?company=100001', '/audit', '/deliveries'])(
  'in portrait the rows of a wide table are records with named facts, and nothing shrinks: %s',
  async (address) => {
    const { page } = await openAs('administrator', address, { viewport: { width: 1440, height: 900 } })
    const table = page.locator('main table').first()
    await table.locator('tbody td + td').nth(8).waitFor()
    const titles = await table.locator('thead th:not([data-end])').allInnerTexts()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    const paper = await table.evaluate((element) => {
      const row = element.querySelector('tbody tr:has(td)') as HTMLElement
      const facts = [...row.querySelectorAll<HTMLElement>('td:not(:first-child, [data-end])')]
      return {
        names: facts.map((fact) => getComputedStyle(fact, '::before').content.replaceAll('"', '')),
        // A name and three lines; a long text has the whole width.
        isTall: facts.some(({ offsetHeight, offsetWidth }) => offsetHeight > 80 && offsetWidth < 600),
        width: document.documentElement.scrollWidth,
      }
    })
    expect(paper.names).toEqual(titles.slice(1).map((title) => title.trim()))
    expect(paper.isTall).toBe(false)
    expect(paper.width).toBeLessThanOrEqual(718)
    await page.emulateMedia({ media: null })
  },
)

test('in landscape a wide table stays a table', async () => {
  const { page } = await openAs('administrator', '/history', { viewport: { width: 1440, height: 900 } })
  await page.getByRole('row').nth(5).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1047, height: 700 })
  const heads = page.locator('main thead th').filter({ visible: true })
  await expect.poll(() => heads.count()).toBeGreaterThan(5)
  await page.emulateMedia({ media: null })
})

test('an open dialog is printed whole and alone, menus and forms of the page are not', async () => {
  const { page } = await openAs('administrator', '/deliveries', { viewport: { width: 1440, height: 400 } })
  await page
    .getByRole('button', { name: /^View mail/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('document').waitFor()
  const main = page.getByRole('main')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('main').isVisible()).toBe(false)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await expect.poll(() => dialog.getByRole('document').isVisible()).toBe(true)
  const shape = await dialog.evaluate((element) => {
    const { top, left } = element.getBoundingClientRect()
    return {
      hidden: element.scrollHeight - element.clientHeight,
      outside: [...element.querySelectorAll('*')].filter(
        ({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
      ).length,
      position: getComputedStyle(element.parentElement as Element).position,
      top,
      left,
    }
  })
  expect(shape).toMatchObject({ hidden: 0, outside: 0, position: 'static', left: 0 })
  await expect
    .poll(() =>
      page.locator('.mantine-Drawer-overlay, .mantine-Drawer-close').filter({ visible: true }).count(),
    )
    .toBe(0)
  await expect.poll(() => page.getByText(/^Delivery.* · Aviary ·/).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  await expect.poll(() => main.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false)
  await expect.poll(() => main.isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
})

test('a form with a preview is printed in one column, with what was typed', async () => {
  const { page } = await openAs('administrator', '/edit/OPI-1801', { viewport: { width: 1440, height: 500 } })
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  const body = dialog.getByLabel('Body')
  const text = Array.from({ length: 30 }, (_, line) => `Line ${line} of what was found`).join('\n')
  await body.fill(text)
  const preview = dialog.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('Line 29 of what was found').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect.poll(() => page.locator('main').isVisible()).toBe(false)
  await expect.poll(() => body.inputValue()).toBe(text)
  const form = await body.boundingBox()
  const mail = await preview.boundingBox()
  expect(form?.width).toBeGreaterThan(600)
  expect(mail?.width).toBeGreaterThan(600)
  expect(mail?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0))
  for (const part of [body, preview])
    expect(await part.evaluate((whole) => whole.scrollHeight - whole.clientHeight)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ media: null })
})

test('in forced colours an outage is filled, a pressed chip is outlined, and bars show', async () => {
  const { page } = await openAs('administrator', ADDRESS)
  await page.locator('#story ol > li').first().waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  const text = await page.evaluate(() => getComputedStyle(document.body).color)
  const styleOf = (
    selector: string,
    property: 'backgroundColor' | 'outlineStyle' | 'borderTopStyle' | 'color',
  ) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property)
  for (const outage of [
    'header [data-status="OUTAGE"][data-size="large"]',
    'header [data-status="OUTAGE"]:has-text("outage")',
  ]) {
    await expect.poll(() => styleOf(outage, 'backgroundColor')).toBe(text)
    await expect.poll(() => styleOf(outage, 'color')).not.toBe(text)
  }
  await expect.poll(() => styleOf('#story button[aria-pressed="true"]', 'outlineStyle')).toBe('solid')
  await expect.poll(() => styleOf('#story button[aria-pressed="false"]', 'outlineStyle')).toBe('none')
  await expect.poll(() => styleOf('[role="progressbar"]', 'borderTopStyle')).toBe('solid')
  await page.emulateMedia({ forcedColors: null })
})
