import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { choose, commOf, csv, goodFile, stagedIn, written } from './support/merge.ts'
import { cardOf, chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({ SEED_DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const openHere = (address: string, options: object = {}) =>
  openAs('administrator', address, { baseUrl: server.url, ...options })

const BAD = [
  'company_id,subject,body,name',
  '41,Notice for {{name}},"<p>Dear {{name}},</p>',
  '<p>it is over</p>",R&D <b>One</b>',
  'forty-two,Notice for {{name}},<p>Dear {{name}}</p>,Two',
  '43,Notice for {{nme}},<p>Dear {{name}}</p>,Three',
  '44,,<p>Dear {{name}}</p>,Four',
  '',
].join('\n')

test('a merge file goes from its bad rows over review and change to emails of its comm', async () => {
  const { page, allow } = await openHere('/security_incidents')
  // Allows the browser's own console message about a refused upload.
  allow(/status of 400/)
  const { secId, commId } = await commOf(page, 'Leaked key')
  await written(page, '/sec/user/', { company_id: 41, email: 'one@customer.example', active: 'Y' })
  await page.goto(`/mass_import/${secId}/${commId}`)
  await page.getByRole('heading', { level: 1, name: 'Mail Merge Management' }).waitFor()
  await page.getByText('No Data').waitFor()
  await page.getByRole('definition').getByText('Leaked key').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload Mail Merge File' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Upload and stage' })
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await dialog.getByText('Choose a .csv file first').waitFor()
  await expectAccessible(page)

  await choose(page, csv(BAD))
  const box = dialog.getByLabel('Contents')
  const preview = dialog.getByRole('region', { name: 'The first rows as mails' })
  await preview.getByText('Row 1 of 4').waitFor()
  await expect.poll(() => box.inputValue()).toBe(BAD)
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('merge')
  const mail = preview.getByRole('document')
  await mail.getByText('Dear R&D <b>One</b>,').waitFor()
  await preview.getByRole('button', { name: 'Next row' }).click()
  await preview.getByText('Row 2 of 4').waitFor()
  await preview.getByText('3 of these rows have faults').waitFor()
  await preview.getByRole('list', { name: 'What is wrong with the row' }).getByText('company_id').waitFor()
  await expectAccessible(page)

  await dialog.getByLabel('Title').fill('First notice')
  await submit.click()
  const report = dialog.getByRole('table', { name: 'What to mend in the file' })
  await dialog.getByText(/3 of 4 rows cannot be taken in; nothing was stored/).waitFor()
  await report.getByRole('row', { name: /Go to line 4.*company_id/ }).waitFor()
  await report.getByRole('row', { name: /Go to line 5.*subject.*nme/ }).waitFor()
  await report.getByRole('row', { name: /Go to line 6.*subject/ }).waitFor()
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Go to line 5' }).click()
  await expect.poll(() => isFocused(box)).toBe(true)
  const selected = await box.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  )
  expect(selected).toBe('43,Notice for {{nme}},<p>Dear {{name}}</p>,Three')
  // Typing must replace the selected line, and a reload must keep the typed text.
  await page.keyboard.insertText('43,Notice for {{name}},<p>Dear {{name}}</p>,Three')
  await box.fill((await box.inputValue()).replace('forty-two', '42').replace('44,,', '44,Hello,'))
  await dialog.getByText('Row 2 of 4').waitFor()
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('First notice')
  await expect.poll(() => box.inputValue()).toContain('42,Notice for {{name}}')
  await submit.click()
  await page.getByText('Security Import created successfully!').waitFor()

  const row = page.getByRole('row', { name: /First notice/ })
  await row.getByText('merge.csv').waitFor()
  await row.getByText('ada.admin@acme.example').waitFor()
  await row.getByText('Staged: 4 · Promoted: 0').waitFor()
  await row.getByRole('button', { name: /^View CSV/ }).click()
  await dialog.getByRole('columnheader', { name: 'name' }).waitFor()
  await dialog.getByRole('cell', { name: 'R&D <b>One</b>' }).waitFor()
  await dialog.getByText('Rows: 4').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: /^Review Data/ }).click()
  await page.waitForURL(new RegExp(`/staged_emails/${secId}/${commId}/\\d+$`))
  await page.getByRole('heading', { level: 1, name: 'Staged Emails' }).waitFor()
  await page.getByText('4 in all').waitFor()
  const above = page.getByRole('navigation', { name: 'Where you are' }).getByRole('link')
  await expect
    .poll(() => above.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    .toEqual([
      '/',
      '/security_incidents',
      `/comms/${secId}`,
      `/emails/${commId}`,
      `/mass_import/${secId}/${commId}`,
    ])
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Review: \d+ Notice for R&D/ }).click()
  await dialog.getByText('Email 1 of 4').waitFor()
  await dialog.getByText('Active users of the company: 1').waitFor()
  await dialog.getByRole('document').getByText('Dear R&D <b>One</b>,').waitFor()
  const cells = dialog.getByRole('table', { name: 'The row of the file' })
  await cells.getByRole('row', { name: 'company_id 41' }).waitFor()
  await cells.getByRole('row', { name: 'name R&D <b>One</b>' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Next staged email' }).click()
  await dialog.getByText('Email 2 of 4').waitFor()
  await cells.getByRole('row', { name: 'company_id 42' }).waitFor()
  await dialog.getByText('Active users of the company: None').waitFor()
  await dialog.getByRole('button', { name: 'Promote' }).click()
  await page.getByText('Staging emails promoted successfully!').waitFor()
  await dialog.getByText('Promoted').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Promote' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  const third = page.getByRole('row', { name: /Notice for Three/ })
  await third.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel('Subject').fill('')
  await dialog.getByLabel('Body (HTML)').fill('<script>alert(1)</script>')
  await dialog.getByLabel('Subject').focus()
  await dialog.getByText('Subject cannot be empty').first().waitFor()
  await dialog.getByLabel('Body (HTML)').focus()
  await dialog.getByLabel('Subject').focus()
  await dialog.getByText('Email body cannot be empty').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Subject').fill('Changed by hand')
  await dialog.getByLabel('Body (HTML)').fill('<p>Changed <script>alert(1)</script><b>body</b></p>')
  await dialog.getByRole('document').getByText('Changed').first().waitFor()
  await expect.poll(() => dialog.getByLabel('Company Id').getAttribute('readonly')).not.toBeNull()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Staging Email edited successfully!').waitFor()
  await page.getByRole('row', { name: /Changed by hand/ }).waitFor()

  await page
    .getByRole('row', { name: /Hello/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog.getByText('Confirm: Are you sure you want to delete this?').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('staging email deleted successfully!').waitFor()
  await page.getByText('3 in all').waitFor()

  await page.getByRole('button', { name: 'Promote all (2)' }).click()
  await dialog.getByText('All of First notice that were not promoted yet: 2').waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Promote (2)' }).click()
  await page.getByText(`Emails made of comm ${commId}: 2`).waitFor()
  await page
    .getByRole('link', { name: /^Email \d+$/ })
    .nth(2)
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Promote: / }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Emails of this import/ }).click()
  await page.waitForURL(new RegExp(`/emails/${commId}\\?import=`))
  for (const subject of ['Notice for R&D <b>One</b>', 'Notice for Two', 'Changed by hand'])
    await page.getByRole('row').filter({ hasText: subject }).first().waitFor()
})

