import { deleteUser, updateUser } from '@aviary/contract/administration/endpoints'
import { createPersonalToken } from '@aviary/contract/administration/personal-token-endpoints'
import { createMessage, previewMessage } from '@aviary/contract/messages/endpoints'
import type { PersonalScope } from '@aviary/contract/scopes'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { type Signed, signInWith } from '../../../testing/people.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { callWith, type Token } from '../../../testing/tokens.ts'
import { tokenPreviews } from '../../database/tables/access.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'

// Messages that personal tokens send to people outside: what their person may send, after a preview of the same token.

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  admin = await server.signInAs('administrator')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] }),
  ])
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Caller = Pick<Token, 'call'>

async function openToken(person: Person, name = 'laptop', more: PersonalScope[] = ['broadcast:external']) {
  const { body } = await person.call(createPersonalToken, {
    body: { name, scopes: ['write:messages', ...more], expires_date: '2026-09-20T12:00:00Z' },
  })
  return { call: callWith(server, body.secret) }
}

const BODY = {
  ...{
    jira_id: 'OPI-1',
    priority_type: 'P1',
    message_type: 'Update',
    body: '<p>We look</p>',
    broadcast: 'Y',
  },
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
}
const PREVIEW = { ...BODY, translate: false }
const preview = (token: Caller) => token.call(previewMessage, { body: PREVIEW })
const post = (token: Caller) => token.call(createMessage, { body: { ...BODY, recipients: 2 } })

/** Status of a message that must not be sent; fails if anything was stored or mailed. */
async function refusedWith(token: Caller) {
  const count = async () => [await server.db.$count(broadcasts), await server.db.$count(incidentMessages)]
  const before = await count()
  const { status } = await post(token)
  expect(await count()).toEqual(before)
  return status
}
const changeRoles = (person: Signed, role_ids: number[]) =>
  admin.call(updateUser, { body: { user_id: person.userId, role_ids } })

test('it mails people outside what it previewed, in the name of its person, whom no mail names', async () => {
  const ines = await signInWith(server, ['create_p1_message'])
  const token = await openToken(ines)
  expect((await preview(token)).body).toMatchObject({ audience: 'EXTERNAL', total: 2 })
  const sent = await post(token)
  expect(sent.status).toBe(200)
  const [broadcast] = await server.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.broadcastId, sent.body.broadcast_id ?? 0))
  const name = `token:${ines.email}/laptop`
  expect(broadcast).toMatchObject({ createdBy: name, audience: 'EXTERNAL' })
  const { contents, series, headline } = broadcast ?? {}
  expect(JSON.stringify([contents, series, headline])).not.toMatch(/laptop|holder-/)
  const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.pkey)).limit(1)
  expect(row).toMatchObject({ userEmail: name, actionName: 'Create Message' })
  expect(await refusedWith(token)).toBe(409)
})

test('only its own preview counts, not that of its person or of their other token', async () => {
  const ines = await signInWith(server, ['create_p1_message'])
  const token = await openToken(ines)
  expect((await ines.call(previewMessage, { body: PREVIEW as never })).status).toBe(200)
  expect((await preview(await openToken(ines, 'desk'))).status).toBe(200)
  expect(await refusedWith(token)).toBe(409)
  const narrow = await openToken(ines, 'narrow', [])
  expect((await preview(narrow)).status).toBe(200)
  expect(await refusedWith(narrow)).toBe(403)
})

test('a right that its person loses between preview and message stops it, and one that returns does not', async () => {
  const ines = await signInWith(server, ['create_p1_message'])
  const token = await openToken(ines)
  await preview(token)
  await changeRoles(ines, [])
  expect(await refusedWith(token)).toBe(403)
  await changeRoles(ines, [ines.roleId])
  expect((await post(token)).status).toBe(200)
})

test('of a person who is deleted in between nothing is sent, and their previews are gone', async () => {
  await server.db.delete(tokenPreviews)
  const ines = await signInWith(server, ['create_p1_message'])
  const token = await openToken(ines)
  await preview(token)
  expect(await server.db.$count(tokenPreviews)).toBe(1)
  await admin.call(deleteUser, { body: { user_id: ines.userId } })
  expect(await refusedWith(token)).toBe(401)
  expect(await server.db.$count(tokenPreviews)).toBe(0)
})
