import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type Person, readAs, signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

let smtp: TestSmtp
let server: BuiltServer
let colleague: Person
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url })
  colleague = await signInAt(server.url)
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

const IN_HALF_AN_HOUR = 30 * 60_000

/** A colleague posts on OPI-1801, without mails. */
const post = (body: string | Record<string, string>, changes: object = {}) =>
  writeAs(colleague, {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'N', body },
      ...changes,
    },
  })

test('an update in two languages takes four clicks and two texts', async () => {
  await post(
    { en: '<p>We fail over.</p>', ja: '<p>切り替え中です。</p>' },
    {
      email_fields: { current_status: 'Failing over' },
      next_update_due: new Date(Date.now() + IN_HALF_AN_HOUR).toISOString(),
    },
  )
  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  let clicks = 0
  const click = async (part: Locator) => {
    clicks += 1
    await part.click()
  }
  const dialog = page.getByRole('dialog')
  await click(page.getByRole('button', { name: 'Post message' }))
  await dialog.getByRole('textbox', { name: 'Body', exact: true }).fill('All tasks run again.')
  await dialog.getByLabel('Japanese body').fill('すべて復旧しました。')
  const preview = dialog.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('All tasks run again.').waitFor()
  await preview.getByText('Failing over').waitFor()
  await expectAccessible(page)
  expect(smtp.received).toEqual([])
  await click(dialog.getByRole('radio', { name: 'Yes' }))
  await click(dialog.getByRole('button', { name: 'Go on to confirmation' }))
  const confirm = dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ })
  await confirm.waitFor()
  await expectAccessible(page)
  await click(confirm)
  await dialog.waitFor({ state: 'detached' })
  expect(clicks).toBe(4)
  await expect.poll(() => smtp.received.length).toBeGreaterThan(50)
  const mails = await Promise.all(smtp.received.map((_, index) => smtp.read(index)))
  const mail = mails.find(({ text }) => text?.includes('All tasks run again.'))
  expect(mail?.text).toContain('Current Status: Failing over')
  expect(mail?.text).toMatch(/Next Update: .* UTC/)
})

test('a message that a colleague posts meanwhile is read before anything is sent', async () => {
  const { page, allow } = await openAs('incident_manager', '/details/OPI-1801?post=open', {
    baseUrl: server.url,
  })
  allow(/status of 409/)
  const dialog = page.getByRole('dialog')
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  await body.fill('Mine.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  const confirm = dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ })
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  // Mails of the test before may still be on their way.
  type Listed = { broadcasts: { progress: { queued: number } }[] }
  const queued = async () => {
    const { broadcasts } = await readAs<Listed>(colleague, '/api/broadcasts/?reference=OPI-1801')
    return broadcasts.reduce((sum, { progress }) => sum + progress.queued, 0)
  }
  await expect.poll(queued).toBe(0)
  const before = smtp.received.length

  await post('Theirs.')
  const newer = dialog.getByRole('alert').filter({ hasText: 'has posted a message meanwhile' })
  await newer.getByText('Theirs.').waitFor()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.reload()
  await newer.getByText('Theirs.').waitFor()
  await expect.poll(() => body.inputValue()).toBe('Mine.')
  await dialog.getByRole('tab', { name: 'Preview' }).click()
  await dialog.getByRole('complementary', { name: 'Preview' }).getByText('Mine.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(smtp.received).toHaveLength(before)

  await newer.getByRole('button', { name: 'I have read it' }).focus()
  await page.keyboard.press('Enter')
  await newer.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => smtp.received.length).toBeGreaterThan(before)
  expect((await smtp.read(before)).text).toContain('Mine.')
})

test('two who write on the same incident see each other', async () => {
  const [one, other] = [
    await openAs('incident_manager', '/details/OPI-1801?post=open', { baseUrl: server.url }),
    await openAs('administrator', '/details/OPI-1801?post=open', { baseUrl: server.url, apart: true }),
  ]
  const writing = (email: string) => `Also writing a message on this incident: ${email}`
  await other.page.getByText(writing('ines.incident@acme.example')).waitFor()
  await one.page.getByText(writing('ada.admin@acme.example')).waitFor()
  await expectAccessible(one.page)
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('dialog').waitFor({ state: 'detached' })
  await one.page.getByText(writing('ada.admin@acme.example')).waitFor({ state: 'detached' })
})

/** Left and top edges of the parts, in whole pixels. */
const edgesOf = async (...parts: Locator[]) => {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  return boxes.map((box) => ({ left: Math.round(box?.x ?? 0), top: Math.round(box?.y ?? 0) }))
}

test('the parts of the form line up, and the reason why it cannot be sent stands at the left', async () => {
  await post('We look into it.', { email_fields: { current_status: 'Looking' } })
  const { page } = await openAs('incident_manager', '/details/OPI-1801', {
    baseUrl: server.url,
    viewport: { width: 1440, height: 900 },
  })
  await page.getByRole('button', { name: 'Post message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Taken over from an earlier message').waitFor()
  const tops = async (...labels: string[]) =>
    (await edgesOf(...labels.map((label) => dialog.getByLabel(label)))).map(({ top }) => top)
  for (const beside of [
    ['Message type', 'Template'],
    ['Update promised for (UTC)', 'Current Status', 'Next Update'],
  ])
    await expect.poll(async () => new Set(await tops(...beside)).size, { message: beside.join() }).toBe(1)
  const [word, help] = await edgesOf(
    dialog.getByText('No', { exact: true }),
    dialog.getByText('On the pages only. Nobody is mailed.'),
  )
  expect(help?.left).toBe(word?.left)
  const [reason, title] = await edgesOf(
    dialog.getByText('Write the body first'),
    dialog.getByRole('heading', { name: /^Create message/ }),
  )
  expect(reason?.left).toBe(title?.left)
  await expect.poll(() => dialog.getByText('outage', { exact: true }).locator('svg').count()).toBe(1)
})
