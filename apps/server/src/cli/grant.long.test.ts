import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listUsers, updateUser } from '@aviary/contract/administration/endpoints'
import { getUserId } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { openBrowser, signInThroughPage } from '../../testing/browser.ts'
import { startAviary } from '../../testing/command.ts'
import { startProcess } from '../../testing/process.ts'
import { lastAudit } from '../../testing/queries.ts'

// Each command is a process of its own, and some tests run six.
vi.setConfig({ testTimeout: 150_000 })

let server: TestApp
let admin: Person
let folder: string
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.signInAs('administrator')
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-grant-'))
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

const userOf = async (email: string) =>
  (await admin.call(listUsers)).body.users.find((user) => user.email === email)

test('a granted role acts on the next request of a running server, and a revoked one too', async () => {
  const person = await server.signInAs('subscriber')
  const isAdmin = async () => (await person.call(getUserId)).body.data.authorization.is_admin
  expect(await isAdmin()).toBe(false)
  expect(await aviary(['grant', person.email.toUpperCase(), 'Administrator'])).toEqual({
    code: 0,
    out: `${person.email} now holds the role administrator.\n`,
    err: '',
  })
  await expect.poll(isAdmin).toBe(true)
  expect(await lastAudit(server)).toMatchObject({
    userEmail: expect.stringMatching(/^cli:\S+$/),
    actionName: 'Grant Role',
    context: { role: 'administrator', before: { is_admin: false }, after: { is_admin: true } },
  })
  expect(await aviary(['revoke', person.email, 'administrator'])).toMatchObject({ code: 0 })
  await expect.poll(isAdmin).toBe(false)
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Revoke Role',
    context: { before: { is_admin: true }, after: { is_admin: false } },
  })
})

test('an address that never signed in becomes a user, and granting twice changes nothing', async () => {
  const email = 'new.person@acme.example'
  expect(await aviary(['grant', email, 'support'])).toMatchObject({
    code: 0,
    out: `${email}, who is new here, now holds the role support.\n`,
  })
  const user = await userOf(email)
  expect(user).toMatchObject({ roles_display: ['Support'], restricted_page_access: [] })
  const row = await lastAudit(server)
  expect(row).toMatchObject({ context: { before: null } })
  expect(await aviary(['grant', email, 'support'])).toMatchObject({
    code: 0,
    out: `${email} already holds the role support. Nothing was changed.\n`,
  })
  expect(await userOf(email)).toEqual(user)
  await aviary(['revoke', email, 'support'])
  const revoked = await lastAudit(server)
  expect(await aviary(['revoke', email, 'support'])).toMatchObject({
    code: 0,
    out: `${email} does not hold the role support. Nothing was changed.\n`,
  })
  expect(await lastAudit(server)).toEqual(revoked)
})

test('an impossible grant says what to mend, and changes nothing', async () => {
  const before = (await admin.call(listUsers)).body
  const row = await lastAudit(server)
  for (const [args, says] of [
    [
      ['grant', 'x@acme.example', 'boss'],
      /^There is no role 'boss'\. There are: administrator, .*support.*\.$/m,
    ],
    [['grant', 'not an address', 'support'], /^'not an address' is not an e-mail address: write it as/],
    [['revoke', 'nobody.here@acme.example', 'support'], /^There is no user nobody\.here@acme\.example/],
    [['grant', 'x@acme.example'], /missing required argument 'role'/],
  ] as const)
    expect(await aviary([...args])).toEqual({ code: 1, out: '', err: expect.stringMatching(says) })
  const elsewhere = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'nothing') }
  expect(await aviary(['grant', 'x@acme.example', 'support'], elsewhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/There is no database in .*nothing/),
  })
  expect((await admin.call(listUsers)).body).toEqual(before)
  expect(await lastAudit(server)).toEqual(row)
})

test('the last administrator is revoked only with the explicit option', async () => {
  const refused = await aviary(['revoke', admin.email, 'administrator'])
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: `${admin.email} is the last administrator: grant the role to somebody else first, or say --force. Nothing was changed.\n`,
  })
  expect((await userOf(admin.email))?.is_admin).toBe(true)
  expect(await aviary(['revoke', admin.email, 'administrator', '--force'])).toMatchObject({ code: 0 })
  await expect.poll(async () => (await admin.call(listUsers)).status).toBe(403)
  await aviary(['grant', admin.email, 'administrator'])
  await expect.poll(async () => (await admin.call(listUsers)).status).toBe(200)
})

test('simultaneous revokes of the last two administrators leave one', async () => {
  const second = 'second@acme.example'
  await aviary(['grant', second, 'administrator'])
  const ended = await Promise.all(
    [admin.email, second].map((email) => aviary(['revoke', email, 'administrator'])),
  )
  expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1])
  await aviary(['grant', admin.email, 'administrator'])
  await aviary(['revoke', second, 'administrator'])
})

test('a form opened before a grant does not overwrite it', async () => {
  const email = 'edited@acme.example'
  await aviary(['grant', email, 'support'])
  const user = await userOf(email)
  await aviary(['grant', email, 'operator'])
  const late = await admin.call(updateUser, {
    body: { user_id: user?.user_id ?? 0, role_ids: [], version: user?.version ?? 0 },
  })
  expect(late.status).toBe(409)
})

test('a grant through the embedded database of a running server reaches a signed-in person', async () => {
  const dataDir = path.join(folder, 'embedded')
  const running = await startProcess({ DATA_DIR: dataDir })
  try {
    const browser = openBrowser()
    await signInThroughPage(browser, { url: running.url, email: 'sue.subscriber@acme.example' })
    const isAdmin = async () => {
      const response = await fetch(`${running.url}/api/get_user_id/`, {
        method: 'POST',
        headers: { cookie: browser.cookies() },
      })
      return getUserId.answer.parse(await response.json()).data.authorization.is_admin
    }
    expect(await isAdmin()).toBe(false)
    const granted = await aviary(
      ['grant', 'sue.subscriber@acme.example', 'administrator', '--data-dir', dataDir],
      {},
    )
    expect(granted).toMatchObject({ code: 0, err: '' })
    await expect.poll(isAdmin).toBe(true)
    await aviary(['revoke', 'sue.subscriber@acme.example', 'administrator', '--data-dir', dataDir], {})
    await expect.poll(isAdmin).toBe(false)
  } finally {
    await running.end('SIGTERM')
  }
})