test('a file that cannot be taken is told at once, and what is chosen instead is taken', async () => {
  const { page } = await openHere('/mass_import/')
  await commOf(page, 'Of faults')
  await page.reload()
  const open = page.getByRole('button', { name: 'Upload Mail Merge File' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = dialog.locator('input[type=file]')
  // The keyboard must open the system's file dialog, like the mouse.
  const window = page.waitForEvent('filechooser')
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Choose a .csv file' }))).toBe(true)
  await page.keyboard.press('Enter')
  await (await window).setFiles(csv('company_id\n1\n', 'sheet.xlsx'))
  await dialog.getByText(/This is no \.csv file\. Save it as CSV/).waitFor()
  await choose(page, csv('', 'empty.csv'))
  await dialog.getByText(/The file is empty/).waitFor()
  await field.setInputFiles({
    name: 'latin.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x47, 0xf6, 0x0a]),
  })
  await dialog.getByText(/The file is not UTF-8 text/).waitFor()
  await expectAccessible(page)
  await expect.poll(() => dialog.getByLabel('Contents').inputValue()).toBe('')

  const dropped = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
      return data
    },
    goodFile([51]),
  )
  await dialog.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped })
  await dialog.getByText('dropped.csv').waitFor()
  await dialog.getByText('Row 1 of 1').waitFor()
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
  await expect.poll(() => dialog.getByLabel('Contents').inputValue()).toBe(goodFile([51]))

  await dialog.getByText('Security Incident ID is required').waitFor()
  await dialog.getByLabel('Security Incident ID').selectOption({ index: 1 })
  await dialog.getByLabel('Security Comm Id').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Upload and stage' }).click()
  await page.getByText('Security Import created successfully!').waitFor()
  const row = page.getByRole('row', { name: /dropped\.csv/ })
  await expect
    .poll(() => row.getByRole('link', { name: /^Review Data/ }).getAttribute('href'))
    .toMatch(/^\/staged_emails\/\d+$/)
  await chooseAction(row, 'Delete')
  await dialog.getByText('Confirm: Are you sure you want to delete this?').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Import deleted successfully!').waitFor()
  await row.waitFor({ state: 'detached' })
})

