import { ACTION_NAMES } from '@aviary/contract/actions'
import {
  getPublicSettings,
  listDataCenters,
  listLocales,
  listServices,
  listSeverities,
} from '@aviary/contract/reference/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { runOn } from '../../../testing/queries.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { actions, roleActions, roles } from '../../database/tables/access.ts'
import { locales } from '../../database/tables/reference.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { PRODUCT_KEY: 'acme', PROVIDER_NAME: 'Roost' } })
  person = await server.signInAs('subscriber')
})
afterAll(() => server.close())

test('lists the data centers of the specification with their display names', async () => {
  const { data_centers } = (await person.call(listDataCenters)).body
  expect(data_centers.map(({ system_name, name }) => [system_name, name])).toEqual([
    ['us2', 'us2'],
    ['eu', 'EMEA'],
    ['eu2', 'eu2'],
    ['china', 'China'],
    ['usg', 'CCPS'],
    ['acmegovprod', 'acmegovprod'],
    ['apj1', 'apj1'],
  ])
})

test('two services have shorter display names', async () => {
  const { services } = (await person.call(listServices)).body
  const renamed = services.filter(({ name, system_name }) => name !== system_name)
  expect(services).toHaveLength(14)
  expect(renamed).toEqual([
    { system_name: 'Analysis/Intelligence', name: 'Analysis' },
    { system_name: 'Compleat (TMC Services)', name: 'Compleat' },
  ])
})

test('lists the severities from the lowest to the highest', async () => {
  const { severity_list } = (await person.call(listSeverities)).body
  expect(severity_list.map((item) => item.system_key)).toEqual([
    'NORMAL',
    'PARTIAL_PERFORMANCE',
    'PERFORMANCE',
    'PARTIAL_OUTAGE',
    'OUTAGE',
  ])
})

test('lists eight languages, and omits one as soon as its deactivation is announced', async () => {
  const keys = async () => (await person.call(listLocales)).body.data.map((locale) => locale.system_key)
  expect(await keys()).toEqual(['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'])
  await server.db.update(locales).set({ isActive: false }).where(eq(locales.systemKey, 'ko'))
  await runOn(server, `notify aviary_changed, '{"topics":["reference"],"sessions":[]}'`)
  await waitFor(async () => expect(await keys()).not.toContain('ko'), { interval: 5 })
})

test('the settings for people who are not signed in contain no secret', async () => {
  const settings = (await callPlain(server.app, getPublicSettings)).body
  expect(settings).toMatchObject({ provider_name: 'Roost', product_key: 'acme', is_demo: true })
  // Without an address of a wiki the links lead to the guide of the web app.
  expect(settings).toMatchObject({ faq_link: '/guide', help_link: '/guide/post-a-message' })
  expect(Object.keys(settings).toSorted()).toEqual([
    'faq_link',
    'help_link',
    'is_demo',
    'issue_tracker_link',
    'product_key',
    'provider_name',
    'status_page',
    'status_site',
    'version',
  ])
})

test('every action of the specification exists and is built in', async () => {
  const rows = await server.db.select().from(actions)
  expect(rows.map((row) => row.systemName).toSorted()).toEqual(ACTION_NAMES.toSorted())
  expect(rows.every((row) => row.isBuiltIn)).toBe(true)
})

test('only administrators pass every check, and no other role has an administrative action', async () => {
  const rows = await server.db
    .select({ role: roles.systemName, isAdmin: roles.isAdmin, action: actions.systemName })
    .from(roles)
    .leftJoin(roleActions, eq(roleActions.roleId, roles.roleId))
    .leftJoin(actions, eq(actions.actionId, roleActions.actionId))
  expect(new Set(rows.filter((row) => row.isAdmin).map((row) => row.role))).toEqual(
    new Set(['administrator']),
  )
  const administering = [
    'view_admin_page',
    'edit_user',
    'delete_user',
    'edit_role',
    'delete_role',
    'view_security_incidents',
  ]
  expect(rows.filter((row) => administering.includes(row.action ?? ''))).toEqual([])
})
