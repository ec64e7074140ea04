import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { startTranslator, type TestTranslator } from '../apps/server/testing/translator.ts'
import { isFocused } from './support/keyboard.ts'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open, openAs, pickIdentity } from './support/visit.ts'

let smtp: TestSmtp
let translator: TestTranslator
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  translator = await startTranslator()
  server = await startBuiltServer({ SMTP_URL: smtp.url, TRANSLATE_URL: translator.url })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  await translator.close()
  expect(errorsIn(server.log())).toEqual([])
})

test('a manager broadcasts on a P1: count, preview, confirmation, and the mails arrive once each', async () => {
  const { page } = await openAs('incident_manager', '/incident/review', { baseUrl: server.url })
  await page.getByRole('link', { name: 'OPI-1801' }).click()
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  const goOn = dialog.getByRole('button', { name: 'Go on to confirmation' })
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('We have found the cause.\n\nThe fix is on its way.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByText('Next Update required').waitFor()
  await expect.poll(() => goOn.isDisabled()).toBe(true)
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('15:00 UTC')
  await expectAccessible(page)
  await goOn.click()

  await dialog.getByText('These e-mails go EXTERNAL').waitFor()
  const counts =
    (await dialog
      .getByText(/^Recipients: \d+\./)
      .locator('..')
      .textContent()) ?? ''
  const people = Number(/\d+/.exec(counts)?.[0])
  expect(people).toBeGreaterThan(50)
  const rows = ['English', '日本語'].map((language) =>
    Number(new RegExp(`${language}: (\\d+)`).exec(counts)?.[1]),
  )
  await dialog.getByText('Outage: Travel in eu2, CCPS, apj1', { exact: true }).waitFor()
  await dialog.getByText('The fix is on its way.').first().waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await dialog.getByRole('button', { name: 'Who is not reached, and why?' }).click()
  await dialog.getByText('subscribes to other services').first().waitFor()
  await dialog.getByRole('combobox', { name: 'The mail as they will read it' }).selectOption('ja')
  await dialog.getByText('[ja] The fix is on its way.').waitFor()
  await expectAccessible(page)
  expect(smtp.received).toEqual([])

  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toContain('The fix is on its way.')
  await expect.poll(() => isFocused(dialog.getByLabel('Body'))).toBe(true)
  const japanese = dialog.getByLabel('Japanese body')
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Add Japanese body' }))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(japanese)).toBe(true)
  await page.keyboard.insertText('原因が判明しました。')
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => japanese.inputValue()).toBe('原因が判明しました。')
  await goOn.click()
  // The text that a person typed takes precedence over the translator's.
  await dialog.getByRole('combobox', { name: 'The mail as they will read it' }).selectOption('ja')
  const mail = dialog.getByRole('document', { name: 'The mail as they will read it' })
  await mail.getByText('原因が判明しました。').waitFor()
  await expect.poll(() => mail.getByText('[ja]').count()).toBe(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
  await page.getByText('The message has been posted').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`Sent: ${people}`).waitFor()
  await page.getByText('We have found the cause. The fix is on its way.').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  expect(smtp.received).toHaveLength(people)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(people)
  const mails = await Promise.all(smtp.received.map((_, index) => smtp.read(index)))
  const inEnglish = mails.filter(({ html }) => html?.includes('<p>The fix is on its way.</p>'))
  expect(inEnglish[0]).toMatchObject({
    subject: 'Outage: Travel in eu2, CCPS, apj1',
    text: expect.stringContaining('Next Update: 15:00 UTC'),
  })
  const inJapanese = mails.filter(({ html }) => html?.includes('<p>原因が判明しました。</p>'))
  expect([inEnglish.length, inJapanese.length]).toEqual(rows)
  expect(mails.filter(({ html }) => html?.includes('[ja]'))).toEqual([])
})

test('support looks up in the ledger who was sent what, and reads the mail', async () => {
  const { page } = await openAs('support', '/deliveries?reference=OPI-1801', { baseUrl: server.url })
  await page
    .getByRole('button', { name: /^View mail/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'E-mail address' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('sue.subscriber@acme.example')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/email=sue/)
  // The newest mail comes first; the demo data contain another one to her.
  await page.getByRole('button', { name: 'View mail: sue.subscriber@acme.example, OPI-1801' }).first().click()
  await page.getByRole('dialog').getByText('The fix is on its way.').waitFor()
  await expectAccessible(page)
})

test('a message is edited and deleted, and what is typed survives a reload', async () => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1796', { baseUrl: server.url })
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  const post = dialog.getByRole('button', { name: 'Post message' })
  await dialog.getByLabel('Body').fill('Half a thought')
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('Half a thought')
  await dialog.getByLabel('Message type').selectOption({ index: 1 })
  await dialog.getByRole('radio', { name: 'No' }).check()
  await post.click()
  await dialog.waitFor({ state: 'detached' })

  const row = page.getByRole('row', { name: /Half a thought/ })
  await chooseAction(row, 'Edit')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await dialog.getByText('Must Change A Value').waitFor()
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  const japanese = dialog.getByLabel('Japanese body')
  await expect.poll(() => japanese.inputValue()).toBe('[ja] Half a thought')
  await body.fill(' ')
  await dialog.getByText('Value Missing').waitFor()
  await expect.poll(() => save.isDisabled()).toBe(true)
  await body.fill('<p>A whole thought</p>')
  await japanese.fill('考えがまとまりました')
  await expectAccessible(page)
  await save.click()
  await dialog.waitFor({ state: 'detached' })

  const changed = page.getByRole('row', { name: /A whole thought/ })
  await chooseAction(changed, 'What changed')
  const history = page.getByRole('dialog', { name: /^What changed/ })
  await history.getByText('removed: Half').waitFor()
  await history.getByText('added: A whole').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
  await chooseAction(changed, 'Edit')
  await expect.poll(() => japanese.inputValue()).toBe('考えがまとまりました')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction(changed, 'Delete')
  await page.getByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('row', { name: /A whole thought/ }).waitFor({ state: 'detached' })
})

