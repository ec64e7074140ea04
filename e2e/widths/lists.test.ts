import { expect, test } from 'vitest'
import { expectNoSidewaysScroll } from '../support/layout.ts'
import { cardOf } from '../support/row.ts'
import { openAs } from '../support/visit.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** Height of a one-line row with its border, in pixels. */
const ROW = 37

const LISTS = [
  '/history',
  '/customers?company=100001',
  '/incident/review',
  '/edit/OPI-1801',
  '/maintenance_event',
  '/maintenance_event?tab=windows',
  '/template_management/message',
  '/template_management/notification',
]

test.each(LISTS)('on a wide window a row is one line, on a phone a card: %s', async (address) => {
  const { page } = await openAs('administrator', address, { viewport: WIDE })
  await page.locator('main tbody td:not(:only-child)').first().waitFor()
  const heights = await page
    .locator('tbody tr:has(td)')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(ROW)
  await page.setViewportSize(PHONE)
  await page.locator('main li:has(dt)').first().waitFor()
  await expect.poll(() => page.locator('main table').count()).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('on a phone the card of an event says when it begins and ends, and has its actions', async () => {
  const { page } = await openAs('operator', '/maintenance_event', { viewport: PHONE })
  const card = cardOf(page, /Start.*End/s)
  await card.getByRole('link').first().waitFor()
  await expect.poll(() => card.locator('time').count()).toBeGreaterThanOrEqual(2)
  await card.getByRole('button', { name: /^Actions: / }).waitFor()
})

test('what goes on beyond the end of a table is faded, until one has scrolled there', async () => {
  const { page } = await openAs('administrator', '/maintenance_event', { viewport: WIDE })
  const end = page.locator('main thead th').last()
  const fade = () => end.evaluate((cell) => getComputedStyle(cell, '::before').content)
  await expect.poll(fade).toBe('""')
  const frame = page.locator('main table').locator('..')
  await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(fade).toBe('none')
})

test.each([996, 1200])(
  'at %i px incidents are side by side, so that the grid is soon in sight',
  async (width) => {
    const { page } = await openAs('support', '/', { viewport: { width, height: 900 } })
    await page.getByRole('article').nth(1).waitFor()
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.slice(0, 2).map((card) => card.getBoundingClientRect().top))
    expect(tops[0]).toBe(tops[1])
    await expectNoSidewaysScroll(page)
  },
)

test('on a phone the state of the connection is a dot without a part of its word', async () => {
  const { page } = await openAs('support', '/history', { viewport: PHONE })
  const word = page.getByRole('status').getByText('Live', { exact: true })
  await word.waitFor({ state: 'attached' })
  const { width = 0 } = (await word.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(1)
})

test('a radio button is nearer to its own label than to the label before it', async () => {
  const { page } = await openAs('operator', '/changes', { viewport: WIDE })
  const absolute = page.getByRole('radio', { name: 'Absolute' })
  await absolute.waitFor()
  const own = await page.getByText('Absolute', { exact: true }).boundingBox()
  const before = await page.getByText('Relative', { exact: true }).boundingBox()
  const radio = await absolute.boundingBox()
  const toOwn = (own?.x ?? 0) - ((radio?.x ?? 0) + (radio?.width ?? 0))
  const toBefore = (radio?.x ?? 0) - ((before?.x ?? 0) + (before?.width ?? 0))
  expect(toBefore).toBeGreaterThan(1.5 * toOwn)
})

test.each([1280, 1440])('at %i px one reads whom an event is for, whole', async (width) => {
  const { page } = await openAs('administrator', '/maintenance_event', { viewport: { width, height: 900 } })
  const audiences = page.locator('main tbody td', { hasText: 'External + Internal' })
  await audiences.first().waitFor()
  const cut = await audiences.evaluateAll(
    (cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  )
  expect(cut).toBe(0)
})

test('on a phone the filters of changes fold into one row that scrolls by itself', async () => {
  const { page } = await openAs('operator', '/changes', { viewport: PHONE })
  const filters = page.getByRole('search', { name: 'Filters' })
  const range = filters.getByRole('button', { name: /^Time range/ })
  await range.waitFor()
  const tops = await filters
    .locator('button:has(> svg.tabler-icon-chevron-down)')
    .evaluateAll((chips) => chips.map((chip) => Math.round(chip.getBoundingClientRect().top)))
  expect(tops.length).toBeGreaterThan(3)
  expect(new Set(tops).size).toBe(1)
  await expect.poll(() => filters.locator('input, select').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  const card = page.getByRole('list', { name: 'Changes' }).getByRole('article').first()
  await card.waitFor()
  expect((await card.boundingBox())?.y).toBeLessThan(PHONE.height)
  await range.click()
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('radio', { name: 'Absolute' }).waitFor()
})

test.each(['/sessions', '/deliveries', '/audit', '/administration'])(
  'on a phone the button of a card covers no text: %s',
  async (address) => {
    const { page } = await openAs('administrator', address, { viewport: PHONE, locale: 'de' })
    const cards = page.locator('main li:has(dt, h3):has(button), main li:has(> div > button)')
    await cards.first().waitFor()
    const covered = await cards.evaluateAll((all) =>
      all.flatMap((card) => {
        const buttons = [...card.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
        const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement?.closest('button, .visually-hidden')) continue
          const range = document.createRange()
          range.selectNodeContents(text)
          const isCovered = [...range.getClientRects()].some((line) =>
            buttons.some(
              ({ left, top, right, bottom }) =>
                line.left < right - 1 &&
                line.right > left + 1 &&
                line.top < bottom - 1 &&
                line.bottom > top + 1,
            ),
          )
          if (isCovered) found.push(`${text.textContent}`)
        }
        return found
      }),
    )
    expect(covered).toEqual([])
  },
)

test.each(['de', 'en', 'ja'])(
  'in %s on a phone the buttons of subscriptions stand in one line, at its end',
  async (locale) => {
    const { page } = await openAs('support', '/subscriptions', { viewport: PHONE, locale })
    const submit = page.locator('main form button[type="submit"]')
    await submit.waitFor()
    const boxes = await submit
      .locator('..')
      .locator('button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect()))
    expect(boxes.length).toBe(2)
    expect(boxes[0]?.top).toBe(boxes[1]?.top)
    expect(boxes[1]?.right).toBeGreaterThan(350)
  },
)
