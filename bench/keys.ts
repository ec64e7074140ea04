import type { Locator, Page } from 'playwright-core'
import { openWhole } from './browser.ts'
import type { Measure } from './product.ts'

const SOONEST_MS = 16
const TARGET_MS = 100
const TEXT = 'travel in eu2 is slow'

type Case = { address: string; act: (page: Page) => Promise<number> }

const typeInto = async (field: Locator): Promise<number> => {
  await field.focus()
  await field.pressSequentially(TEXT, { delay: 100 })
  return TEXT.length
}

const press = async (page: Page, keys: readonly string[]): Promise<number> => {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(100)
  }
  return keys.length
}

const field = (page: Page) =>
  page.locator('main input:not([type=radio], [type=checkbox], [type=hidden])').first()

const CASES: Record<string, Case> = {
  'arrow keys in the matrix': {
    address: '/',
    act: async (page) => {
      await page.locator('[role="grid"] [tabindex="0"]').focus()
      return press(
        page,
        Array.from({ length: 20 }, (_, at) => (at % 3 === 2 ? 'ArrowDown' : 'ArrowRight')),
      )
    },
  },
  'a search of everything': {
    address: '/',
    act: async (page) => {
      await page.getByRole('button', { name: /^Search/ }).waitFor()
      await page.keyboard.press('Control+k')
      const search = page.getByPlaceholder('Pages, incidents by id')
      await search.waitFor()
      return typeInto(search)
    },
  },
  'the body of a message': {
    address: '/details/OPI-1801?post=open',
    act: async (page) => {
      const body = page.getByRole('dialog').getByLabel(/^Body/)
      await body.waitFor()
      return typeInto(body)
    },
  },
  'the filter of history': { address: '/history', act: (page) => typeInto(field(page)) },
  'the filter of customers': { address: '/customers', act: (page) => typeInto(field(page)) },
  'the keywords of changes': { address: '/changes', act: (page) => typeInto(field(page)) },
  'Tab through the charts': {
    address: '/charts',
    act: (page) =>
      press(
        page,
        Array.from({ length: 20 }, () => 'Tab'),
      ),
  },
  'the filter of users': { address: '/administration', act: (page) => typeInto(field(page)) },
}

/** Third quartile of the time from a key press to the frame that shows its effect. */
export async function measureKeys(open: () => Promise<Page>): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const [name, { address, act }] of Object.entries(CASES)) {
    const page = await open()
    await openWhole(page, address)
    await page.evaluate(() => {
      const keys = new Map<number, number>()
      Object.assign(window, { keys })
      const isKey = ({ name }: PerformanceEntry) => name.startsWith('key') || name === 'input'
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries().filter(isKey) as PerformanceEventTiming[])
          keys.set(entry.interactionId, Math.max(keys.get(entry.interactionId) ?? 0, entry.duration))
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    })
    const pressed = await act(page)
    await page.waitForTimeout(500)
    const slow = await page.evaluate(() => [
      ...(window as unknown as { keys: Map<number, number> }).keys.values(),
    ])
    await page.context().close()
    // The browser reports only keys that took SOONEST_MS or longer.
    const fast = Array.from({ length: Math.max(0, pressed - slow.length) }, () => SOONEST_MS)
    const times = [...slow, ...fast].toSorted((a, b) => a - b)
    const time = times[Math.floor(times.length * 0.75)] ?? Number.NaN
    measures.push({
      name: `key to frame, ${name}`,
      ours: `${time.toFixed(0)} ms`,
      reference: `${TARGET_MS} ms`,
      ratio: (time / TARGET_MS).toFixed(2),
      target: '≤ 1.00',
      isMet: time <= TARGET_MS,
    })
  }
  return measures
}
