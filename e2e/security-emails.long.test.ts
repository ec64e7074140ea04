import { setTimeout } from 'node:timers/promises'
import { COMPOSER_REDIRECT_MS } from '@aviary/contract/constants'
import type { Locator, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { isFocused, tabTo } from './support/keyboard.ts'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { cardOf, chooseAction, menuOf } from './support/row.ts'
import { ADMIN, addEmail, addUser, newComm, read } from './support/security-emails.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SEED_DEMO: 'false', SMTP_URL: smtp.url })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})
beforeEach(() => {
  smtp.received.length = 0
})

const openHere = (role: Role, address: string, options: object = {}) =>
  openAs(role, address, { baseUrl: server.url, ...options })

test('an email is composed, looked at, sent, and reaches each active user of its company once', async () => {
  const { page } = await openHere('administrator', '/security_incidents')
  const { commId, secId } = await newComm(page)
  for (const name of ['one', 'two']) await addUser(page, 141, `${name}@company-141.example`)
  await addUser(page, 141, 'off@company-141.example')
  await addUser(page, 142, 'other@company-142.example')
  await addEmail(page, commId, { company_id: 142, subject: 'For 142', body: '<p>Not for 141</p>' })
  await page.goto(`/comms/${secId}`)
  await page.getByRole('link', { name: /^Manage Emails/ }).click()
  await page.getByRole('row', { name: /For 142/ }).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Create Email' }).click()
  await page.getByRole('heading', { level: 1, name: 'Compose Email' }).waitFor()
  const save = page.getByRole('button', { name: 'Save' })
  await expect.poll(() => save.isDisabled()).toBe(true)
  await page.getByLabel('Company ID').fill('141')
  await page.getByText(/^Active security users of company 141.*: 2$/).waitFor()
  await page.getByLabel('Subject').fill('Your <key>')
  await page.getByRole('textbox', { name: 'Line 1: paragraph' }).fill('Dear customer,\nwe found "it" & 1 < 2')
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('textbox', { name: 'Line 2: header' }).fill('What to do')
  await page.getByRole('button', { name: 'Add table' }).click()
  await page.getByText('Table cannot have empty columns or rows').first().waitFor()
  await page.getByLabel('Width (columns)').fill('0')
  await page.getByText('Value must be a positive integer').first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('Width (columns)').fill('2')
  await page.getByLabel('Height (rows)').fill('1')
  await page.getByLabel('Header of column 1').fill('Account')
  await page.getByLabel('Header of column 2').fill('Key')
  await page.getByLabel('Row 1, column 1').fill('a-1')
  await page.getByLabel('Row 1, column 2').fill('k-1')
  const preview = page.getByRole('document', { name: 'The mail as it will be read' })
  await preview.getByRole('heading', { name: 'Your <key>' }).waitFor()
  await preview.getByRole('heading', { name: 'What to do' }).waitFor()
  await preview.getByRole('cell', { name: 'k-1' }).waitFor()
  const shown = await bodyShown(preview)
  expect(shown.map(([tag, text]) => [tag, text])).toEqual([
    ['p', 'Dear customer,we found "it" & 1 < 2'],
    ['h2', 'What to do'],
    ...['Account', 'Key'].map((text) => ['th', text]),
    ...['a-1', 'k-1'].map((text) => ['td', text]),
  ])
  await expectAccessible(page)
  // The typed text must survive a reload.
  await page.reload()
  await preview.getByRole('cell', { name: 'k-1' }).waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Line 1: paragraph' }).inputValue())
    .toBe('Dear customer,\nwe found "it" & 1 < 2')
  await save.click()
  await page.getByText('Email created successfully!').waitFor()
  await page.waitForURL(new RegExp(`/emails/${commId}$`))

  const row = page.getByRole('row', { name: /Your <key>/ })
  await page.getByRole('row', { name: / 141 .*2 Your <key> / }).waitFor()
  await row.getByText('Written here').waitFor()
  await row.getByRole('button', { name: /^Preview\/Send/ }).click()
  const dialog = page.getByRole('dialog')
  const mail = dialog.getByRole('document')
  await mail.getByText('Dear customer,').waitFor()
  // The body as stored by the server must equal the body that the composer showed.
  await expect.poll(() => bodyShown(mail)).toEqual(shown)
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await expectInSight(dialog.getByRole('button', { name: 'Back' }))
  await expectInSight(dialog.getByRole('button', { name: 'Send…' }))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('dialog', { name: 'Confirm: Are you sure you want to send this?' }).waitFor()
  await dialog.getByText('Emails: 1 · companies: 1 · recipients: 2').waitFor()
  await dialog.getByRole('row', { name: /141 .*2 one@company-141.*Your <key>/ }).waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await expectInSight(dialog.getByRole('button', { name: 'Back' }))
  await expectInSight(dialog.getByRole('button', { name: 'Send 1 email to 2 people, EXTERNAL' }))
  await expectAccessible(page)
  expect(smtp.received).toEqual([])
  await dialog.getByRole('button', { name: 'Send 1 email to 2 people, EXTERNAL' }).click()
  await page.getByText('Email sent successfully!').waitFor()
  await page.getByText('1 email was sent. Its mails to people:').waitFor()
  await page.getByText('Sent: 2', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2')
  await expectAccessible(page)

  expect(smtp.received.map(({ to }) => to).sort()).toEqual([
    'one@company-141.example',
    'two@company-141.example',
  ])
  const { subject, html = '' } = await smtp.read(0)
  expect(subject).toBe('Your <key>')
  expect(html).not.toContain('Not for 141')
  // The mail must arrive as it was shown, including the style of each element.
  const arrived = await page.evaluate(
    (text) => {
      const parsed = new DOMParser().parseFromString(text, 'text/html')
      return [...parsed.querySelectorAll('[data-style]')].map((part) => {
        const { style } = document.createElement('p')
        style.cssText = part.getAttribute('data-style') ?? ''
        return [part.localName, part.textContent ?? '', style.cssText]
      })
    },
    // The policy of this page would report the mail's style sheet.
    html.replace(/<style>.*?<\/style>/s, '').replaceAll(' style="', ' data-style="'),
  )
  for (const part of shown) expect(arrived).toContainEqual(part)

  await row.getByRole('button', { name: /^Preview\/Send/ }).click()
  await dialog.getByText('Email Already Sent').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Send…' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await menuOf(row).click()
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
  const { emails } = await read(page, `/sec/emails/?sec_comm_id=${commId}`)
  const { id: emailId } = emails.find((email: { company_id: number }) => email.company_id === 141)
  await page.goto(`/compose_email/${commId}/141/${emailId}`)
  await page.getByText('What was sent can be neither changed nor deleted.').waitFor()
  await expectAccessible(page)
})

/** Elements of a mail's own body: tag, text and style. */
const bodyShown = (view: Locator): Promise<[string, string, string][]> =>
  view.evaluate((host) => {
    const parts = host.shadowRoot?.querySelectorAll<HTMLElement>('p,h2,table[width="468"] :is(th,td)')
    return [...(parts ?? [])].map((part) => [part.localName, part.textContent ?? '', part.style.cssText])
  })

test('sending all unsent emails: people who get several are named, companies without recipients can be left out, a change is shown', async () => {
  const { page, allow } = await openHere('administrator', '/security_incidents')
  // Allows the browser's own console message about the refused call.
  allow(/status of 409/)
  const { commId } = await newComm(page)
  await addUser(page, 151, 'a@company-151.example')
  await addUser(page, 152, 'b@company-152.example')
  for (const company_id of [151, 152, 153])
    await addEmail(page, commId, { company_id, subject: `To ${company_id}` })
  await addEmail(page, commId, { company_id: 151, subject: 'Again to 151' })
  await page.goto(`/emails/${commId}`)
  const nobody = page.getByRole('row', { name: /To 153/ })
  await nobody.getByText('None').waitFor()
  await nobody.getByRole('button', { name: /^Preview\/Send/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No Recipient Count').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Send all unsent…' }).click()
  await dialog.getByText('Emails: 3 · companies: 2 · recipients: 3').waitFor()
  await dialog.getByText('Companies that get more than one email of this comm: 1').waitFor()
  await dialog.getByText('Emails that have nobody to reach: 1').waitFor()
  const send = dialog.getByRole('button', { name: /^Send \d+ emails/ })
  await expect.poll(() => send.isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
  await expectAccessible(page)
  // Another person changes one of the emails: the page must notice, and nothing may be sent.
  const { emails } = await read(page, `/sec/emails/?sec_comm_id=${commId}`)
  const { id, version } = emails.find(({ subject }: { subject: string }) => subject === 'To 152')
  const edit = { id, version, company_id: 152, subject: 'To 152', body: '<p>Other words</p>' }
  expect(await write(page, { method: 'PUT', path: '/sec/emails/', person: ADMIN, body: edit })).toBe(200)
  await dialog
    .getByText(/^Email \d+ to company 152 \(not in the catalogue\): To 152 – subject or body changed/)
    .waitFor()
  await expect.poll(() => send.isDisabled()).toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show it as it is now' }).click()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)

  // A recipient is added that the page does not know of: the server counts again and must refuse.
  await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
  await page.route('**/api/sec/send_emails/', async (route) => {
    await addUser(page, 152, 'late@company-152.example')
    await route.continue()
  })
  await send.click()
  await page.getByText('There was an issue sending the email. Please try again.').waitFor()
  await dialog.getByText(/– 1 recipients then, 2 now/).waitFor()
  expect(smtp.received).toEqual([])
  await page.unroute('**/api/sec/send_emails/')
  await dialog.getByRole('button', { name: 'Show it as it is now' }).click()
  await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
  await dialog.getByRole('button', { name: 'Send 3 emails to 4 people, EXTERNAL' }).click()
  await page.getByText('Sent: 4', { exact: true }).waitFor()
  await page.getByText('3 emails were sent. Their mails to people:').waitFor()
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => `${to} ${(await smtp.read(index)).subject}`),
  )
  expect(mails.sort()).toEqual([
    'a@company-151.example Again to 151',
    'a@company-151.example To 151',
    'b@company-152.example To 152',
    'late@company-152.example To 152',
  ])
  await expect.poll(() => nobody.getByRole('checkbox').isEnabled()).toBe(true)
})

test('by keyboard alone an email is written, its lines moved, saved, ticked and sent', async () => {
  const { page } = await openHere('administrator', '/security_incidents')
  const { commId } = await newComm(page)
  await addUser(page, 161, 'k@company-161.example')
  const dialog = page.getByRole('dialog')
  // Going back asks for confirmation and then discards the draft.
  await page.goto(`/emails/${commId}`)
  await page.getByRole('link', { name: 'Create Email' }).press('Enter')
  await page.getByLabel('Subject').fill('Given up')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.waitForURL(new RegExp(`/emails/${commId}$`))
  await page.getByRole('link', { name: 'Create Email' }).press('Enter')
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('')
  await page.goto(`/compose_email/${commId}/161`)
  const subject = page.getByLabel('Subject')
  await subject.focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByRole('textbox', { name: 'Line 1: paragraph' }))
  await page.keyboard.type('Below')
  await tabTo(page, page.getByRole('button', { name: 'Add header' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Above')
  const up = page.getByRole('button', { name: 'Move up: Line 2: header' })
  await tabTo(page, up, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Move up: Line 1: header' }))).toBe(true)
  // Leaving asks for confirmation; Escape returns to the form.
  await tabTo(page, page.getByRole('button', { name: 'Back' }))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Go on typing' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Email created successfully!').waitFor()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/compose_email'))
  await page.goto(`/emails/${commId}`)
  const box = page.getByRole('checkbox', { name: /By keyboard/ })
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByText('1 chosen').waitFor()
  await page.getByRole('button', { name: 'Send chosen…' }).focus()
  await page.keyboard.press('Enter')
  const send = dialog.getByRole('button', { name: 'Send 1 email to 1 person, EXTERNAL' })
  await send.waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Sent: 1', { exact: true }).waitFor()
  expect((await smtp.read(0)).html).toMatch(/<h2[^>]*>Above<\/h2><p[^>]*>Below<\/p>/)
})

test('Back goes one step back by mouse and keys, and a failed save leaves the focus where it was', async () => {
  const { page, allow } = await openHere('administrator', '/security_incidents')
  // Allows the browser's own console message about a save that a proxy refuses.
  allow(/413/)
  const { commId, secId } = await newComm(page)
  await page.goto(`/comms/${secId}`)
  await page.getByRole('link', { name: /^Manage Emails/ }).click()
  const compose = page.getByRole('link', { name: 'Create Email' })
  await compose.click()
  const subject = page.getByLabel('Subject')
  await subject.waitFor()
  await page.getByRole('button', { name: 'Back' }).dblclick()
  await compose.waitFor()
  await page.goForward()
  await subject.fill('Late')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/compose_email/${commId}`)
  await page.getByLabel('Company ID').fill('165')
  await page.getByRole('textbox', { name: 'Line 1: paragraph' }).fill('Body')
  // Reloads to unload the code of the other screens: the route below delays it beyond the automatic redirect.
  await page.reload()
  const refuse = async (route: Route) => {
    await page.waitForFunction(() => document.activeElement === document.body)
    await route.fulfill({ status: 413 })
  }
  await page.route('**/api/sec/emails/', refuse)
  await subject.press('Enter')
  await page.getByText('There was an issue creating the email. Please try again.').waitFor()
  await expect.poll(() => isFocused(subject)).toBe(true)
  await page.unroute('**/api/sec/emails/')
  await page.route(/CommsPage/, async (route) => {
    await setTimeout(COMPOSER_REDIRECT_MS + 500)
    await route.continue()
  })
  await subject.press('Enter')
  await page.getByText('Email created successfully!').waitFor()
  await page.getByRole('link', { name: `Comms ${secId}` }).click()
  await page.getByRole('heading', { level: 1, name: `Comms for ${secId}` }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/comms/${secId}`)
})

test('a body that is not as the policy has it is shown without what it may not hold', async () => {
  const { page, allow } = await openHere('administrator', '/security_incidents')
  // Allows the browser's own complaints about event handlers that it blocked.
  allow(/inline event handler violates|script-src-attr/)
  const { commId } = await newComm(page)
  await addEmail(page, commId, { company_id: 171, subject: 'Bad' })
  const bad = [
    '<img src="https://evil.example/pixel.gif" onerror="window.hurt = 1">',
    '<p style="position:fixed;inset:0" class="visually-hidden" onclick="window.hurt = 2">Text</p>',
    '<a href="javascript:window.hurt=3">link</a><script>window.hurt = 4</script>',
    '<svg onload="window.hurt = 5"></svg><form action="https://evil.example"><input name="x"></form>',
    '<ul><li>kept</li></ul><h2 class="mail-header">Header</h2>',
  ].join('')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.route('**/api/sec/emails/?**', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const email of answer.emails) email.body = bad
    await route.fulfill({ response, json: answer })
  })
  await page.goto(`/emails/${commId}`)
  await page.getByRole('button', { name: /^Preview\/Send/ }).click()
  const mail = page.getByRole('dialog').getByRole('document')
  await mail.getByText('kept').waitFor()
  const tags = await mail.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(({ localName, attributes }) => [
      localName,
      ...[...attributes].map(({ name }) => `@${name}`),
    ]),
  )
  for (const unwanted of ['img', 'script', 'svg', 'form', 'input', '@onclick', '@class', '@href'])
    expect(tags).not.toContain(unwanted)
  await page.keyboard.press('Escape')
  await chooseAction(page, 'Edit')
  await page.getByRole('textbox', { name: /^Line \d: header$/ }).waitFor()
  await page.getByRole('document', { name: 'The mail as it will be read' }).getByText('kept').waitFor()
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([])
})

