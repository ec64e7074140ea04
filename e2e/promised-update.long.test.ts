import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { startTranslator, type TestTranslator } from '../apps/server/testing/translator.ts'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const MINUTE = 60_000

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

test('a promised update is mailed in each language, counted down on open pages, and red when missed', async () => {
  const { page: landing } = await openAs('subscriber', '/', { baseUrl: server.url })
  const card = landing.getByRole('article', { name: 'OPI-1801' })
  await card.waitFor()
  await expect.poll(() => card.getByText(/\bdue\b/).count()).toBe(0)

  const { page } = await openAs('incident_manager', '/edit/OPI-1801', { baseUrl: server.url })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create message' }).click()
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('The fix is on its way.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  const due = new Date(Math.floor(Date.now() / MINUTE) * MINUTE + 31 * MINUTE)
  await dialog.getByLabel('Update promised for (UTC)').fill(due.toISOString().slice(0, 16))
  const clock = due.toISOString().slice(11, 16)
  await expect.poll(() => dialog.getByLabel('Next Update').inputValue()).toContain(`${clock} UTC`)
  await dialog.getByText('Made from the time above').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  await dialog.getByRole('combobox', { name: 'The mail as they will read it' }).selectOption('ja')
  const mail = dialog.getByRole('document', { name: 'The mail as they will read it' })
  await mail
    .getByText(`${due.getUTCFullYear()}年${due.getUTCMonth() + 1}月${due.getUTCDate()}日 ${clock}`)
    .waitFor()
  await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
  await dialog.waitFor({ state: 'detached' })

  await card.getByText(/^due in (29|30|31) minutes$/).waitFor()
  await expectAccessible(landing)
  await expect.poll(() => smtp.received.length).toBeGreaterThan(0)

  const { page: details } = await openAs('operator', '/details/OPI-1801', {
    ...{ baseUrl: server.url, apart: true, now: due.getTime() + 6 * MINUTE },
  })
  await details.getByRole('region', { name: 'Incident details' }).getByText('overdue 6 minutes').waitFor()
  await expectAccessible(details)
})

test.each([1440, 390])(
  'half a time is no time taken away: the browser says at the field what is missing, at %i px',
  async (width) => {
    const viewport = { width, height: 844 }
    const { page } = await openAs('incident_manager', '/edit/OPI-1801', {
      ...{ baseUrl: server.url, apart: true, viewport },
    })
    const writes: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()))
    await page
      .getByRole('button', { name: /^Actions: .*Update/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const due = dialog.getByLabel('Update promised for (UTC)')
    await dialog.getByLabel(/^Body/).fill('The fix is nearly there.')
    await due.fill(new Date(Date.now() + 60 * MINUTE).toISOString().slice(0, 16))
    await due.focus()
    await page.keyboard.press('Backspace')
    expect(await due.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true)
    const way = dialog.getByRole('radio', { name: 'Change the text only' })
    await way.check()
    if (width < 500) await dialog.getByRole('tab', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(() => isFocused(due)).toBe(true)
    expect(writes).toEqual([])
  },
)
