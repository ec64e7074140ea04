import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtp } from '../apps/server/src/mail/smtp.ts'
import { bounceReport } from '../apps/server/testing/bounces.ts'
import { freePort } from '../apps/server/testing/free-port.ts'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { mailUpdate, subscribeToUpdates } from './support/updates.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const GONE = 'gone@example.com'
const SAID = '550 5.1.1 <gone@example.com>: user unknown'

let smtp: TestSmtp
let server: BuiltServer
let port: number
const senders = new Map<string, string>()
beforeAll(async () => {
  smtp = await startSmtp({
    onRcptTo: ({ address }, { envelope: { mailFrom } }, done) => {
      if (mailFrom) senders.set(address, mailFrom.address)
      done()
    },
  })
  port = await freePort()
  server = await startBuiltServer({
    SMTP_URL: smtp.url,
    BOUNCE_ADDRESS: 'bounces@bounces.acme.example',
    BOUNCE_LISTEN: `127.0.0.1:${port}`,
  })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

test('a mail comes back while its ledger is open: the address is paused, listed, and resumed by support', async () => {
  await subscribeToUpdates(server.url, GONE, 'en')
  await mailUpdate(server.url)
  await expect
    .poll(() => senders.get(GONE), { timeout: 60_000 })
    .toMatch(/^bounces\+[0-9a-f]{32}@bounces\.acme\.example$/)
  const ledger = (await openAs('administrator', `/deliveries?email=${GONE}`, { baseUrl: server.url })).page
  const state = (text: string) =>
    ledger.getByRole('row').filter({ hasText: GONE }).getByText(text, { exact: true })
  await state('sent').first().waitFor()

  // Acts as a mail server that could not deliver the mail and reports this to the sender.
  const lane = openSmtp({ url: `smtp://127.0.0.1:${port}`, tls: 'off' })()
  const to = senders.get(GONE) ?? ''
  expect(await lane.send({ from: '', to, message: bounceReport({ to, recipient: GONE }) })).toMatch(/^250/)
  lane.close()
  // Bounce reports are not pushed, because thousands can arrive at once. The page polls every 30 seconds.
  await state('bounced').first().waitFor({ timeout: 60_000 })
  await expectAccessible(ledger)

  const { page } = await openAs('administrator', '/comm_history', { baseUrl: server.url })
  const list = page.getByRole('region', { name: 'Paused addresses' })
  await list.getByText(SAID).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await list.getByText(SAID).waitFor()
  await expectNoSidewaysScroll(page)
  await list.getByRole('link', { name: GONE }).click()
  await page.getByRole('heading', { level: 1, name: GONE }).waitFor()
  const resume = page.getByRole('button', { name: 'Resume mails' })
  await resume.waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await resume.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Mails are sent to this address again').waitFor()
  await resume.waitFor({ state: 'detached' })

  senders.clear()
  await mailUpdate(server.url)
  await expect.poll(() => senders.has(GONE), { timeout: 60_000 }).toBe(true)
})
