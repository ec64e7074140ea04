import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { getMessages } from '@aviary/contract/incidents/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { buttonsOf } from '../../../testing/slack.ts'
import { link, openSlackSite, pressed } from '../../../testing/slack-site.ts'
import { subscribe } from '../../../testing/subscribers.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const INES = 'ines.incident@acme.example'

type Site = Awaited<ReturnType<typeof openSlackSite>>

let site: Site
let server: Site['server']
let slack: Site['slack']
let ines: Site['ines']
let ada: Site['ada']
let inSlack: Site['inSlack']
let adaInSlack: Site['adaInSlack']
beforeAll(async () => {
  site = await openSlackSite()
  ;({ server, slack, ines, ada, inSlack, adaInSlack } = site)
})
beforeEach(() => site.reset())
afterAll(() => site.close())

const messagesOf = async (jira_id = 'OPI-1') =>
  (await ada.call(getMessages, { query: { jira_id } })).body.messages
const broadcasts = async () => (await ada.call(listBroadcasts)).body.broadcasts.length

const SEND = 'send OPI-1 Update: We found the cause\nCurrent Status: Fixing\nNext Update: 30m'

test('a message is mailed after its audience, numbers and text were shown, once however often one presses', async () => {
  const before = await broadcasts()
  const shown = await inSlack.command(SEND)
  expect(shown.response_type).toBe('ephemeral')
  expect(shown.text).toContain('*EXTERNAL* to *1 person* (en 1) and 0 channels')
  expect(shown.text).toContain('> We found the cause')
  expect(await messagesOf()).toEqual([])
  const pressed = await Promise.all([
    inSlack.press(shown, 'Send to 1 person'),
    inSlack.press(shown, 'Send to 1 person'),
  ])
  const said = pressed.map((answers) => answers.at(-1)?.text).join('\n')
  expect(said).toMatch(
    /the message is on its way.*\n.*(?:the message is on its way|This was done)|This was done.*\n.*on its way/,
  )
  const [message, ...others] = await messagesOf()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    ...{ message_type: 'Update', created_by: INES, next_update_due: '2026-08-20T12:30:00.000Z' },
    body: { en: '<p>We found the cause</p>' },
  })
  expect(await broadcasts()).toBe(before + 1)
  expect(await lastAudit(server)).toMatchObject({ actionName: 'Create Message', userEmail: INES })
})

test('a message whose number has changed is not sent, but shown again with the new one', async () => {
  const shown = await inSlack.command(SEND)
  await subscribe(server, 'bo@example.com')
  const [again] = await inSlack.press(shown, 'Send to 1 person')
  expect(again?.text).toContain('2 people')
  expect(again?.replace_original).toBe(true)
  expect(await messagesOf()).toEqual([])
  if (!again) throw new Error('An answer was expected')
  await inSlack.press(again, 'Send to 2 people')
  expect(await messagesOf()).toHaveLength(1)
  await runOn(server, "delete from subscribers where email = 'bo@example.com'")
})

test('a button is of no use to others, too late, after Cancel, and to those who lost the right', async () => {
  const shown = await inSlack.command(SEND)
  expect((await adaInSlack.press(shown, 'Send to 1 person'))[0]?.text).toContain('shown to somebody else')
  server.setNow(new Date(NOW.getTime() + 11 * 60_000))
  expect((await inSlack.press(shown, 'Send to 1 person'))[0]?.text).toContain('over 10 minutes ago')
  const cancelled = await inSlack.command(SEND)
  await inSlack.press(cancelled, 'Cancel')
  expect((await inSlack.press(cancelled, 'Send to 1 person'))[0]?.text).toContain('Nothing was done')
  const next = await inSlack.command(SEND)
  await runOn(
    server,
    `delete from user_roles where user_id = (select user_id from users where email = '${INES}')`,
  )
  expect((await inSlack.press(next, 'Send to 1 person'))[0]?.text).toContain('This needs the action')
  expect(await messagesOf()).toEqual([])
  await server.signInAs('incident_manager')
  await runOn(
    server,
    `insert into user_roles select user_id, role_id from users, roles where email = '${INES}' and system_name = 'incident_manager'`,
  )
})

test('what a mail needs is asked for; a note on the incident needs nothing, and staff stay among themselves', async () => {
  expect((await inSlack.command('send OPI-1 Update: We look')).text).toContain("a line 'Current Status: …'")
  expect((await inSlack.command('send OPI-1 Update:')).text).toContain('Write the text behind it')
  expect((await inSlack.command('send OPI-1 We look')).text).toContain('Which message type?')
  const before = await broadcasts()
  const shown = await inSlack.command('post OPI-1 Internal Update: The vendor sleeps')
  expect(shown.text).toContain('*INTERNAL*, shown with the incident, mailed to nobody')
  await inSlack.press(shown, 'Post')
  expect(await messagesOf()).toMatchObject([{ message_type: 'Internal Update' }])
  expect(await broadcasts()).toBe(before)
  // The next one needs no type, and begins with what the last one said.
  await inSlack.press(await inSlack.command(SEND), 'Send to 1 person')
  const next = await inSlack.command('send OPI-1 Nearly done')
  expect(next.text).toContain('*Update*')
  expect(buttonsOf(next)).toHaveLength(2)
})

