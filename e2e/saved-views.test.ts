import { expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectAccessible, openAs } from './support/visit.ts'

test('a list is saved with its filters, and opened from its title and from the search by keyboard', async () => {
  const { page } = await openAs('administrator', '/deliveries?state=failed')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('Failed mails')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Saved view: Failed mails' }).waitFor()

  await page.goto('/deliveries')
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByRole('link', { name: 'Failed mails' }).press('Enter')
  await page.waitForURL('**/deliveries?state=failed')
  // The list was open before, without a filter; now it applies the view's filter.
  await page.getByRole('button', { name: 'State: failed' }).waitFor()
  await page.getByText('sent', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)

  await page.goto('/')
  await page.getByRole('button', { name: /^Search/ }).press('Enter')
  await page.getByPlaceholder('Pages, incidents by id, customers, commands').fill('failed m')
  await page.getByText('Failed mails').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/deliveries?state=failed')

  await page.getByRole('button', { name: 'Saved view: Failed mails' }).click()
  await page.getByRole('button', { name: 'Delete the view Failed mails' }).click()
  await page.getByText('No view saved yet').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Failed mails' }).count()).toBe(0)
})
