import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listUsers } from '@aviary/contract/administration/endpoints'
import { listAudit } from '@aviary/contract/audit/endpoints'
import { getUserId, updateProfile } from '@aviary/contract/session/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { openBrowser, signInThroughPage } from '../../testing/browser.ts'
import { startAviary } from '../../testing/command.ts'
import { planEvent, subscribeToMaintenance } from '../../testing/maintenance.ts'
import { startProcess } from '../../testing/process.ts'
import { lastAudit } from '../../testing/queries.ts'
import { deliverAll } from '../../testing/security.ts'
import { createBroadcast } from '../mail/public.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 150_000 })

let server: TestApp
let admin: Person
let folder: string
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.signInAs('administrator')
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-person-'))
  // As root, PostgreSQL runs as another user, who must be able to pass through this folder.
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

const aviary = (args: string[], environment: Record<string, string> = { DATABASE_URL: server.databaseUrl }) =>
  startAviary(args, { DATA_DIR: folder, ...environment }).ended

async function queueMails(): Promise<void> {
  const eventId = await planEvent(server)
  await createBroadcast(
    server.db,
    {
      ...{ kind: 'notification', notificationId: 1, reference: `MNT-${eventId}`, audience: 'EXTERNAL' },
      ...{ messageType: 'Maintenance Announcement', internalDomains: [], createdBy: admin.email },
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      criteria: {
        category: 'notifications',
        notificationType: 'Maintenance Announcement',
        dataCenters: ['us2'],
        domains: undefined,
      },
    },
    server.now(),
  )
}

const save = (by: Person) =>
  by.call(updateProfile, { body: { application: 'Aviary', preferences: { note: by.email } } })

const ledgerOf = async (email: string) =>
  (
    await server.db.execute(
      sql`select state from deliveries where lower(email) = lower(${email}) order by delivery_id`,
    )
  ).rows

test('an erased person is nowhere, a running server follows, and the audit log stays provable', async () => {
  const person = await server.signInAs('operator')
  await subscribeToMaintenance(server, person.email)
  await subscribeToMaintenance(server, 'stays@customer.example')
  await save(person)
  await queueMails()
  expect((await admin.call(listUsers)).body.users.some(({ email }) => email === person.email)).toBe(true)

  const planned = await aviary(['person', 'erase', person.email.toUpperCase()])
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out.split('\n')).toEqual(
    expect.arrayContaining([
      'users: 1 row to delete',
      'sessions: 1 row to delete',
      'subscribers: 1 row to delete',
      'deliveries: 1 row to go on without the address',
      'mails that were not sent yet: 1 to stop',
      expect.stringMatching(/^audit_log: \d+ rows? to go on without the address$/),
      'Nothing was changed: say --yes to do it.',
    ]),
  )
  expect((await person.call(getUserId)).status).toBe(200)
  expect(await ledgerOf(person.email)).toEqual([{ state: 'queued' }])

  const done = await aviary(['person', 'erase', person.email.toUpperCase(), '--yes'])
  expect(done).toMatchObject({ code: 0, err: '' })
  const pseudonym = /^(erased-\d+@erased\.invalid) stands for/m.exec(done.out)?.[1] ?? ''
  expect(pseudonym).not.toBe('')
  expect(done.out).toContain('users: 1 row deleted\n')
  await expect.poll(async () => (await person.call(getUserId)).status).toBe(401)
  await expect
    .poll(async () => JSON.stringify((await admin.call(listUsers)).body))
    .not.toContain(person.email)
  expect(await ledgerOf(pseudonym)).toEqual([{ state: 'stopped' }])
  expect((await deliverAll(server)).map(({ to }) => to)).toEqual(['stays@customer.example'])

  const row = await lastAudit(server)
  expect(row).toMatchObject({
    ...{ actionName: 'Erase Person', userEmail: expect.stringMatching(/^cli:\S+$/) },
    context: { erased: pseudonym, stopped_mails: 1, tables: { users: { deleted: 1 } } },
  })
  expect(JSON.stringify(row).toLowerCase()).not.toContain(person.email.toLowerCase())
  const log = JSON.stringify((await admin.call(listAudit, { query: { user_email: pseudonym } })).body)
  expect(log).toContain('Update Profile')
  expect(await aviary(['audit', 'verify'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/, \d+ addresses of one person erased; chain ends in /),
  })
  expect(await aviary(['person', 'erase', person.email, '--yes'])).toEqual({
    ...{ code: 0, err: '', out: `Nothing holds ${person.email}.\n` },
  })
})

test('an export has what is stored about a person and nobody else, and no secret', async () => {
  const person = await server.signInAs('subscriber')
  await subscribeToMaintenance(server, person.email)
  await save(person)
  const file = path.join(folder, 'person.json')
  expect(await aviary(['person', 'export', person.email, '--file', file])).toMatchObject({
    ...{ code: 0, err: '', out: expect.stringMatching(/^\d+ rows written to /) },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  const { places } = JSON.parse(text)
  expect(places).toMatchObject({
    users: [{ email: person.email }],
    sessions: [{ user_agent: null }],
    subscribers: [{ email: person.email }],
    subscriptions: [{ category: 'notifications' }],
    user_preferences: [{ preferences: { note: person.email } }],
    audit_log: [{ action_name: 'Update Profile', user_email: person.email }],
  })
  for (const secret of ['id_hash', 'anti_forgery_token', 'uuid', person.antiForgeryToken, admin.email])
    expect(text).not.toContain(secret)
  const { out } = await aviary(['person', 'export', person.email])
  expect(JSON.parse(out).places).toEqual(places)
  const { out: nobody } = await aviary(['person', 'export', 'nobody@acme.example'])
  expect(JSON.parse(nobody)).toMatchObject({ person: 'nobody@acme.example', places: {} })
})

test('what cannot be done says why, and changes nothing', async () => {
  for (const [args, says] of [
    [['erase', 'ada'], /'ada' is not an e-mail address/],
    [['erase', 'erased-1@erased.invalid', '--yes'], /stands for somebody who was erased/],
    [['export', admin.email, '--file', folder], /is there already: choose another name/],
    [['erase', admin.email, '--yes'], /is the last administrator: .* Nothing was changed\./],
  ] as const)
    expect(await aviary(['person', ...args])).toEqual({ code: 1, out: '', err: expect.stringMatching(says) })
  expect((await admin.call(listUsers)).status).toBe(200)
})

test('a person is erased from the embedded database of a running server', async () => {
  const dataDir = path.join(folder, 'embedded')
  const running = await startProcess({ DATA_DIR: dataDir })
  try {
    const browser = openBrowser()
    await signInThroughPage(browser, { url: running.url, email: 'sue.subscriber@acme.example' })
    const status = async () =>
      (
        await fetch(`${running.url}/api/get_user_id/`, {
          method: 'POST',
          headers: { cookie: browser.cookies() },
        })
      ).status
    expect(await status()).toBe(200)
    const options = ['--data-dir', dataDir]
    const erased = await aviary(['person', 'erase', 'sue.subscriber@acme.example', '--yes', ...options], {})
    expect(erased).toMatchObject({ code: 0, err: '', out: expect.stringContaining('users: 1 row deleted') })
    await expect.poll(status).toBe(401)
    const { out } = await aviary(['person', 'export', 'sue.subscriber@acme.example', ...options], {})
    expect(JSON.parse(out).places).toEqual({})
    expect(await aviary(['audit', 'verify', ...options], {})).toMatchObject({ code: 0 })
  } finally {
    await running.end('SIGTERM')
  }
})
