import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectInSight } from '../support/layout.ts'
import { openAs } from '../support/visit.ts'

const WIDE = { width: 1440, height: 900 }

/** Pixels; less than two lines of text. */
const ONE_LINE_PX = 30

const heightsOf = (parts: Locator): Promise<number[]> =>
  parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().height))

const table = async (page: Page) => {
  await page.getByRole('table').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

test.each(['en', 'de', 'fr'])(
  'in %s no severity on incident management takes a second line',
  async (locale) => {
    const { page } = await openAs('administrator', '/incident/review', { viewport: WIDE, locale })
    for (const priority of ['P1', 'P2']) {
      await page.goto(`/incident/review?priority=${priority}`)
      await table(page)
      const words = page.locator('tbody td:nth-child(2) > span')
      const heights = await words.evaluateAll((all) =>
        all.map((element) => element.getBoundingClientRect().height),
      )
      expect(heights.length).toBeGreaterThan(0)
      expect(Math.max(...heights)).toBeLessThan(30)
    }
  },
)

test('where there is little room, no severity breaks inside its word', async () => {
  const { page } = await openAs('administrator', '/incident/review?priority=P2', {
    viewport: { width: 1270, height: 800 },
  })
  await table(page)
  const words = await page.locator('tbody td:nth-child(2) > span').evaluateAll((cells) =>
    cells.map((cell) => {
      const text = cell.lastChild as Text
      const wordLines = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length
      })
      return Math.max(...wordLines)
    }),
  )
  expect(Math.max(...words)).toBe(1)
})

test('a message says on one line when it was created', async () => {
  const { page } = await openAs('administrator', '/edit/OPI-1799', { viewport: WIDE })
  await table(page)
  const heights = await heightsOf(page.locator('tbody td time'))
  expect(heights.length).toBeGreaterThan(2)
  expect(Math.max(...heights)).toBeLessThan(ONE_LINE_PX)
  // All parts of the heading have the same gap. The last part appears later, with the answer of its own call.
  const heading = page.locator('h1 > *')
  await heading.nth(2).waitFor()
  const parts = await heading.evaluateAll((all) =>
    all.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  const gaps = parts.slice(1).map(([left = 0], index) => Math.round(left - (parts[index]?.[1] ?? 0)))
  expect(gaps).toEqual([8, 8])
})

test.each(['en', 'de'])(
  'in %s the entries of the navigation stay where they are from page to page',
  async (locale) => {
    const { page } = await openAs('administrator', '/', { viewport: WIDE, locale })
    const entries = page.locator('nav').first().locator('a')
    const tops = () => entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().top))
    const before = await tops()
    for (const path of ['/incident/review', '/comm_history', '/subscriptions']) {
      await page.goto(path)
      await page.locator(`nav a[aria-current="page"][href="${path}"]`).first().waitFor()
      await expect.poll(() => tops()).toEqual(before)
    }
  },
)

test('the ring around a filter that has the focus is whole', async () => {
  const { page } = await openAs('support', '/history', { viewport: WIDE })
  await table(page)
  const box = page.getByRole('searchbox')
  await box.focus()
  await expectInSight(box)
  const covered = await box.evaluate((element) => {
    const { left, right, bottom } = element.getBoundingClientRect()
    return [2, 4].map((below) => document.elementFromPoint((left + right) / 2, bottom + below)?.tagName)
  })
  expect(covered).not.toContain('TH')
})

test.each([1270, 1440])('at %i px the facts of every incident card stand in one line', async (width) => {
  const { page } = await openAs('support', '/', { viewport: { width, height: 900 } })
  const cards = page.getByRole('article')
  await cards.first().waitFor()
  const shapes = await cards.evaluateAll((all) =>
    all.map((card) => {
      const tops = [...card.querySelectorAll('dd')].map((term) =>
        Math.round(term.getBoundingClientRect().top),
      )
      return [
        new Set(tops).size,
        Math.round(card.querySelector('header')?.getBoundingClientRect().height ?? 0),
      ]
    }),
  )
  expect(shapes.length).toBeGreaterThan(2)
  expect(new Set(shapes.map(String)).size, String(shapes)).toBe(1)
  expect(shapes[0]?.[0]).toBe(1)
})

test('the tools of the top bar load even if the incidents hang or fail', async () => {
  for (const answer of ['hangs', 'fails'] as const) {
    const { page, allow } = await openAs('support', '/history')
    allow(/incidents|500/)
    await page.route('**/api/incidents/?*', (route) =>
      answer === 'fails' ? route.fulfill({ status: 500, body: '{}' }) : undefined,
    )
    await page.goto('/')
    await page.getByRole('button', { name: /^Search/ }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test.each(['de', 'fr'])(
  'in %s no button of the maintenance list breaks or leaves its column',
  async (locale) => {
    const { page } = await openAs('administrator', '/maintenance_event', { viewport: WIDE, locale })
    await table(page)
    const parts = await page.locator('tbody td:last-child :is(button, a)').evaluateAll((all) =>
      all.map((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        const cell = part.closest('td')?.getBoundingClientRect()
        const isInside = part.getBoundingClientRect().left >= (cell?.left ?? Number.POSITIVE_INFINITY)
        return { text: part.textContent, lines: range.getClientRects().length, isInside }
      }),
    )
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.filter(({ lines, isInside }) => lines !== 1 || !isInside)).toEqual([])
  },
)

const widthOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.width ?? 0)

test('a popover and the navigation of a phone are as wide as their design', async () => {
  const { page } = await openAs('support', '/', { viewport: WIDE })
  await page.locator('main button[data-cell]').first().click()
  const popover = page.getByRole('dialog')
  await popover.getByRole('link').last().waitFor()
  await expect.poll(() => widthOf(popover)).toBe(344)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect.poll(() => widthOf(page.getByRole('dialog', { name: 'Main navigation' }))).toBe(280)
})

test.each(['en', 'de', 'fr', 'ja'])(
  'in %s the times in the story of an incident of today take one line',
  async (locale) => {
    const { page } = await openAs('incident_manager', '/details/OPI-1801', {
      viewport: { width: 1270, height: 900 },
      locale,
    })
    const times = page.locator('li > time')
    await times.nth(4).waitFor()
    // From the top of how long ago to the top of the time of day.
    const steps = await times.evaluateAll((all) =>
      all.map(({ firstElementChild: first, lastElementChild: last }) =>
        Math.abs((last?.getBoundingClientRect().top ?? 0) - (first?.getBoundingClientRect().top ?? 0)),
      ),
    )
    expect(Math.max(...steps)).toBeLessThan(4)
  },
)
