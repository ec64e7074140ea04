import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { signedInAs } from '../support/visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium({ hasScrollbars: true })
})
afterAll(() => browser.close())

const entriesOf = (page: Page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('nav li > a > span')]
    return {
      heights: words.map((word) => word.closest('a')?.getBoundingClientRect().height),
      cut: words
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
      width: document.querySelector('nav li > a')?.getBoundingClientRect().width,
    }
  })

test.each(['en', 'de'])(
  'in %s the scroll bar of the navigation takes no room from its entries',
  async (locale) => {
    const context = await browser.newContext({ baseURL: inject('baseUrl'), locale })
    await context.addCookies(await signedInAs('administrator', inject('baseUrl')))
    await context.addInitScript(() => localStorage.setItem('dontShowDisclaimerModal', 'true'))
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 1600 })
    await page.goto('/sessions')
    await page.locator('nav li > a + span').nth(1).waitFor()
    await page.locator('main td').first().waitFor()
    const isScrolling = () =>
      page.evaluate(() => {
        const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('nav')?.parentElement ?? {}
        return scrollHeight > clientHeight
      })
    const [before, wasScrolling] = [await entriesOf(page), await isScrolling()]
    await page.setViewportSize({ width: 1440, height: 420 })
    expect([wasScrolling, await isScrolling()]).toEqual([false, true])
    await expect.poll(() => entriesOf(page)).toEqual(before)
    expect(before.cut).toEqual([])
    await context.close()
  },
)