test('of two who edit one email the second sees what the first made of it', async () => {
  const first = await openHere('administrator', '/security_incidents')
  const { commId } = await newComm(first.page)
  await addEmail(first.page, commId, { company_id: 181, body: '<p>One</p><ul><li>kept</li></ul>' })
  const { emails } = await read(first.page, `/sec/emails/?sec_comm_id=${commId}`)
  const path = `/compose_email/${commId}/181/${emails[0].id}`
  const second = await openHere('administrator', path)
  await second.page.getByLabel('Subject').fill('Mine')
  await first.page.goto(path)
  await first.page.getByRole('textbox', { name: 'Line 1: paragraph' }).fill('Theirs')
  await first.page.getByRole('button', { name: 'Save' }).click()
  await first.page.getByText('Email edited successfully!').waitFor()
  await second.page.getByText('Somebody changed this meanwhile.').waitFor()
  await second.page.getByRole('row', { name: /^Body Theirs .*kept.* —$/ }).waitFor()
  await expectAccessible(second.page)
  await second.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => isFocused(second.page.getByLabel('Subject'))).toBe(true)
  await expect
    .poll(() => second.page.getByRole('textbox', { name: 'Line 1: paragraph' }).inputValue())
    .toBe('Theirs')
  await second.page.getByRole('button', { name: 'Save' }).click()
  await second.page.getByText('Email edited successfully!').waitFor()
  const after = await read(second.page, `/sec/emails/?sec_comm_id=${commId}`)
  expect(after.emails[0]).toMatchObject({ subject: 'Mine', body: '<p>Theirs</p><ul><li>kept</li></ul>' })
})