test('a long file shows its beginning, says how far it is, is given up and uploaded again as it is', async () => {
  const { page } = await openHere('/mass_import/', { apart: true })
  const { secId, commId } = await commOf(page, 'Of long files')
  await page.goto(`/mass_import/${secId}/${commId}`)
  await page.getByRole('button', { name: 'Upload Mail Merge File' }).click()
  const dialog = page.getByRole('dialog')
  const rows = Array.from(
    { length: 60 },
    (_, row) => `${row + 1},Long ${row + 1},<p>${'x'.repeat(20_000)}</p>`,
  )
  await choose(page, csv(['company_id,subject,body', ...rows].join('\r\n'), 'long.csv'))
  await dialog.getByText(/a file of this size cannot be changed here/).waitFor()
  await expect.poll(() => dialog.getByLabel('Contents').getAttribute('readonly')).not.toBeNull()
  await dialog.getByText(/^Row 1 of \d+$/).waitFor()
  await expectAccessible(page)

  const connection = await page.context().newCDPSession(page)
  const slowTo = (uploadThroughput: number) =>
    connection.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  // The whole file would take 40 seconds.
  await slowTo(30_000)
  await dialog.getByRole('button', { name: 'Upload and stage' }).click()
  const bar = dialog.getByRole('progressbar', { name: 'Progress of the upload' })
  await dialog.getByText(/ a second$/).waitFor()
  await expectAccessible(page)
  const sent = Number(await bar.getAttribute('aria-valuenow'))
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(Number(await bar.getAttribute('aria-valuemax')))
  await dialog.getByRole('button', { name: 'Give the upload up' }).click()
  await dialog.getByText(/The upload was given up/).waitFor()
  await page.getByText('No Data').waitFor()

  await slowTo(-1)
  await dialog.getByRole('button', { name: 'Upload and stage' }).click()
  await page.getByText('Security Import created successfully!').waitFor()
  const row = page.getByRole('row', { name: /long\.csv/ })
  await row.getByText('Staged: 60 · Promoted: 0').waitFor()
  await row.getByRole('button', { name: /^View CSV/ }).click()
  await dialog.getByText(/^Rows read so far: \d+$/).waitFor()
  const more = dialog.getByRole('button', { name: 'Read on' })
  while ((await more.count()) > 0) {
    const before = await dialog.getByText(/^Rows/).textContent()
    await more.click()
    await page.waitForFunction(
      (text) => !document.querySelector('[role=dialog]')?.textContent?.includes(text ?? ''),
      before,
    )
  }
  await dialog.getByText('Rows: 60').waitFor()
})

