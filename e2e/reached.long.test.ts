import { expect, test } from 'vitest'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import { expectAccessible, openAs } from './support/visit.ts'

test.each([
  [1280, 900],
  [390, 844],
])('at %i×%i a manager reads who gets a message before it is mailed', async (width, height) => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1801', { viewport: { width, height } })
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('We have found the cause.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('15:00 UTC')
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()

  const see = dialog.getByRole('button', { name: /^See the \d+ people$/ })
  const people = Number(/\d+/.exec((await see.textContent()) ?? '')?.[0])
  await dialog.getByText(/^At [\d,]+ of [\d,]+ companies$/).waitFor()
  await see.focus()
  await page.keyboard.press('Enter')
  const list = dialog.getByRole('group', { name: 'People who get it' })
  await list.waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(Math.min(people, 200))
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(280)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const first = (await list.getByRole('listitem').first().locator('span').first().textContent()) ?? ''
  await dialog.getByLabel('Address begins with, or company contains').fill(first)
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await dialog.getByLabel('Address begins with, or company contains').fill('')
  const byCompany = dialog.getByRole('button', { name: 'By company' })
  await byCompany.click()
  const companies = dialog.getByRole('group', { name: 'Companies whose people get it' })
  await companies.waitFor()
  const counts = (await companies.getByRole('listitem').allTextContents()).map((text) =>
    Number(/ (\d+) (?:person|people)$/.exec(text)?.[1]),
  )
  const without = dialog.getByText(/belongs? to no known company/)
  const unknown =
    (await without.count()) > 0 ? Number(/\d+/.exec((await without.textContent()) ?? '')?.[0]) : 0
  expect(counts.reduce((sum, count) => sum + count, unknown)).toBe(people)
  if (width < 815)
    for (const button of [
      see,
      byCompany,
      dialog.getByRole('button', { name: 'Who is not reached, and why?' }),
    ])
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expectInSight(dialog.getByRole('button', { name: 'Back' }))
})
