import { expect, test } from 'vitest'
import { exactSecond, relativeTime, shortTime } from '../../apps/web/src/shared/time/words.ts'
import {
  SECOND_TIME_WIDTH,
  SHORT_TIME_WIDTH,
  TIME_WIDTH,
  timeWidth,
} from '../../apps/web/src/ui/table/table-column.ts'
import { openAs } from '../support/visit.ts'

const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const NOW = Date.parse('2026-11-27T12:00:00Z')
const HOUR = 3_600_000
const DAYS = 800

/** Distances from now that together use every unit, count, month and number of digits. */
const AGES = [
  ...Array.from({ length: 59 }, (_, count) => (count + 1) * 1_000),
  ...Array.from({ length: 59 }, (_, count) => (count + 1) * 60_000),
  ...Array.from({ length: 23 }, (_, count) => (count + 1) * HOUR),
  ...Array.from({ length: DAYS }, (_, count) => (count + 1) * 24 * HOUR),
]
const TIMES = AGES.flatMap((age) => [NOW - age, NOW + age])

/** The texts of a time on a row, as `RowTime` and `TimeWithSeconds` write them. */
const textsOf = (language: string) =>
  TIMES.map((time) => {
    const relative = relativeTime(time, NOW, language)
    const short = shortTime(time, NOW, { language, timeZone: 'UTC' })
    return { relative, short, exact: `${exactSecond(time, language)} (${relative})` }
  })

/** Runs in the page: the widest time of each kind in px, with the padding of its cell. */
function widest(texts: ReturnType<typeof textsOf>) {
  const time = document.querySelector<HTMLElement>('main td time:has(> span + span)')
  const cell = time?.closest('td')
  if (!time || !cell) throw new Error('no time on a row')
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  const copies = texts.map(({ relative, short, exact }) => {
    const copy = time.cloneNode(true) as HTMLElement
    const [first, second] = copy.children as unknown as [HTMLElement, HTMLElement]
    const seconds = document.createElement('span')
    first.textContent = `${relative} `
    second.textContent = short
    seconds.textContent = exact
    cell.append(copy, seconds)
    return { copy, second, seconds }
  })
  const widthOf = (parts: HTMLElement[]) =>
    padding + Math.max(...parts.map((part) => part.getBoundingClientRect().width))
  return [
    widthOf(copies.map(({ copy }) => copy)),
    widthOf(copies.map(({ second }) => second)),
    widthOf(copies.map(({ seconds }) => seconds)),
  ]
}

test.each(LANGUAGES)('in %s no time on a row is cut, however far it is from now', async (language) => {
  const { page } = await openAs('support', '/history', { viewport: { width: 1440, height: 900 } })
  await page.locator('main td time > span + span').first().waitFor()
  const [whole, short, seconds] = await page.evaluate(widest, textsOf(language))
  const room = (width: string) => timeWidth(width, language) ?? 0
  expect(whole).toBeLessThanOrEqual(room(TIME_WIDTH))
  expect(short).toBeLessThanOrEqual(room(SHORT_TIME_WIDTH))
  expect(seconds).toBeLessThanOrEqual(room(SECOND_TIME_WIDTH))
})
