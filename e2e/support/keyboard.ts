import type { Locator, Page } from 'playwright-core'

export const isFocused = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element === document.activeElement)

/** Presses the key until the part has the focus. Throws after 120 presses. */
export async function tabTo(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused(part)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${part}`)
}
