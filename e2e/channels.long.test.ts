import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { type Chats, SLACK_CHANNEL, SLACK_TOKEN, startChats } from '../apps/server/testing/chats.ts'
import { isFocused, tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { cardOf, chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const PHONE = { width: 390, height: 844 }
/** Deliveries are not pushed to pages, which poll every 30 seconds. */
const POLLED = { timeout: 60_000 }

let receiver: Receiver
let chats: Chats
let server: BuiltServer
beforeAll(async () => {
  receiver = await startReceiver()
  chats = await startChats()
  server = await startBuiltServer({
    CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
    CHANNEL_PORTS: `${receiver.port},${chats.port}`,
    SLACK_API_URL: chats.url('/api'),
  })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
  await chats.close()
  expect(chats.seen.faults).toEqual([])
  expect(errorsIn(server.log())).toEqual([])
})

const visit = (address: string) => openAs('incident_manager', address, { baseUrl: server.url })
const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonIn = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name })
const received = (count: number) => expect.poll(() => receiver.requests.length, POLLED).toBe(count)

async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, buttonIn(page, name))
  await page.keyboard.press('Enter')
}

/** Creates a webhook by keyboard; returns its secret. */
async function createWebhook(page: Page): Promise<string> {
  await tabTo(page, page.getByRole('button', { name: 'Create channel' }))
  await page.keyboard.press('Enter')
  const name = dialogOf(page).getByRole('textbox', { name: 'Name' })
  await expect.poll(() => isFocused(name)).toBe(true)
  await page.keyboard.type('Customer portal')
  await tabTo(page, dialogOf(page).getByRole('textbox', { name: 'Address' }))
  await page.keyboard.type('http://10.0.0.1/')
  await tabTo(page, dialogOf(page).getByRole('radio', { name: 'EXTERNAL' }))
  await page.keyboard.press('Space')
  await tabTo(page, buttonIn(page, 'Select all: P1'))
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await pressByKeyboard(page, /^Create$/)
  await dialogOf(page)
    .getByText(/^Port 80 is not allowed|^The address is not allowed/)
    .waitFor()
  await tabTo(page, dialogOf(page).getByRole('textbox', { name: 'Address' }), 'Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(receiver.url('/token'))
  await pressByKeyboard(page, /^Create$/)
  const secret = dialogOf(page).getByText(/^whsec_/)
  await secret.waitFor()
  return (await secret.textContent()) ?? ''
}

async function postMessage(page: Page, text: string, told: readonly string[]): Promise<void> {
  await page.goto('/edit/OPI-1801')
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill(text)
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('22:00 UTC')
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  await dialog.getByText(`Channels that are told: ${told.length}.`).waitFor()
  await dialog.getByText('Which channels').click()
  for (const name of told) await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a webhook is created by keyboard, hears of a message, is gone, and gets later what it missed', async () => {
  const { page, allow } = await visit('/channels')
  // The refused address is a 400.
  allow(/status of 400/)
  await page.getByText(/^There is no channel yet/).waitFor()
  await expectAccessible(page)
  const secret = await createWebhook(page)
  await expectAccessible(page)
  await pressByKeyboard(page, 'Send a test')
  await dialogOf(page).getByText('The receiver accepted the test').waitFor()
  expect(receiver.verified(secret)).toMatchObject([{ type: 'webhook.test' }])
  await pressByKeyboard(page, 'I have kept it')
  await dialogOf(page).waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Customer portal/ })
  await row.getByText('active').waitFor()
  await row.getByText(/^P1: \d+ types · \d+ services · \d+ data centers$/).waitFor()
  expect(await page.content()).not.toContain('/token')
  await expect.poll(() => row.getByText('ines.incident@acme.example').count()).toBe(0)
  await expectAccessible(page)

  await postMessage(page, 'We have found the cause.', ['Customer portal'])
  await received(2)
  const [, message] = receiver.verified(secret)
  expect(message).toMatchObject({
    type: 'message.published',
    data: { is_internal: false, message: { text: 'We have found the cause.' } },
  })
  await page.goto('/channels')
  await page.getByRole('link', { name: 'Customer portal' }).click()
  const delivery = page.getByRole('row', { name: /message\.published/ })
  await delivery.getByText('sent', { exact: true }).waitFor(POLLED)
  await delivery.getByRole('link', { name: 'OPI-1801' }).waitFor()
  await expectAccessible(page)

  await tabTo(page, delivery.getByRole('button', { name: /^View/ }))
  await page.keyboard.press('Enter')
  await dialogOf(page)
    .getByText(/"type": "message\.published"/)
    .waitFor()
  await dialogOf(page).getByRole('table', { name: 'Tries' }).getByRole('cell', { name: '204' }).waitFor()
  await expectAccessible(page)
  receiver.react({ status: 410, body: 'nobody here' })
  await pressByKeyboard(page, 'Send again')
  await received(3)
  expect(receiver.requests[2]?.headers['webhook-id']).toBe(receiver.requests[1]?.headers['webhook-id'])
  await page.keyboard.press('Escape')
  await page.getByText(/^paused: the receiver is gone, since /).waitFor(POLLED)
  await delivery.getByText('failed', { exact: true }).waitFor(POLLED)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Resume…' }).click()
  await expectAccessible(page)
  await pressByKeyboard(page, 'Resume')
  await dialogOf(page).getByText('The channel is resumed. Send what it missed?').waitFor()
  const dayAgo = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 16)
  await dialogOf(page).getByLabel('Since (UTC)').fill(dayAgo)
  await expectAccessible(page)
  await pressByKeyboard(page, 'Send what it missed')
  await page.getByText('Deliveries that are sent again: 1').waitFor()
  await received(4)
  await delivery.getByText('sent', { exact: true }).waitFor(POLLED)
})

const startOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })

test('a channel chooses its events, which its list and its page show', async () => {
  const { page } = await visit('/channels')
  await chooseAction(page, 'Edit', 'Customer portal')
  const box = (name: string) => dialogOf(page).getByRole('checkbox', { name, exact: true })
  await expect.poll(() => box('Overdue updates').count()).toBe(0)
  const [label, help] = [dialogOf(page).getByText('Status', { exact: true }), /^A service changes its status/]
  await expect.poll(() => startOf(dialogOf(page).getByText(help))).toBeCloseTo(await startOf(label), 0)
  for (const name of ['Messages', 'Incidents', 'Status', 'Maintenance', 'Notifications'])
    await box(name).uncheck()
  await dialogOf(page).getByText('Choose at least one kind of event').waitFor()
  await expectAccessible(page)
  await tabTo(page, box('Messages'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await pressByKeyboard(page, 'Save changes')
  await dialogOf(page).waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Customer portal/ })
  await row.getByText(/; only Messages$/).waitFor()
  await row.getByRole('link', { name: 'Customer portal' }).click()
  const events = page.getByText('Events', { exact: true })
  await events.waitFor()
  await expect.poll(() => events.locator('..').textContent()).toContain('Messages')
  await expectAccessible(page)
})

test('channels stand beside the mails on the incident and in the ledger', async () => {
  const { page } = await visit('/edit/OPI-1801')
  const bar = page.getByRole('progressbar', { name: 'Progress in the channels' }).first()
  await expect.poll(() => bar.getAttribute('aria-valuetext'), POLLED).toMatch(/Sent: 1, /)
  await expectAccessible(page)

  await page.goto('/details/OPI-1801')
  const told = page.getByRole('link', { name: 'Told to 1 channel' }).first()
  await told.waitFor()
  await expectAccessible(page)
  await told.click()
  await page.getByRole('tab', { name: 'Channels (1)', selected: true }).waitFor()
  const row = page.getByRole('row', { name: /Customer portal/ })
  for (const text of ['sent', 'Webhook', 'Message published', 'OPI-1801'])
    await row.getByText(text, { exact: true }).waitFor()
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Customer portal' }).click()
  await page.getByRole('row', { name: /message\.published/ }).waitFor()
})

