import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const MINUTE = 60_000
/** Deliveries are not pushed to pages, which poll every 30 seconds. */
const POLLED = { timeout: 60_000 }

let staff: Receiver
let customers: Receiver
let server: BuiltServer
beforeAll(async () => {
  staff = await startReceiver()
  customers = await startReceiver()
  server = await startBuiltServer(
    { CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8', CHANNEL_PORTS: `${staff.port},${customers.port}` },
    { movesClock: true },
  )
})
afterAll(async () => {
  await server.stop()
  await staff.close()
  await customers.close()
  expect(errorsIn(server.log())).toEqual([])
})

type Webhook = { name: string; address: string; audience: 'INTERNAL' | 'EXTERNAL' }

/** Creates a webhook for everything of P1; returns its secret. */
async function createWebhook(page: Page, { name, address, audience }: Webhook): Promise<string> {
  await page.getByRole('button', { name: 'Create channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  await dialog.getByRole('radio', { name: audience }).check()
  const overdue = dialog.getByRole('checkbox', { name: 'Overdue updates' })
  await expect.poll(() => overdue.count()).toBe(audience === 'INTERNAL' ? 1 : 0)
  await dialog.getByRole('button', { name: 'Select all: P1' }).click()
  await dialog.getByRole('button', { name: /^Create$/ }).click()
  const secret = dialog.getByText(/^whsec_/)
  await secret.waitFor()
  const text = (await secret.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return text
}

const typesOf = (receiver: Receiver, secret: string) => receiver.verified(secret).map(({ type }) => type)

test('a missed update reaches an INTERNAL channel alone, and is seen in the ledger', async () => {
  const { page } = await openAs('administrator', '/channels', { baseUrl: server.url })
  const [secret, other] = [
    await createWebhook(page, { name: 'War room', address: staff.url('/staff'), audience: 'INTERNAL' }),
    await createWebhook(page, { name: 'Portal', address: customers.url('/all'), audience: 'EXTERNAL' }),
  ]
  await writeAs(await signInAt(server.url, 'ines.incident@acme.example'), {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      ...{ body: 'We fail over.', next_update_due: new Date(Date.now() + 30 * MINUTE).toISOString() },
      email_template_data: { current_status: 'Looking' },
    },
  })
  await expect.poll(() => typesOf(customers, other), POLLED).toContain('message.published')
  await server.setClockAhead(31 * MINUTE)
  await expect.poll(() => typesOf(staff, secret), POLLED).toContain('reminder.due')
  const reminder = staff.verified(secret).find(({ type }) => type === 'reminder.due')
  expect(reminder).toMatchObject({ data: { id: 'OPI-1801', number: 1, is_internal: true } })

  const { page: ledger } = await openAs('administrator', '/deliveries?reference=OPI-1801&by=channels', {
    ...{ baseUrl: server.url, apart: true, now: Date.now() + 31 * MINUTE },
  })
  const row = ledger.getByRole('row', { name: /Update overdue/ })
  for (const text of ['sent', 'Webhook', 'OPI-1801'])
    await row.getByText(text, { exact: true }).waitFor(POLLED)
  await expect.poll(() => row.count()).toBe(1)
  await expectAccessible(ledger)
  await row.getByRole('link', { name: 'War room' }).click()
  const delivery = ledger.getByRole('row', { name: /reminder\.due/ })
  await delivery.getByText('sent', { exact: true }).waitFor(POLLED)
  await expectAccessible(ledger)
  expect(typesOf(customers, other)).not.toContain('reminder.due')
})
