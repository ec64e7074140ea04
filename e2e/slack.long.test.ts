import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { openSlack, SLACK_SECRET } from '../apps/server/testing/slack.ts'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

let smtp: TestSmtp
let receiver: Receiver
let server: BuiltServer
let slack: ReturnType<typeof openSlack>
beforeAll(async () => {
  smtp = await startSmtp()
  receiver = await startReceiver()
  server = await startBuiltServer({
    SMTP_URL: smtp.url,
    SLACK_SIGNING_SECRET: SLACK_SECRET,
    CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
    CHANNEL_PORTS: String(receiver.port),
  })
  slack = openSlack({
    ...{ receiver, now: () => new Date() },
    send: async ({ path, headers, form }) => {
      const response = await fetch(server.url + path, { method: 'POST', headers, body: form })
      return { status: response.status, text: await response.text() }
    },
  })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

/** The text of a button of a message that begins so. */
const buttonIn = (message: SlackMessage, beginning: string): string =>
  new RegExp(`"text":"(${beginning}[^"]*)"`).exec(JSON.stringify(message.blocks))?.[1] ?? beginning

test('an account is linked on the page, and an incident is run from Slack while pages beside show each step', async () => {
  const { page } = await openAs('incident_manager', '/sessions', { baseUrl: server.url })
  await page.getByRole('button', { name: 'Link a chat account' }).click()
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByText(/\/aviary link [A-Z2-9]{8}/)
  await shown.waitFor()
  await expectAccessible(page)
  const [, command = ''] = /\/aviary (link [A-Z2-9]{8})/.exec((await shown.first().textContent()) ?? '') ?? []
  const ines = slack.openUser('U1', 'ines')
  expect((await ines.command(command)).text).toContain(`acts as ${INES}`)
  await dialog.getByText('Linked: ines').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /ines Slack T1/ }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  const ada = slack.openUser('U2', 'ada')
  const { code } = (await writeAs(await signInAt(server.url, ADA), {
    ...{ method: 'POST', path: '/api/chat/codes/', body: {} },
  })) as { code: string }
  await ada.command(`link ${code}`)

  const { page: watching } = await openAs('support', '/', { baseUrl: server.url })
  const declaring = await ines.command('declare P1 outage Expense in us2: Receipts are lost')
  const declared = (await ines.press(declaring, 'Declare it')).at(-1)?.text ?? ''
  const [jiraId = ''] = /AVI-\d+/.exec(declared) ?? []
  await watching.getByText('Receipts are lost').first().waitFor()
  await watching.goto(`${server.url}/details/${jiraId}`)
  await watching.getByText('Receipts are lost').first().waitFor()
  await ines.command(`take lead ${jiraId}`)
  await watching.getByText(`Lead: ${INES}`).waitFor()
  await ines.command(`give lead <@U2|ada> ${jiraId} The vendor calls back at 14:00`)
  await watching.getByText(`Lead: ${INES} hands over to ${ADA}`).waitFor()
  await watching.getByText('The vendor calls back at 14:00').first().waitFor()
  await ada.press(await ada.command(`publish ${jiraId}`), 'Make it EXTERNAL')
  await ada.press(await ada.command(`post ${jiraId} Internal Update: Restoring from the backup`), 'Post')
  await watching.getByText('Restoring from the backup').first().waitFor()

  const before = smtp.received.length
  const preview = await ines.command(
    `send ${jiraId} Update: Receipts are being restored\nCurrent Status: Restoring\nNext Update: 30m`,
  )
  const people = Number(/to \*(\d+) pe/.exec(preview.text)?.[1])
  expect(people).toBeGreaterThan(0)
  expect(smtp.received.length).toBe(before)
  await ines.press(preview, buttonIn(preview, 'Send to '))
  await watching.getByText('Receipts are being restored').first().waitFor()
  await expect.poll(() => smtp.received.length).toBe(before + people)
  const correction = await ines.command(`correct ${jiraId} Receipts are being restored from last night`)
  await ines.press(correction, buttonIn(correction, 'Correct it for '))
  await watching.getByText('Receipts are being restored from last night').first().waitFor()
  await ada.press(await ada.command(`todo ${jiraId} <@U1|ines> Alert on lost receipts`), 'Note it')
  await watching.getByText('Alert on lost receipts').first().waitFor()
  await ada.press(await ada.command(`resolve ${jiraId}`), 'Resolve')
  await watching.getByText('RESOLVED').first().waitFor()
  await expectAccessible(watching)
})
