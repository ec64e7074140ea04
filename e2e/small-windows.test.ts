import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openAs } from './support/visit.ts'

const HIGHEST_ROW = 120

test.each([480, 814])('at %i px tables scroll in their own box, the page does not', async (width) => {
  const { page } = await openAs('administrator', '/', { viewport: { width, height: 900 } })
  for (const address of ['/incident/review', '/edit/OPI-1801', '/deliveries', '/details']) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (address !== '/details') await page.getByRole('table').first().waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(0, ...heights), address).toBeLessThan(HIGHEST_ROW)
    await page.getByText('Live', { exact: true }).waitFor()
    await expectAccessible(page)
  }
})