test('a comm with more than one page of emails is paged through', async () => {
  const { page } = await openHere('administrator', '/security_incidents')
  const { commId } = await newComm(page)
  await page.evaluate(
    async ({ comm, person }) => {
      for (let company = 1; company <= 102; company += 1)
        await fetch('/api/sec/emails/', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-csrf-token': /tokens=([^;]+)/.exec(document.cookie)?.[1] ?? '',
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify({
            ...{ company_id: company, subject: `Number ${company}`, body: '<p>b</p>', sec_comm_id: comm },
            audit_log_data: { application_name: 'Aviary', user_email: person, action_name: 'Plan' },
          }),
        })
    },
    { comm: commId, person: ADMIN },
  )
  await page.goto(`/emails/${commId}`)
  await page.getByText('102 in all').waitFor()
  await page.getByRole('row', { name: /Number 102$|Number 102 / }).waitFor()
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(100)
  await page.getByRole('button', { name: 'Choose all of this page' }).click()
  await page.getByText('100 chosen').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('row', { name: / 1 .*None Number 1 / }).waitFor()
  await page.waitForURL(/page=2/)
  await page.getByText('100 chosen').waitFor()
  const oldest = page.getByRole('row', { name: / 1 .*None Number 1 / })
  await chooseAction(oldest, 'Delete')
  await page.getByRole('dialog').getByText('Confirm: Are you sure you want to delete this?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Email deleted successfully!').waitFor()
  await page.getByText('101 in all').waitFor()
})

