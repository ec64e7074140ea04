import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SCREENS } from '../support/screens.ts'
import { openAs } from '../support/visit.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']

/**
 * Minimum number of checked words (20 in other languages), so that an empty page fails. Japanese and Chinese pages
 * have few words in Latin letters.
 */
const FEWEST_WORDS: Record<string, number> = { ja: 1, zh: 1 }

/** Changes the language without a reload, which would take ten times as long. */
async function choose(page: Page, language: string): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === language) return
  await page.locator('header button:has(svg[data-flag])').click()
  await page.getByRole('menuitem').nth(LANGUAGES.indexOf(language)).click()
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Waits until the layout fits the new size: a phone has a bar at the bottom, and cards instead of tables. */
async function resize(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size)
  const isPhone = size === PHONE
  await page.waitForFunction(
    (isShown) => document.querySelector('nav:has(> button[aria-expanded])')?.checkVisibility() === isShown,
    isPhone,
  )
  if (isPhone) await page.waitForFunction(() => !document.querySelector('main table > colgroup'))
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 50)))
}

/** Runs in the page: buttons whose text is cut, and words of titles, labels and texts that take two lines. */
const faultsOf = () => {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden')
  const cut = [...document.querySelectorAll<HTMLElement>('main button, main [role=tab], nav a, nav button')]
    .flatMap((button) => [button, ...button.querySelectorAll<HTMLElement>('*')])
    .filter((part) => isSeen(part) && getComputedStyle(part).display !== 'inline')
    // Names of records and breadcrumbs may end with an ellipsis, the words of the navigation may not.
    .filter((part) => getComputedStyle(part).textOverflow !== 'ellipsis' || part.closest('nav:not(header *)'))
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 2 && scrollWidth > clientWidth + 1)
    .map((part) => `cut: ${part.textContent}`)
  const broken: string[] = []
  let checked = 0
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const parent = text.parentElement
    // Skips code and typed text, which may contain anything, and Chinese and Japanese, which break anywhere.
    if (!parent || !isSeen(parent) || parent.closest('code, textarea, option')) continue
    for (const { 0: word, index } of text.data.matchAll(/[\p{Script=Latin}\p{Script=Hangul}\p{Number}]+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      )
      if (lines.size > 0) checked += 1
      if (lines.size > 1) broken.push(`broken: ${word} in ${parent.textContent?.slice(0, 60)}`)
    }
  }
  return { checked, found: [...new Set([...cut, ...broken])] }
}

test.each(SCREENS)(
  'in eight languages, at two widths, words and buttons are whole: %s',
  async (path, role) => {
    const { page } = await openAs(role, path, { viewport: WIDE })
    await page.locator('main :is(table, li, dt, article, form, input, [role=grid])').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    const faults: string[] = []
    for (const language of LANGUAGES) {
      await resize(page, WIDE)
      await choose(page, language)
      for (const size of [WIDE, PHONE]) {
        await resize(page, size)
        const { checked, found } = await page.evaluate(faultsOf)
        expect(checked, `${language} ${size.width}`).toBeGreaterThanOrEqual(FEWEST_WORDS[language] ?? 20)
        faults.push(...found.map((fault) => `${language} ${size.width} ${fault}`))
      }
    }
    expect(faults).toEqual([])
  },
)

/** Runs in the page: entries of the navigation in sight that are not one whole line, and how many there are. */
const entriesOf = (line: number) => {
  const entries = [...document.querySelectorAll<HTMLElement>('nav:not(header *) li > a:has(> svg)')].filter(
    (entry) => entry.checkVisibility(),
  )
  const isWhole = (entry: HTMLElement) => {
    const { height, right } = entry.getBoundingClientRect()
    const words = entry.querySelector(':scope > span')?.getBoundingClientRect()
    const end = entry.nextElementSibling?.getBoundingClientRect().left ?? right
    return (
      height <= line && words !== undefined && words.right <= end && entry.scrollWidth <= entry.clientWidth
    )
  }
  return {
    checked: entries.length,
    found: entries.filter((entry) => !isWhole(entry)).map((entry) => entry.textContent),
  }
}

test('in eight languages an entry of the navigation is one line, clear of its count', async () => {
  const { page } = await openAs('administrator', '/history', { viewport: WIDE })
  await page.locator('nav li > a + span').nth(1).waitFor()
  const faults: string[] = []
  for (const language of LANGUAGES) {
    await resize(page, WIDE)
    await choose(page, language)
    const rail = await page.evaluate(entriesOf, 30)
    await resize(page, PHONE)
    await page.locator('nav > button[aria-expanded]').click()
    await page.getByRole('dialog').waitFor()
    const drawer = await page.evaluate(entriesOf, 44)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const { checked, found } of [rail, drawer]) {
      expect(checked, language).toBeGreaterThanOrEqual(15)
      faults.push(...found.map((entry) => `${language}: ${entry}`))
    }
  }
  expect(faults).toEqual([])
})
