import { endSession, listUsers, updateUser } from '@aviary/contract/administration/endpoints'
import { deleteChatAccount, listChatAccounts } from '@aviary/contract/chat/endpoints'
import { listIncidentRoles, updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { lastAudit, lockTable, runOn } from '../../../testing/queries.ts'
import { signSlack } from '../../../testing/slack.ts'
import { link, openSlackSite, pressed } from '../../../testing/slack-site.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

type Site = Awaited<ReturnType<typeof openSlackSite>>

let site: Site
let server: Site['server']
let receiver: Site['receiver']
let slack: Site['slack']
let ines: Site['ines']
let ada: Site['ada']
let support: Site['support']
let inSlack: Site['inSlack']
let adaInSlack: Site['adaInSlack']
beforeAll(async () => {
  site = await openSlackSite()
  ;({ server, receiver, slack, ines, ada, support, inSlack, adaInSlack } = site)
})
beforeEach(() => site.reset())
afterAll(() => site.close())

const rolesOf = async (jira_id = 'OPI-1') =>
  Object.fromEntries(
    (await ada.call(listIncidentRoles, { query: { jira_id } })).body.roles.map(({ role, holder }) => [
      role,
      holder,
    ]),
  )
const SEND = 'send OPI-1 Update: We found the cause\nCurrent Status: Fixing\nNext Update: 30m'

test('a code links an account once; whoever is not linked changes nothing and is told how', async () => {
  const stranger = slack.openUser('U9')
  expect((await stranger.command('take lead OPI-1')).text).toContain('not linked to Aviary')
  expect(await rolesOf()).toMatchObject({ lead: null })
  expect((await stranger.command('help')).text).toContain('/aviary take lead')
  expect((await stranger.command('link ABCD2345')).text).toContain(
    'unknown, used or more than ten minutes old',
  )
  await link(stranger, support)
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Link Chat Account', userEmail: support.email, applicationName: 'Slack' },
    context: { chat: 'slack', team: 'T1', chatUser: 'U9', name: 'u9', before: null },
  })
  const { accounts, is_slack_on } = (await support.call(listChatAccounts)).body
  expect([is_slack_on, accounts]).toMatchObject([true, [{ chat: 'slack', name: 'u9', team: 'T1' }]])
  const account_id = accounts[0]?.account_id ?? 0
  expect((await ines.call(deleteChatAccount, { body: { account_id } })).status).toBe(404)
  expect((await support.call(deleteChatAccount, { body: { account_id } })).status).toBe(200)
  expect((await stranger.command('list')).text).toContain('not linked')
})

test('forged, old and repeated commands do nothing', async () => {
  const fields = inSlack.fieldsOf('take lead OPI-1', 'general')
  const form = new URLSearchParams(fields).toString()
  const send = (headers: Record<string, string>) => slack.post('commands', fields, headers)
  const old = new Date(NOW.getTime() - 301_000)
  for (const [headers, detail] of [
    [signSlack(form, NOW, 'another secret'), 'does not fit'],
    [signSlack(`${form}x`, NOW), 'does not fit'],
    [signSlack(form, old), 'over five minutes ago'],
    [{ ...signSlack(form, old), 'x-slack-request-timestamp': String(NOW.getTime() / 1000) }, 'does not fit'],
    [{ 'x-slack-signature': '' }, 'X-Slack-Signature is missing'],
    [{ 'x-slack-request-timestamp': 'today' }, 'not a number of seconds'],
  ] as const) {
    const refused = await send(headers)
    expect([refused.status, JSON.parse(refused.text).detail]).toEqual([401, expect.stringContaining(detail)])
  }
  expect(await rolesOf()).toMatchObject({ lead: null })
  const headers = signSlack(form, NOW)
  expect(JSON.parse((await send(headers)).text).text).toContain(`${INES} is *Lead*`)
  await ines.call(updateIncidentRole, {
    body: { jira_id: 'OPI-1', role: 'lead', holder: null, prev_holder: INES },
  })
  expect(JSON.parse((await send(headers)).text).text).toContain('has come before')
  expect(await rolesOf()).toMatchObject({ lead: null })
})

test('a role is taken, handed over and given up, as the person, in audit and story', async () => {
  const taken = await inSlack.command('take lead OPI-1 The vendor calls back')
  expect(taken).toMatchObject({
    response_type: 'in_channel',
    text: expect.stringContaining(`${INES} is *Lead*`),
  })
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Update Incident Role', userEmail: INES, applicationName: 'Slack (T1/U1)' },
    context: { jira_id: 'OPI-1', after: { holder: INES, note: 'The vendor calls back' } },
  })
  await inSlack.command('give lead <@U2|ada> OPI-1 Take &lt;care&gt;')
  const { entries } = (await ada.call(getTimeline, { query: { jira_id: 'OPI-1' } })).body
  expect(entries.filter(({ kind }) => kind === 'role').at(-1)).toMatchObject({
    holder: ADA,
    by: INES,
    note: 'Take <care>',
  })
  expect((await inSlack.command('drop lead OPI-1')).text).toContain(`${ADA} is Lead of OPI-1`)
  expect((await inSlack.command('give lead <@U7> OPI-1')).text).toContain('has not linked Slack')
  expect((await adaInSlack.command('drop Lead OPI-1')).text).toContain('Nobody is *Lead*')
  expect(await rolesOf()).toMatchObject({ lead: null })
})