test('an operator has no button, no screen, and no right', async () => {
  const { page, allow } = await openAs('operator', '/edit/OPI-1801', { baseUrl: server.url })
  await page.getByText('It needs the action “Open incident management”').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create message' }).count()).toBe(0)
  allow(/403/)
  const status = await page.evaluate(async () => {
    const token = /tokens=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const audit = {
      application_name: 'Aviary',
      user_email: 'oleg.operator@acme.example',
      action_name: 'Create Message',
    }
    const draft = {
      jira_id: 'OPI-1801',
      priority_type: 'P1',
      message_type: 'Update',
      body: 'x',
      broadcast: 'N',
    }
    const answer = await fetch('/api/create_message/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': token },
      body: JSON.stringify({ ...draft, audit_log_data: audit }),
    })
    return answer.status
  })
  expect(status).toBe(403)
})

test('the banner that a manager shows is on another open page at once', async () => {
  const other = await open('/')
  await pickIdentity(other.page, 'subscriber')
  const { page } = await openAs('incident_manager', '/incident/review')
  await expect.poll(() => new URL(page.url()).origin).toBe(inject('baseUrl'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'Shown' }).check()
  await page.getByRole('button', { name: 'Submit: show on every page' }).click()
  const banner = other.page.getByText('We are aware of a service disruption')
  await page.getByText('The banner is shown on every page').waitFor()
  await banner.waitFor({ timeout: 25_000 })
  await page.getByRole('radio', { name: 'Hidden' }).check()
  await page.getByRole('button', { name: 'Submit: hide' }).click()
  await banner.waitFor({ state: 'detached' })
})

const LONG_BODY = Array.from({ length: 120 }, (_, line) => `Line ${line} of a very long mail.`).join('\n\n')

test.each([
  [1440, 900],
  [1260, 800],
  [390, 844],
])('at %i×%i the buttons of a message and of its confirmation are in sight', async (width, height) => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1796', {
    baseUrl: server.url,
    viewport: { width, height },
  })
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => dialog.getByRole('button', { name })
  await page.getByRole('button', { name: 'Create message' }).click()
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('15:00 UTC')
  for (const body of ['x', LONG_BODY]) {
    await dialog.getByLabel('Body').fill(body)
    await expectInSight(button('Cancel'))
    await expectInSight(button('Go on to confirmation'))
    await button('Go on to confirmation').click()
    await dialog.getByRole('document', { name: 'The mail as they will read it' }).waitFor()
    await expect.poll(() => isFocused(button('Back'))).toBe(true)
    await expectInSight(button('Back'))
    await expectInSight(button(/^Confirm: send to [\d,]+, EXTERNAL$/))
    await expectAccessible(page)
    await button('Back').click()
    await expect.poll(() => isFocused(dialog.getByLabel('Body'))).toBe(true)
  }
  // The row of buttons must not cover the focused field.
  await dialog.getByText('For the post-mortem').click()
  for (const name of ['Impact', 'Root cause', 'Corrective measures', 'Solution']) {
    await dialog.getByLabel(name).focus()
    await expectInSight(dialog.getByLabel(name))
  }
  await button('Cancel').click()
  await expectInSight(dialog.getByRole('button', { name: 'Discard', exact: true }))
})

test('on a phone a toast does not lie over the buttons of a dialog', async () => {
  const { page, allow } = await openAs('incident_manager', '/edit/OPI-1796', {
    baseUrl: server.url,
    viewport: { width: 390, height: 844 },
  })
  allow(/500|create_message/)
  await page.route('**/api/create_message/', (route) => route.fulfill({ status: 500, body: '{}' }))
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create message' }).click()
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('x')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await page.getByText(/There was an issue creating the message/).waitFor()
  await expectInSight(dialog.getByRole('button', { name: 'Post message' }))
  await expectInSight(dialog.getByRole('button', { name: 'Cancel' }))
})
