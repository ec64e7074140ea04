import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'

export const isFocused = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element === document.activeElement)

type Direction = 'Tab' | 'Shift+Tab'

/** Presses the key until the part has the focus; returns how often. Throws after 120 presses. */
export async function tabTo(page: Page, part: Locator, key: Direction = 'Tab'): Promise<number> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused(part)) return presses
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${part}`)
}

/** Opens a page found in the command palette; the screen takes the focus. */
export async function openByPalette(page: Page, text: string, url: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Pages, incidents by id, customers, commands')
  await field.waitFor()
  await page.keyboard.type(text)
  await page
    .getByRole('dialog')
    .getByRole('button')
    .filter({ hasText: new RegExp(text, 'i') })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(url)
  await expectScreenFocused(page)
}

/** Waits until the screen has the focus, as after each step to another screen. */
export const expectScreenFocused = (page: Page) =>
  expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)

/** Opens a page by `g` and its letter. Repeats both if a busy machine put too much time between them. */
export const jumpTo = (page: Page, letter: string, url: RegExp) =>
  vi.waitFor(
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await page.waitForURL(url, { timeout: 5_000 })
    },
    { timeout: 60_000 },
  )