test('a file that was changed since it was chosen is told, and not sent', async () => {
  const { page } = await openHere('/manage_security_users')
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-file-'))
  const name = path.join(folder, 'people.csv')
  writeFileSync(name, 'company_id,email\n77,one@seventy.example\n')
  // Changes the modification time, by which browsers detect a changed file.
  utimesSync(name, 1_600_000_000, 1_600_000_000)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(name)
  await dialog.getByText('people.csv').waitFor()
  writeFileSync(name, 'company_id,email\n78,another@seventy.example\n')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText(/The file cannot be read: it was moved or changed/).waitFor()
  await dialog.locator('input[type=file]').setInputFiles(name)
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('Added: 1 · Changed: 0 · Unchanged: 0').waitFor()
  rmSync(folder, { recursive: true })
})

test('a file of security users is mended, taken in, and taken in again without a change', async () => {
  const { page, allow } = await openHere('/manage_security_users')
  allow(/status of 400/)
  const open = page.getByRole('button', { name: 'Import CSV' })
  await open.click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Import', exact: true })
  await dialog.getByText('company_id,email,active').waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await expectAccessible(page)
  await choose(page, csv('company_id,email,active\n71,first@seventy.example,Y\n72,nobody,Y\n', 'people.csv'))
  await dialog.getByText('people.csv').waitFor()
  await submit.click()
  await dialog.getByText('1 of 2 rows cannot be taken in; nothing was stored').waitFor()
  await dialog.getByRole('row', { name: /^3 email/ }).waitFor()
  await expectAccessible(page)
  const good = csv(
    'company_id,email,active\n71,first@seventy.example,Y\n72,second@seventy.example,N\n',
    'good.csv',
  )
  await choose(page, good)
  await dialog.getByText('good.csv').waitFor()
  await submit.click()
  await dialog.getByText('Added: 2 · Changed: 0 · Unchanged: 0').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(open)).toBe(true)
  const second = page.getByRole('row', { name: /second@seventy/ })
  await second.getByText('No', { exact: true }).waitFor()
  await open.click()
  await choose(page, good)
  await dialog.getByText('good.csv').waitFor()
  await submit.click()
  await dialog.getByText('Added: 0 · Changed: 0 · Unchanged: 2').waitFor()
})

test('of two who edit one staged email or one import the second sees what the first changed', async () => {
  const first = await openHere('/mass_import/')
  const ids = await commOf(first.page, 'Of two')
  await stagedIn(first.page, ids, [81, 82])
  const imports = `/mass_import/${ids.secId}/${ids.commId}`
  const second = await openHere(imports)
  // Only the bad row causes a 400. No save conflicts, because each page is notified in time of the other's
  // save.
  first.allow(/status of 400/)
  for (const { page } of [first, second]) {
    await chooseAction(page, 'Edit', /\d+ merge$/)
    await page.getByLabel('Contents').waitFor()
  }
  const mine = second.page.getByRole('dialog')
  await mine.getByLabel('Title').fill('Mine')
  const theirs = first.page.getByRole('dialog')
  const box = theirs.getByLabel('Contents')
  await box.fill((await box.inputValue()).replace('82,', 'eighty,'))
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await theirs.getByText('1 of 2 rows cannot be taken in; nothing was stored').waitFor()
  await theirs.getByRole('button', { name: 'Go to line 4' }).waitFor()
  await box.fill((await box.inputValue()).replace('eighty,', '83,').replaceAll('Notice', 'News'))
  await theirs.getByLabel('Title').fill('Theirs')
  await theirs.getByRole('checkbox', { name: 'Hidden' }).check()
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await first.page.getByText('Security Import edited successfully!').waitFor()

  await mine.getByRole('row', { name: /^Title Theirs Mine$/ }).waitFor()
  await mine.getByRole('row', { name: /^Data / }).waitFor()
  await expectAccessible(second.page)
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => mine.getByLabel('Contents').inputValue()).toContain('83,News for')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await second.page.getByText('Security Import edited successfully!').waitFor()
  await second.page.getByText('(hidden)').waitFor()
  const review = await second.page.getByRole('row', { name: /Mine/ }).getByRole('link').getAttribute('href')

  for (const { page } of [first, second]) {
    await page.goto(review ?? '')
    await page.getByRole('button', { name: /^Edit: \d+ News for Company 81/ }).click()
    await page.getByRole('dialog').waitFor()
  }
  await mine.getByLabel('Body (HTML)').fill('<p>Mine</p>')
  await theirs.getByLabel('Subject').fill('Theirs')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await mine.getByRole('row', { name: /^Subject Theirs/ }).waitFor()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await mine.getByRole('button', { name: 'Save changes' }).click()
  // The first page gets the second save by push, before its next poll.
  await first.page.getByRole('row', { name: /Theirs/ }).waitFor()
  await first.page.getByRole('button', { name: /^Review: \d+ Theirs/ }).click()
  await theirs.getByRole('document').getByText('Mine', { exact: true }).waitFor()
})