test("somebody else's role is taken over by a button only, and not from a third one", async () => {
  await adaInSlack.command('take lead OPI-1')
  const asked = await inSlack.command('take lead OPI-1 I know the vendor')
  expect([asked.response_type, asked.text]).toEqual([
    'ephemeral',
    expect.stringContaining(`${ADA} is *Lead*`),
  ])
  expect(await rolesOf()).toMatchObject({ lead: ADA })
  await ada.call(updateIncidentRole, {
    body: { jira_id: 'OPI-1', role: 'lead', holder: support.email, prev_holder: ADA },
  })
  expect((await inSlack.press(asked, 'Take it over'))[0]?.text).toContain(
    `${support.email} is Lead of OPI-1 by now`,
  )
  expect(await rolesOf()).toMatchObject({ lead: support.email })
  const [deleted, told] = await inSlack.press(await inSlack.command('take lead OPI-1'), 'Take it over')
  expect([deleted, told]).toMatchObject([{ delete_original: true }, { response_type: 'in_channel' }])
  expect(await rolesOf()).toMatchObject({ lead: INES })
})

test("in an incident's channel its number is left out; elsewhere it is asked for", async () => {
  expect((await inSlack.command('take lead', 'inc-1')).text).toContain('OPI-1')
  expect(await rolesOf()).toMatchObject({ lead: INES })
  // Of the same name in another workspace, and of a source that gives names only.
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { slack_info: { channel: '#inc-3' } })])
  expect((await inSlack.command('take lead', 'inc-3')).text).toContain('OPI-3')
  await runOn(
    server,
    'update incidents set slack_info = slack_info || \'{"channel_url": "https://x.example/archives/COTHER"}\' where jira_id = \'OPI-3\'',
  )
  expect((await inSlack.command('drop lead', 'inc-3')).text).toContain('Which incident?')
  expect((await inSlack.command('take lead', 'general')).text).toContain('Which incident?')
  expect((await inSlack.command('take captain OPI-1')).text).toContain('Lead, Communications')
  expect((await inSlack.command('take lead OPI-99')).text).toContain('There is no incident OPI-99')
})

test('an incident is declared once, published and resolved', async () => {
  expect((await inSlack.command('declare P1 outage Travel')).text).toContain('Write it as')
  expect((await inSlack.command('declare P1 outage Nothing in us2: Bad')).text).toContain(
    "There is no service 'Nothing'",
  )
  const shown = await inSlack.command('declare P1 outage travel, Expense in us2, EU2: Bookings: all fail')
  expect(shown.response_type).toBe('ephemeral')
  const said = await Promise.all([
    pressed(inSlack, shown, 'Declare it'),
    pressed(inSlack, shown, 'Declare it'),
  ])
  const ids = said.flatMap((text) => /AVI-\d+/.exec(text) ?? [])
  const [jiraId = ''] = ids
  expect(new Set(ids).size).toBe(1)
  expect((await ada.call(listIncidents)).body.payload).toHaveLength(2)
  const get = async () => (await ada.call(getIncidentByJiraId, { query: { jira_id: jiraId } })).body.payload
  expect(await get()).toMatchObject({
    ...{
      details: 'Bookings: all fail',
      priorityType: 'P1',
      symbol: 'OUTAGE',
      isInternal: 'Y',
      endDate: null,
    },
    ...{ affectedServices: ['Expense', 'Travel'], affectedDataCenters: ['us2', 'eu2'] },
  })
  const early = await inSlack.command(`send ${jiraId} Update: x\nCurrent Status: y\nNext Update: 1h`)
  expect(early.text).toContain('internal')
  await inSlack.press(await inSlack.command(`publish ${jiraId}`), 'Make it EXTERNAL')
  expect(await get()).toMatchObject({ isInternal: 'N' })
  const ending = await inSlack.command(`resolve ${jiraId}`)
  expect(await pressed(inSlack, ending, 'Resolve')).toContain('is resolved')
  expect(await pressed(inSlack, ending, 'Resolve')).toContain('This was done')
  expect(await get()).toMatchObject({ status: 'RESOLVED', endDate: NOW.toISOString() })
  expect((await inSlack.command(`resolve ${jiraId}`)).text).toContain('has ended already')
  expect((await inSlack.command('resolve OPI-1')).text).toContain('belongs to the tracker')
})

test('what remains to be done is noted for somebody, by a day, and listed', async () => {
  const shown = await inSlack.command('todo OPI-1 2026-09-01 <@U2|ada> Alert on the &lt;queue&gt;')
  expect(shown.text).toContain(`${ADA}, due 2026-09-01`)
  expect(await pressed(inSlack, shown, 'Note it')).toContain('the follow-up is noted')
  expect((await inSlack.command('todos', 'inc-1')).text).toContain(
    `Alert on the &lt;queue&gt; – ${ADA}, due 2026-09-01`,
  )
  expect((await inSlack.command('todo OPI-1 2026-09-01')).text).toContain('Write what is to be done')
})