test('a person without permission is kept out, and a malformed id leads to not-found', async () => {
  const { page } = await openHere('administrator', '/emails/x1')
  await page.waitForURL(/\/not-found$/)
  await page.goto('/compose_email/x1')
  await page.waitForURL(/\/not-found$/)
  const operator = await openHere('operator', '/')
  for (const address of ['/emails/1', '/compose_email/1']) {
    await operator.page.goto(address)
    await operator.page.getByRole('heading', { name: 'This page is restricted' }).waitFor()
  }
})

test.each(['de-DE', 'ja-JP'])('both pages in %s are accessible and fit 480 pixels', async (locale) => {
  const { page } = await openHere('administrator', '/security_incidents', {
    locale,
    viewport: { width: 480, height: 900 },
  })
  const { commId } = await newComm(page)
  await addUser(page, 191, `x@company-191-${locale.toLowerCase()}.example`)
  await addEmail(page, commId, {
    company_id: 191,
    subject: `with-a-very-long-and-unbroken-subject-${'x'.repeat(60)} ${locale}`,
    body: '<p>a</p><table width="468"><thead><tr><th width="100%">h</th></tr></thead><tbody><tr><td width="100%">c</td></tr></tbody></table><ul><li>l</li></ul>',
  })
  await page.goto(`/emails/${commId}`)
  const row = cardOf(page, locale)
  await row.waitFor()
  for (const width of [1270, 996, 814, 480]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  await row.getByRole('button', { name: /^(Preview|Vorschau|プレビュー)/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('document').getByText('a', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button').last().click()
  await dialog.getByRole('list').first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row.locator('[data-row-menu]').click()
  const composer = await page.getByRole('menuitem').first().getAttribute('href')
  await page.goto(composer ?? '')
  await page.getByRole('main').getByRole('textbox').first().waitFor()
  for (const width of [1270, 996, 814, 480]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
})