test('the newest message is corrected, for those who were mailed it', async () => {
  await inSlack.press(await inSlack.command(SEND), 'Send to 1 person')
  const shown = await inSlack.command('correct OPI-1 We found the reason')
  expect(shown.text).toContain('Correction of *Update*')
  await inSlack.press(shown, 'Correct it for 1 person')
  expect(await messagesOf()).toMatchObject([{ body: { en: '<p>We found the reason</p>' }, version: 2 }])
  expect(await lastAudit(server)).toMatchObject({ actionName: 'Correct Message', userEmail: INES })
})

test("a slip in the type or in a field changes nobody's audience and loses no line", async () => {
  await inSlack.press(await inSlack.command(SEND), 'Send to 1 person')
  expect((await inSlack.command('send OPI-1 Interal Update: The vendor lies')).text).toContain(
    "There is no message type 'Interal Update'",
  )
  expect((await inSlack.command('post OPI-1 Internal Update：社内\nNext Update: 30m')).text).toContain(
    '*INTERNAL*',
  )
  expect((await inSlack.command('post OPI-1 Internal Update\nThe vendor sleeps')).text).toContain(
    '*INTERNAL*',
  )
  const shown = await inSlack.command(
    'send OPI-1 Update: We found it.\nCurrent status of searches is: slow.\nNext update follows at 15:00 UTC.\nNext Update: 1h 30m',
  )
  expect(shown.text).toContain('> Current status of searches is: slow.')
  expect(shown.text).toContain('> Next update follows at 15:00 UTC.')
  expect(shown.text).toContain('current status: Fixing')
  expect(shown.text).toContain('2026-08-20 13:30 UTC')
  for (const [line, says] of [
    ['Next Update: soon', "'soon' is no time"],
    ['Next Update: 15:00', '2026-08-20 15:00 UTC'],
    ['Next Update: 11:55', 'has passed'],
    ['Next Update: 12:00', 'has passed'],
    ['Next Update: 0m', 'has passed'],
    ['Next Update: 999h', 'is too far ahead'],
    ['Next Update: none', 'No next update promised'],
    ['Next Update: 5m\nNext Update: 6m', "'Next Update:' comes twice"],
  ] as const)
    expect((await inSlack.command(`send OPI-1 Update: x\n${line}`)).text).toContain(says)
})

test('a long text says that it goes on, and its fields stay in sight', async () => {
  const long = Array.from({ length: 500 }, (_, nth) => `word${nth}`).join(' ')
  const shown = await inSlack.command(`send OPI-1 Update: ${long}\nCurrent Status: Fixing\nNext Update: 30m`)
  expect(shown.text).toContain('The text goes on')
  expect(shown.text).toContain('current status: Fixing')
  await inSlack.press(shown, 'Send to 1 person')
  expect((await messagesOf())[0]?.body.en).toContain('word499')
})

test('many lines with signs that Slack escapes hide neither fields nor promise', async () => {
  const log = Array.from(
    { length: 60 },
    (_, nth) => `line ${nth}: a &amp; b &lt;c&gt; ${'x'.repeat(40)}`,
  ).join('\n')
  const shown = await inSlack.command(`send OPI-1 Update:\n${log}\nCurrent Status: Fixing\nNext Update: 30m`)
  expect(shown.text).toContain('The text goes on')
  expect(shown.text).toContain('Next update promised for')
  expect(shown.text).toContain('current status: Fixing')
  for (const block of shown.blocks ?? [])
    expect(((block.text as { text: string } | undefined)?.text ?? '').length).toBeLessThanOrEqual(3_000)
})

test('a press whose process died is told the truth, also late, and can be repeated', async () => {
  const shown = await inSlack.command(SEND)
  await inSlack.press(shown, 'Send to 1 person')
  // As if the process had ended after the commit of the message.
  await runOn(
    server,
    "update chat_drafts set state = 'PRESSED', pressing = 1, done_at = null where state = 'DONE'",
  )
  expect(await pressed(inSlack, shown, 'Cancel')).toContain('it is being done, or was')
  server.setNow(new Date(NOW.getTime() + 11 * 60_000))
  expect(await pressed(inSlack, shown, 'Send to 1 person')).toContain('the message is on its way')
  expect(await messagesOf()).toHaveLength(1)
})

test('a correction loses no language that somebody wrote', async () => {
  await ines.call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      ...{ body: { en: '<p>We look</p>', ja: '<p>調査中です</p>' } },
      email_template_data: { current_status: 'a', next_update: 'b' },
    },
  })
  expect((await inSlack.command('correct OPI-1 We look hard')).text).toContain(
    'in ja too: correct it on its page',
  )
})

test('who cancels after a press is told that it is too late, and a cancelled draft is not sent', async () => {
  const shown = await inSlack.command(SEND)
  expect(await pressed(inSlack, shown, 'Send to 1 person')).toContain('the message is on its way')
  expect(await pressed(inSlack, shown, 'Cancel')).toContain('Too late: it was done')
  server.setNow(new Date(NOW.getTime() + 11 * 60_000))
  expect(await pressed(inSlack, shown, 'Send to 1 person')).toContain('This was done')
  expect(await messagesOf()).toHaveLength(1)
})

test('a draft is of no use to whom the account is linked afterwards; a link ends after 90 days', async () => {
  const other = slack.openUser('U8')
  await link(other, ines)
  const shown = await other.command(SEND)
  await link(other, ada)
  expect(await pressed(other, shown, 'Send to 1 person')).toContain('shown to somebody else')
  expect(await messagesOf()).toEqual([])
  await runOn(
    server,
    "update chat_accounts set linked_at = linked_at - interval '91 days' where chat_user = 'U8'",
  )
  expect((await other.command('list')).text).toContain('its link has ended')
})