test('staged emails are added by hand, found by company, ticked and promoted by keyboard', async () => {
  const { page } = await openHere('/mass_import/')
  const ids = await commOf(page, 'Of keys')
  await stagedIn(page, ids, [91, 92, 93])
  await page.getByRole('link', { name: /^Review Data/ }).click()
  await page.getByText('3 in all').waitFor()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create Staged Email' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(dialog.getByLabel('Company Id'))).toBe(true)
  await page.keyboard.type('94')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Tab')
  await page.keyboard.type('<p>Hello</p>')
  await dialog.getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Staging Email created successfully!').waitFor()
  await page.getByText('4 in all').waitFor()

  await page.getByRole('searchbox', { name: 'Find by Company Id' }).fill('94')
  await page.getByText('1 in all').waitFor()
  await page.getByRole('button', { name: /^Review: \d+ By hand/ }).click()
  await dialog.getByText(/It was added by hand/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /By hand/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('searchbox', { name: 'Find by Company Id' }).fill('')
  await page.getByText('4 in all').waitFor()
  await page.getByRole('checkbox', { name: /Company 92/ }).check()
  await page.getByRole('button', { name: 'Promote ticked (2)' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`Emails made of comm ${ids.commId}: 2`).waitFor()
  for (const name of [/By hand/, /Company 92/])
    await page.getByRole('row', { name }).getByText('Promoted').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Promote: / }).count()).toBe(2)
})

test('a malformed id leads to not-found', async () => {
  const { page } = await openHere('/mass_import/x/1')
  await page.waitForURL(/\/not-found$/)
  for (const address of ['/mass_import/1', '/staged_emails/x', '/staged_emails/1/2']) {
    await page.goto(address)
    await page.waitForURL(/\/not-found$/)
  }
  // A well-formed URL whose comm does not exist.
  await page.goto('/mass_import/999999/999999')
  await page.getByText(/^Security incident 999999 has no comm 999999/).waitFor()
  const upload = page.getByRole('button', { name: 'Upload Mail Merge File' })
  await expect.poll(() => upload.isDisabled()).toBe(true)
  await expect.poll(() => upload.getAttribute('title')).toMatch(/nothing can be uploaded for it$/)
})

test.each(['de-DE', 'ja-JP'])('both pages in %s are accessible and fit 480 pixels', async (locale) => {
  const { page } = await openHere('/mass_import/', { viewport: { width: 480, height: 900 }, locale })
  const ids = await commOf(page, `Title-${'x'.repeat(80)} ${locale}`)
  await page.goto(`/mass_import/${ids.secId}/${ids.commId}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('main').getByRole('button').first().click()
  await choose(page, csv(goodFile([41, 42]), `${'long-name-'.repeat(12)}.csv`))
  await dialog.getByRole('document').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await dialog.locator('[type=submit]').click()
  const review = cardOf(page, /long-name-/).getByRole('link')
  await review.waitFor()
  for (const width of [1270, 996, 814, 480]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  await page.goto((await review.getAttribute('href')) ?? '')
  const staged = cardOf(page, '41')
  await staged.waitFor()
  for (const width of [1270, 996, 814, 480]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  await staged.getByRole('button').first().click()
  await dialog.getByRole('document').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