test('a number counts as the incident only in its place, not within a text', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-2')])
  await inSlack.command('take lead The vendor of OPI-2 calls back', 'inc-1')
  expect([await rolesOf('OPI-1'), await rolesOf('OPI-2')]).toMatchObject([{ lead: INES }, { lead: null }])
  const { entries } = (await ada.call(getTimeline, { query: { jira_id: 'OPI-1' } })).body
  expect(entries.find(({ kind }) => kind === 'role')).toMatchObject({
    note: 'The vendor of OPI-2 calls back',
  })
  const shown = await inSlack.command('post Internal Update: Decoding utf-8 fails as in OPI-2', 'inc-1')
  expect(shown.text).toContain('Decoding utf-8 fails as in OPI-2')
  expect(shown.text).toContain('|OPI-1>')
  expect((await inSlack.command('take lead OPI-99', 'inc-1')).text).toContain('There is no incident OPI-99')
})

test('a refused press keeps what was typed and its buttons', async () => {
  const shown = await inSlack.command('todo OPI-1 2026-09-01 nobody@acme.example Alert')
  const [refused] = await inSlack.press(shown, 'Note it')
  expect(refused).toMatchObject({ replace_original: false, text: expect.stringContaining('no account') })
  expect(await pressed(inSlack, shown, 'Cancel')).toContain('Cancelled. Nothing was done')
})

test('a role that somebody has is handed on by a button that names them', async () => {
  await adaInSlack.command('take lead OPI-1')
  const asked = await inSlack.command(`give lead ${support.email} OPI-1`)
  expect(asked.text).toContain(`${ADA} is *Lead*`)
  expect(await rolesOf()).toMatchObject({ lead: ADA })
  expect(await pressed(inSlack, asked, 'Hand it over')).toContain(`${support.email} is *Lead*`)
})

test('whoever ends the sessions of somebody else ends their chat accounts, too', async () => {
  const other = slack.openUser('U6')
  await link(other, support)
  const { users } = (await ada.call(listUsers)).body
  const all_of_user_id = users.find(({ email }) => email === support.email)?.user_id ?? 0
  expect((await support.call(endSession, { body: { all_of_user_id } })).status).toBe(200)
  expect((await other.command('list')).text).toContain('OPI-1')
  await ada.call(endSession, { body: { all_of_user_id } })
  expect((await lastAudit(server))?.context).toMatchObject({ ended_chat_account_ids: [expect.any(Number)] })
  expect((await other.command('list')).text).toContain('not linked')
  support = await server.signInAs('support')
})

test('what Slack would not wait for is answered at its address, also while the server stops', async () => {
  const free = await lockTable(server, 'chat_drafts')
  const began = inSlack.command(SEND)
  expect((await began).text).toBe('One moment …')
  const before = receiver.requests.length
  await free()
  await expect.poll(() => receiver.requests.length).toBe(before + 1)
  expect(receiver.requests.at(-1)?.body).toContain('We found the cause')
})

test('reading goes on while the database only reads; words of the language are no commands', async () => {
  await inSlack.command('constructor').then(({ text }) => expect(text).toContain('/aviary list'))
  await runOn(server, 'alter table webhook_deliveries rename to away')
  try {
    expect((await inSlack.command('list')).text).toContain('OPI-1')
    expect((await inSlack.command('take lead OPI-1')).text).toContain(':warning:')
  } finally {
    await runOn(server, 'alter table away rename to webhook_deliveries')
  }
  expect(server.errors.splice(0)).toHaveLength(1)
  expect(await rolesOf()).toMatchObject({ lead: null })
})

test('what is open, what is known of it and what changed before it are read', async () => {
  await inSlack.command('take lead OPI-1')
  expect((await inSlack.command('list')).text).toContain(`on it: Lead: ${INES}`)
  expect((await inSlack.command('show OPI-1')).text).toContain('No message yet.')
  expect((await inSlack.command('changes OPI-1')).text).toContain('No change before')
})

test('nobody is mentioned and no link is disguised by what people wrote', async () => {
  await ingest(server, 'incidents', [
    incidentRecord('OPI-2', { details: '<!channel> <https://evil.example|Sign in>' }),
  ])
  const { text } = await inSlack.command('show OPI-2')
  expect(text).toContain('&lt;!channel&gt; &lt;https://evil.example|Sign in&gt;')
})

test('another address of the account ends its links', async () => {
  const other = slack.openUser('U5')
  await link(other, support)
  const { users } = (await ada.call(listUsers)).body
  const user_id = users.find(({ email }) => email === support.email)?.user_id ?? 0
  await ada.call(updateUser, { body: { user_id, email: 'sam.new@acme.example' } })
  expect((await other.command('list')).text).toContain('not linked')
})
