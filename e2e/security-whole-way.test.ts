import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { choose, commOf, csv } from './support/merge.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { openAs } from './support/visit.ts'

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

// both@agency.example is a contact of two companies, old@one.example is inactive, and company 504 has no contact.
const PEOPLE = [
  ...['501,ann@one.example,Y', '501,bob@one.example,Y', '501,old@one.example,N'],
  ...['502,cay@two.example,Y', '502,both@agency.example,Y', '503,both@agency.example,Y'],
  '599,stranger@else.example,Y',
]
const USERS = `company_id,email,active\n${PEOPLE.join('\n')}\n`
const ACTIVE = [
  ...['501 ann@one.example', '501 bob@one.example', '502 both@agency.example'],
  ...['502 cay@two.example', '503 both@agency.example'],
]
const BODY = '<p>Dear {{name}}, only company {{company_id}} reads this: {{secret}}</p>'
const row = (company: number | string, name: string) =>
  `${company},Notice for {{name}},"${BODY}",${name},secret-of-${name}`
const FILE = [
  'company_id,subject,body,name,secret',
  ...[row(501, 'One'), row('five hundred and two', 'Two'), row(503, 'Three'), row(501, 'Four')],
].join('\n')

test('a merge file with bad rows is mended, staged, reviewed, promoted and sent: one right mail for each active user', async () => {
  const { page, allow } = await openAs('administrator', '/manage_security_users', { baseUrl: server.url })
  allow(/status of 400/)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, csv(USERS, 'people.csv'))
  await dialog.getByText('people.csv').waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText(`Added: ${PEOPLE.length} · Changed: 0 · Unchanged: 0`).waitFor()

  const { secId, commId } = await commOf(page, 'Stolen keys')
  await page.goto(`/mass_import/${secId}/${commId}`)
  await page.getByRole('button', { name: 'Upload Mail Merge File' }).click()
  await choose(page, csv(FILE))
  const submit = dialog.getByRole('button', { name: 'Upload and stage' })
  await submit.click()
  await dialog.getByText(/2 of 4 rows cannot be taken in; nothing was stored/).waitFor()
  const report = dialog.getByRole('table', { name: 'What to mend in the file' })
  await report.getByRole('row', { name: /Go to line 3.*company_id/ }).waitFor()
  await report.getByRole('row', { name: /Go to line 5.*company_id.*line 2/ }).waitFor()
  const box = dialog.getByLabel('Contents')
  const mended = FILE.replace('five hundred and two', '502').replace(/501(,[^\n]*Four)$/, '504$1')
  await box.fill(mended)
  await submit.click()
  await page.getByText('Security Import created successfully!').waitFor()

  await page.getByRole('link', { name: /^Review Data/ }).click()
  await page.getByRole('button', { name: /^Review: \d+ Notice for Two/ }).click()
  await dialog.getByText('Active users of the company: 2').waitFor()
  await dialog
    .getByRole('document')
    .getByText('Dear Two, only company 502 reads this: secret-of-Two')
    .waitFor()
  await dialog.getByRole('row', { name: 'secret secret-of-Two' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Promote all (4)' }).click()
  await dialog.getByRole('button', { name: 'Promote (4)' }).click()
  await page.getByRole('link', { name: /^Emails of this import/ }).click()

  await page.getByRole('button', { name: 'Send all unsent of this import…' }).click()
  await dialog.getByText('Emails that have nobody to reach: 1').waitFor()
  await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
  expect(smtp.received).toEqual([])
  await dialog.getByRole('button', { name: 'Send 3 emails to 5 people, EXTERNAL' }).click()
  await page.getByText('Email sent successfully!').waitFor()
  await page.getByText('3 emails were sent. Their mails to people:').waitFor()
  await page.getByText('Sent: 5', { exact: true }).waitFor()

  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => ({ ...(await smtp.read(index)), to })),
  )
  const mailTexts = mails.map(({ to, subject = '', html = '', text = '' }) => {
    const [, name, company, secret] =
      /Dear (\w+), only company (\d+) reads this: secret-of-(\w+)/.exec(html.replace(/\s+/g, ' ')) ?? []
    expect(text).toContain(`secret-of-${name}`)
    expect([subject, secret]).toEqual([`Notice for ${name}`, name])
    return `${company} ${to}`
  })
  expect(mailTexts.sort()).toEqual(ACTIVE)
})
