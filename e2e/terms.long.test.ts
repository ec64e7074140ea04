import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused, tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { expectAccessible, openAs } from './support/visit.ts'

/** Clicks pass through a tooltip, so `expectInSight` does not find it. */
async function expectInWindow(tooltip: Locator): Promise<void> {
  const edges = () =>
    tooltip.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left >= 0 && right > left && right <= window.innerWidth
    })
  await expect.poll(edges).toBe(true)
}

test.each([
  ['/dora/US2', 'Dora', /^Dora tells which companies depend on a CI/],
  ['/changes', 'CIs', /^CI: configuration item/],
])('a term of %s is explained by keyboard, mouse and tap', async (address, word, explanation) => {
  const { page } = await openAs('administrator', address, { hasTouch: true })
  const term = page.locator('dfn', { hasText: word }).first()
  const tooltip = page.getByRole('tooltip', { name: explanation })
  await term.focus()
  await tooltip.waitFor()
  await page.keyboard.press('Shift+Tab')
  await tooltip.waitFor({ state: 'detached' })
  // Several Tabs may be needed, because the tools of the top bar may have loaded and come before the term.
  await tabTo(page, term)
  await tooltip.waitFor()
  await expectInWindow(tooltip)
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
  await expectAccessible(page)

  await term.hover()
  await tooltip.waitFor()
  await page.mouse.move(0, 0)
  await tooltip.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  // In a narrow window, a filter of the changes is a chip, which opens a field with the word in its label.
  if (address === '/changes') {
    await page.getByRole('button', { name: word, exact: true }).tap()
    // The field gets the focus a moment later, which would hide an explanation that was opened before.
    const field = page.getByRole('dialog', { name: word }).getByRole('combobox')
    await expect.poll(() => isFocused(field)).toBe(true)
  }
  await term.tap()
  await tooltip.waitFor()
  await expect.poll(() => page.getByRole('listbox').isVisible()).toBe(false)
  await expectInWindow(tooltip)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
})