test('people who may not see a channel read its kind in the ledger', async () => {
  const address = '/deliveries?reference=OPI-1801&by=channels'
  const { page } = await openAs('support', address, { baseUrl: server.url, viewport: PHONE })
  const card = cardOf(page, 'of somebody else')
  await card.getByText('Webhook').waitFor()
  await expect.poll(() => page.getByText('Customer portal').count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the owner finds in the ledger that a channel was paused', async () => {
  const { page } = await openAs('administrator', '/deliveries', { baseUrl: server.url })
  // The receiver answered 410 before.
  const row = page.getByRole('row', { name: /Channel Paused/ })
  await row.getByText('ines.incident@acme.example').waitFor()
  await row.getByRole('link', { name: /^CHN-\d+$/ }).click()
  await page.getByRole('heading', { name: 'Customer portal' }).waitFor()
})

test('a Slack channel is created, tested and hears of a message in a thread of its own', async () => {
  const { page, allow } = await visit('/channels')
  // The refused token is a 400.
  allow(/status of 400/)
  await page.getByRole('button', { name: 'Create channel' }).click()
  await dialogOf(page).getByLabel('Kind').selectOption('Slack (app)')
  await dialogOf(page)
    .getByText(/It needs a Slack app/)
    .waitFor()
  await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('War room')
  await dialogOf(page).getByRole('textbox', { name: 'Bot token' }).fill('xoxp-1234567890-abcdefghij')
  await dialogOf(page).getByRole('textbox', { name: 'Slack channel' }).fill(SLACK_CHANNEL)
  await dialogOf(page).getByRole('radio', { name: 'EXTERNAL' }).check()
  await buttonIn(page, 'Select all: P1').click()
  await expectAccessible(page)
  await buttonIn(page, /^Create$/).click()
  await dialogOf(page).getByText('use the bot token of a Slack app: it begins with xoxb-').waitFor()
  await dialogOf(page).getByRole('textbox', { name: 'Bot token' }).fill(SLACK_TOKEN)
  await buttonIn(page, /^Create$/).click()
  await dialogOf(page).getByText('War room is created').waitFor()
  await buttonIn(page, 'Send a test').click()
  await dialogOf(page).getByText('The receiver accepted the test').waitFor()
  await expectAccessible(page)
  await buttonIn(page, 'Close').last().click()
  expect(await page.content()).not.toContain(SLACK_TOKEN)
  await postMessage(page, 'Slack hears of it.', ['Customer portal', 'War room'])
  await expect.poll(() => chats.slack().length, POLLED).toBe(2)
  const [sentAsTest, message] = chats.slack()
  expect(sentAsTest?.texts[0]).toBe('Test message from Aviary')
  expect(message?.texts).toContain('Slack hears of it.')
  await page.goto('/channels')
  const row = page.getByRole('row', { name: /War room/ })
  await row.getByText('Slack (app)').waitFor()
  await page.getByRole('link', { name: 'War room' }).click()
  await page.getByText(SLACK_CHANNEL, { exact: true }).waitFor()
  await expectAccessible(page)
})

test('on a phone channels and deliveries are cards, with everything in reach', async () => {
  const { page } = await openAs('administrator', '/channels', { baseUrl: server.url, viewport: PHONE })
  const card = cardOf(page, 'Customer portal')
  await card.getByText('ines.incident@acme.example').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await chooseAction(card, 'Edit')
  await dialogOf(page)
    .getByText(/^Leave it empty to keep the present one, which posts to 127\.0\.0\.1/)
    .waitFor()
  await dialogOf(page).getByRole('heading', { name: 'P1' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })

  await card.getByRole('link', { name: 'Customer portal' }).click()
  await cardOf(page, 'message.published').getByText('OPI-1801').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await cardOf(page, 'message.published').getByRole('button', { name: /^View/ }).click()
  await dialogOf(page).getByRole('heading', { name: 'Body' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('who may create no channels reads which action that needs', async () => {
  const { page } = await openAs('subscriber', '/channels', { baseUrl: server.url })
  await page.getByText('It needs the action “Create channels of one’s own”.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Channels' }).count()).toBe(0)
})
