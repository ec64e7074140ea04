import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type Person, readAs, signInAt, writeAs } from './support/person.ts'
import { chooseAction } from './support/row.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const JIRA_ID = 'OPI-1795'

/** Posts on the incident, without mails. */
const post = (person: Person, body: string) =>
  writeAs(person, {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: { jira_id: JIRA_ID, priority_type: 'P2', message_type: 'Update', broadcast: 'N', body },
  })

const storedBody = async (person: Person, text: string) => {
  const path = `/api/get_messages/?jira_id=${JIRA_ID}`
  const { messages } = await readAs<{ messages: ManagedMessage[] }>(person, path)
  return messages.find(({ body }) => body.en?.includes(text))?.body.en
}

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Format of Body' }).getByRole('button', { name, exact: true })

test('a message is written with a list, a link and a table, by keyboard as well, and edited as it looks', async () => {
  const person = await signInAt(inject('baseUrl'))
  const { page } = await openAs('administrator', `/edit/${JIRA_ID}`)
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  await body.fill('What we know:')
  await dialog.getByRole('button', { name: 'Format' }).first().focus()
  await page.keyboard.press('Enter')
  await tool(page, 'List').waitFor()
  await expect.poll(() => isFocused(body)).toBe(true)
  await page.keyboard.press('Enter')
  await tool(page, 'List').click()
  await expect.poll(() => tool(page, 'List').getAttribute('aria-pressed')).toBe('true')
  // The editor takes the focus back in a later frame.
  await expect.poll(() => isFocused(body)).toBe(true)
  await page.keyboard.type('Travel is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('slow')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('See ')

  await tool(page, 'Link').click()
  const address = dialog.getByRole('textbox', { name: 'Address of the link' })
  await address.fill('status.example.com')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a whole address').waitFor()
  await expectAccessible(page)
  await address.fill('https://status.example.com')
  await page.keyboard.press('Enter')
  await address.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(body)).toBe(true)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tool(page, 'Table').click()
  await expect.poll(() => isFocused(body)).toBe(true)
  await page.keyboard.type('Service')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('State')
  await tool(page, 'Delete row').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  // Tab leaves the editor, even from a cell of a table.
  await page.keyboard.press('Tab')
  await expect.poll(() => body.evaluate((field) => field.contains(document.activeElement))).toBe(false)

  await page.reload()
  await tool(page, 'List').waitFor()
  await body.getByText('Travel is slow').waitFor()
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await storedBody(person, 'What we know')).toBe(
    '<p>What we know:</p><ul><li>Travel is <strong>slow</strong></li>' +
      '<li>See <a href="https://status.example.com">https://status.example.com</a></li></ul>' +
      '<table><tbody><tr><th>Service</th><th>State</th></tr><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
  )

  await chooseAction(page.getByRole('row', { name: /What we know/ }), 'Edit')
  await body.getByText('Travel is slow').waitFor()
  await dialog.getByText('Must Change A Value').waitFor()
  await body.getByText('What we know:').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' more')
  await dialog.getByText('Must Change A Value').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'As HTML' }).click()
  await expect.poll(() => body.inputValue()).toContain('<p>What we know: more</p><ul>')
  await dialog.getByRole('button', { name: 'Format' }).first().click()
  await body.getByText('What we know: more').waitFor()
  await expectAccessible(page)
})

test('what was typed as text is edited as text; HTML that the editor would lose is shown as such', async () => {
  const person = await signInAt(inject('baseUrl'))
  await post(person, '<p>Plain &amp; simple</p><p>Two lines<br />of it</p>')
  await post(person, '<div>Water is H<sub>2</sub>O</div>')
  const { page } = await openAs('administrator', `/edit/${JIRA_ID}`)
  const dialog = page.getByRole('dialog')
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  await chooseAction(page.getByRole('row', { name: /Plain & simple/ }), 'Edit')
  await expect.poll(() => body.inputValue()).toBe('Plain & simple\n\nTwo lines\nof it')
  await dialog.getByText('Must Change A Value').waitFor()
  await body.fill('Plain & simple\n\nSee <https://status.example.com>')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await storedBody(person, 'Plain')).toBe(
    '<p>Plain &amp; simple</p><p>See &lt;https://status.example.com&gt;</p>',
  )

  await chooseAction(page.getByRole('row', { name: /Water/ }), 'Edit')
  await expect.poll(() => body.inputValue()).toBe('<div>Water is H<sub>2</sub>O</div>')
  const format = dialog.getByRole('button', { name: 'Format' }).first()
  await expect.poll(() => format.getAttribute('aria-disabled')).toBe('true')
  await body.focus()
  await page.keyboard.press('Shift+Tab')
  await dialog.getByText('The editor would lose part of this HTML.').waitFor()
})
