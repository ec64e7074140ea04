import { getUserId, reportError, signOut, updateProfile } from '@aviary/contract/session/endpoints'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { userPreferences } from '../../database/tables/access.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { errorReports } from '../../database/tables/operations.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const filter = (fields: object = {}) => ({
  id: '1',
  nickname: 'Mine',
  filters: [{ column_name: 'customer_name' as const, values: ['aster', 'birch'] }],
  created_date: '2026-08-20',
  ...fields,
})
const settings = (...allFilters: ReturnType<typeof filter>[]) => ({
  customer_impact_settings: { allFilters },
})
const save = (preferences: Record<string, unknown>, application = 'Aviary') =>
  person.call(updateProfile, { body: { application, preferences } })
const stored = async (user = person) => (await user.call(getUserId)).body.data.preferences

describe('PUT /update_profile/', () => {
  test('keeps the keys that are not sent', async () => {
    await save({ change_history_settings: { columns: ['id'] }, customer_impact_settings: { allFilters: [] } })
    expect((await save(settings(filter()))).body.data.preferences).toEqual({
      change_history_settings: { columns: ['id'] },
      ...settings(filter()),
    })
    expect(await stored()).toEqual({ change_history_settings: { columns: ['id'] }, ...settings(filter()) })
  })

  test('stores one row per application; of equal keys the last one saved wins', async () => {
    server.setNow(new Date('2026-08-20T12:00:01Z'))
    await save({ theme: 'dark', only_here: 1 }, 'Another client')
    server.setNow(new Date('2026-08-20T12:00:02Z'))
    await save({ theme: 'light' })
    const rows = await server.db.select().from(userPreferences)
    expect(rows.map((row) => row.application).toSorted()).toEqual(['Another client', 'Aviary'])
    expect(await stored()).toMatchObject({ theme: 'light', only_here: 1 })
  })

  test('audits the sent keys with their values before and after', async () => {
    await save({ theme: 'dark' })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Update Profile',
      context: { application: 'Aviary', before: { theme: 'light' }, after: { theme: 'dark' } },
    })
  })

  test('refuses a saved filter without a name', async () => {
    const before = await stored()
    const answer = await save(settings(filter({ nickname: '  ' })))
    expect(answer.status).toBe(400)
    expect(answer.problem.errors).toEqual([
      {
        path: 'body.preferences.customer_impact_settings.allFilters.0.nickname',
        message: 'Your filter requires a name',
      },
    ])
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['an unknown column', { filters: [{ column_name: 'secret', values: [] }] }],
    ['an invalid date', { created_date: '20.08.2026' }],
  ])('refuses %s', async (_, fields) => {
    expect((await save(settings(filter(fields)))).status).toBe(400)
  })

  test('refuses more than 64 KB of preferences and names the limit', async () => {
    const before = await stored()
    const answer = await save({ junk: 'ä'.repeat(32 * 1024) })
    expect(answer.status).toBe(400)
    expect(answer.problem.errors).toEqual([
      { path: 'body.preferences', message: 'are larger than 64 KB: delete what you do not use' },
    ])
    expect(await stored()).toEqual(before)
  })

  test('counts what was saved before, for any application', async () => {
    const administrator = await server.signInAs('administrator')
    const saveMore = (application: string) =>
      administrator.call(updateProfile, {
        body: { application, preferences: { junk: 'x'.repeat(25 * 1024) } },
      })
    expect((await saveMore('one')).status).toBe(200)
    expect((await saveMore('two')).status).toBe(200)
    const answer = await saveMore('three')
    expect(answer.status).toBe(400)
    expect(answer.problem.errors?.[0]?.path).toBe('body.preferences')
    expect((await saveMore('one')).status).toBe(200)
  })

  test('concurrent saves of different keys lose nothing', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => save({ [`key_${index}`]: index })))
    expect(await stored()).toMatchObject(
      Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`key_${index}`, index])),
    )
  })

  describe('with the preferences that were read', () => {
    const saveOver = (read: Record<string, unknown>, preferences: Record<string, unknown>) =>
      person.call(updateProfile, {
        body: { application: 'Aviary', preferences, read_preferences: read } as never,
      })

    test('accepts a save over unchanged values, whatever the other keys are', async () => {
      await save(settings(filter()))
      expect((await saveOver(settings(filter()), settings())).status).toBe(200)
      expect((await stored()).customer_impact_settings).toEqual({ allFilters: [] })
      expect((await saveOver({ compact: null }, { compact: true })).status).toBe(200)
      expect((await saveOver({}, { dense: true })).status).toBe(200)
    })

    test('refuses a save over changed values and returns the current ones', async () => {
      await save(settings(filter({ id: '2' })))
      const answer = await saveOver(settings(filter()), settings(filter(), filter({ id: '3' })))
      expect(answer.status).toBe(409)
      expect(answer.problem).toMatchObject({
        detail: 'Your settings were changed elsewhere since they were read',
        current: settings(filter({ id: '2' })),
      })
      expect(await stored()).toMatchObject(settings(filter({ id: '2' })))
    })

    test('refuses one of two concurrent saves', async () => {
      await save(settings())
      const answers = await Promise.all(
        ['7', '8'].map((id) => saveOver(settings(), settings(filter({ id })))),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })
  })

  test('belongs to one person and outlives the session', async () => {
    expect(await stored(await server.signInAs('operator'))).toEqual({})
    const before = await stored()
    await person.call(signOut)
    person = await server.signInAs('support')
    expect(await stored()).toEqual(before)
  })
})

describe('POST /errors/', () => {
  const getLastReport = async () =>
    (await server.db.select().from(errorReports).orderBy(desc(errorReports.id)).limit(1))[0]

  test('stores the report with its sender and any additional fields', async () => {
    const body = {
      message: 'Unable to check for messages',
      reason: '504',
      page: '/details/OPI-1',
      stack: ['a', 'b'],
    }
    expect((await person.call(reportError, { body })).body).toEqual({ reported: true })
    expect(await getLastReport()).toMatchObject({
      userEmail: person.email,
      createdAt: server.now(),
      report: body,
    })
  })

  test('cuts off a text that is too long instead of refusing it', async () => {
    const answer = await person.call(reportError, { body: { message: `${'x'.repeat(1_999)}😀 and on` } })
    expect(answer.status).toBe(200)
    expect((await getLastReport())?.report.message).toMatch(/^x{1999}$/)
  })

  test('refuses a report of more than 64 KB', async () => {
    const answer = await person.call(reportError, { body: { message: 'big', more: 'x'.repeat(64 * 1024) } })
    expect(answer.status).toBe(413)
    expect(answer.problem.title).toBe('Too large')
  })

  test('leaves no audit row and needs no anti-forgery token', async () => {
    const rows = await server.db.select().from(auditLog)
    await person.call(reportError, { body: { message: 'quiet' } })
    expect(await server.db.select().from(auditLog)).toHaveLength(rows.length)
  })
})
