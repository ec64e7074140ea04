import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ingestCompanies } from '@aviary/contract/ingest/endpoints'
import { SENDER_SCOPES } from '@aviary/contract/scopes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../testing/app.ts'
import { readConfig } from './config.ts'
import { secrets, serviceTokens, userRoles, users } from './database/tables/access.ts'
import { alertTypes, dataCenters, maintenanceFlags, services } from './database/tables/reference.ts'
import { FIRST_TOKEN } from './operator-notes.ts'
import { seed } from './seed.ts'

let server: TestApp
let dataDir: string
beforeAll(async () => {
  server = await openTestApp()
  dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-seed-'))
})
beforeEach(async () => {
  // Simulates a database on which no server has started.
  await server.db.delete(secrets).where(eq(secrets.name, 'first-service-token'))
  await server.db.delete(serviceTokens)
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await server.close()
})

const start = (environment: Record<string, string> = {}) =>
  seed(server.db, readConfig({ DATA_DIR: dataDir, SEED_DEMO: 'false', ...environment }), server.now)
const file = () => path.join(dataDir, FIRST_TOKEN)
const readToken = () => readFileSync(file(), 'utf8').trim()

async function statusWith(token: string): Promise<number> {
  const body = { records: [{ id: 1, name: 'Aster' }] }
  const headers = { authorization: `Bearer ${token}` }
  return (await callPlain(server.app, ingestCompanies, { body, headers })).status
}

test('the first start writes a service token that works, for the operator alone to read', async () => {
  await start()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(await statusWith(readToken())).toBe(200)
  const [row] = await server.db.select().from(serviceTokens)
  expect(row).toMatchObject({ name: 'first', scopes: [...SENDER_SCOPES], revokedAt: null })
  expect(JSON.stringify(row)).not.toContain(readToken())
})

test('a file that was left readable is closed before the token goes into it', async () => {
  writeFileSync(file(), 'old', { mode: 0o644 })
  await start()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('further starts keep the token, and a revoked one does not come back', async () => {
  await start()
  const token = readToken()
  await server.db.update(serviceTokens).set({ revokedAt: server.now() })
  await start()
  expect(readToken()).toBe(token)
  expect(await statusWith(token)).toBe(401)
})

test.each(['jira', 'github'])(
  'the secret shared with %s is made once and kept for the operator',
  async (sender) => {
    const name = path.join(dataDir, `${sender}-webhook-secret`)
    await start()
    const key = readFileSync(name, 'utf8').trim()
    expect(key.length).toBeGreaterThanOrEqual(16)
    expect(statSync(name).mode & 0o777).toBe(0o600)
    rmSync(name)
    await start({ [`${sender.toUpperCase()}_WEBHOOK_SECRET`]: 'known to everybody already' })
    expect(existsSync(name)).toBe(false)
    await start()
    expect(readFileSync(name, 'utf8').trim()).toBe(key)
  },
)

test('a start that could not write the file leaves no token that nobody knows, and the next one makes it', async () => {
  await expect(start({ DATA_DIR: path.join(dataDir, 'missing') })).rejects.toThrow()
  expect(await server.db.select().from(serviceTokens)).toEqual([])
  await start()
  expect(await statusWith(readToken())).toBe(200)
})

test('a further start changes nothing that an installation has changed', async () => {
  await server.db.update(services).set({ displayName: 'Costs' }).where(eq(services.systemName, 'Expense'))
  const [person] = await server.db.select().from(users).where(eq(users.email, 'ada.admin@acme.example'))
  await server.db.delete(userRoles).where(eq(userRoles.userId, person?.userId ?? 0))
  await start()
  const [service] = await server.db.select().from(services).where(eq(services.systemName, 'Expense'))
  expect(service?.displayName).toBe('Costs')
  expect(
    await server.db
      .select()
      .from(userRoles)
      .where(eq(userRoles.userId, person?.userId ?? 0)),
  ).toEqual([])
})

test('the data center of the product is named after it', async () => {
  await server.db.delete(dataCenters)
  await start({ PRODUCT_KEY: 'roost' })
  const names = (await server.db.select().from(dataCenters)).map((row) => row.systemName)
  expect(names).toContain('roostgovprod')
})

test('reference data that an installation deleted stay deleted at the next start', async () => {
  await server.db.delete(alertTypes).where(eq(alertTypes.name, 'Internal Update'))
  await start()
  const names = (await server.db.select().from(alertTypes)).map((row) => row.name)
  expect(names).toContain('Root Cause Analysis')
  expect(names).not.toContain('Internal Update')
})

test('a database from before a list existed gets it at the next start', async () => {
  await server.db.delete(maintenanceFlags)
  await start()
  expect((await server.db.select().from(maintenanceFlags)).length).toBe(6)
})

test('an installation with its own sign-in provider gets no demo people', async () => {
  await server.db.delete(users)
  await start({ OIDC_ISSUER: 'https://sign-in.example', OIDC_CLIENT_ID: 'aviary' })
  expect(await server.db.select().from(users)).toEqual([])
  await start()
  expect(await server.db.select().from(users)).toHaveLength(5)
})
