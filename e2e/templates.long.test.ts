import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { chooseAction, menuOf } from './support/row.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title })

test('an incident manager creates, edits, looks back at and deletes a template', async () => {
  const { page } = await openAs('incident_manager', '/incident/review')
  await page.getByRole('link', { name: 'Manage templates' }).click()
  await page.waitForURL(/\/template_management\/message$/)
  await rowOf(page, 'Investigating').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Create Template' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create the template' })
  await dialog.getByLabel('Body').fill('Reports are slow today.\n\nWe look into it.')
  await dialog.getByLabel('Title').focus()
  await page.keyboard.press('Tab')
  await dialog.getByText('Title is a required field').first().waitFor()
  await expect.poll(() => create.isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toContain('We look into it.')
  await dialog.getByLabel('Title').fill('Slow reports')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Affected service').selectOption('Expense')
  await create.click()
  await dialog.waitFor({ state: 'detached' })

  await chooseAction(rowOf(page, 'Slow reports'), 'Edit', 'Slow reports')
  await dialog.getByText('Must Modify A Value').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('')
  await dialog.getByText('Value Missing').waitFor()
  await dialog.getByLabel('Title').fill('Slow reports')
  await dialog.getByLabel('Affected service').selectOption('Travel')
  await dialog.getByLabel('Body').fill('<p>Reports are slow.</p><p>We have looked into it.</p>')
  await dialog.getByRole('button', { name: 'Show Change History' }).click()
  await dialog.getByText('This template has not been changed yet').waitFor()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })

  await chooseAction(rowOf(page, 'Slow reports'), 'Edit')
  await dialog.getByRole('button', { name: 'Show Change History' }).click()
  const change = dialog.getByRole('listitem')
  await change.getByText('ines.incident@acme.example').waitFor()
  await expect
    .poll(() => change.locator('del').allTextContents())
    .toEqual([
      expect.stringContaining('Expense'),
      expect.stringContaining('today'),
      expect.stringContaining('look'),
    ])
  await expect
    .poll(() => change.locator('ins').allTextContents())
    .toEqual([expect.stringContaining('Travel'), expect.stringContaining('have looked')])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hide Change History' }).click()
  await change.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await chooseAction(rowOf(page, 'Slow reports'), 'Delete')
  await dialog.getByText('Slow reports: Reports are slow. We have looked into it.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await rowOf(page, 'Slow reports').waitFor({ state: 'detached' })
})

test('of two who edit one template the second sees what the first changed, and chooses', async () => {
  const first = await openAs('incident_manager', '/template_management/message')
  const second = await openAs('operator', '/template_management/message')
  const edit = async ({ page }: { page: Page }) => {
    await chooseAction(page, 'Edit', 'Still working on it')
    return page.getByRole('dialog')
  }
  const theirs = await edit(first)
  const mine = await edit(second)
  await mine.getByLabel('Title').fill('Mine')
  await theirs.getByLabel('Title').fill('Still working on it today')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await theirs.waitFor({ state: 'detached' })

  // The second page must be notified before it saves.
  await mine.getByText('ines.incident@acme.example changed this template meanwhile').waitFor()
  await mine.locator('ins', { hasText: 'today' }).waitFor()
  await expect.poll(() => mine.getByLabel('Title').inputValue()).toBe('Mine')
  await expect.poll(() => mine.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await expectAccessible(second.page)
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => isFocused(mine.getByLabel('Title'))).toBe(true)
  await mine.getByLabel('Title').fill('Still working on it')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await mine.waitFor({ state: 'detached' })
  await rowOf(first.page, 'Still working on it').waitFor()
})

test('an operator without delete_template has no delete button, walks the screen by keyboard and filters', async () => {
  const { page } = await openAs('operator', '/template_management/message')
  await rowOf(page, 'Investigating').waitFor()
  await menuOf(rowOf(page, 'Investigating')).click()
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  const create = page.getByRole('button', { name: 'Create Template' })
  await create.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/template_management\/notification$/)
  await rowOf(page, 'Personalized Acme Open').waitFor()
  await expectAccessible(page)

  await create.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => isFocused(dialog.getByLabel('Title'))).toBe(true)
  await expectAccessible(page)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you typed?').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(create)).toBe(true)

  await page.getByRole('searchbox').fill('cancelled')
  await page.getByText('1 of 5 templates').waitFor()
  await page.waitForURL(/filter=cancelled/)
  await page.reload()
  await page.getByText('1 of 5 templates').waitFor()
  for (const width of [480, 814, 996, 1270]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})

test('a message takes a template of type message, and none of the other type', async () => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1796')
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Template').selectOption('Investigating')
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toContain('We are aware of a problem')
  const offered = await dialog.getByLabel('Template').locator('option').allTextContents()
  expect(offered).toContain('Back to normal')
  expect(offered).not.toContain('Maintenance is planned')
})

test('templates of another kind are not found', async () => {
  const { page } = await openAs('support', '/template_management/rumour')
  await page.waitForURL(/\/not-found$/)
})
