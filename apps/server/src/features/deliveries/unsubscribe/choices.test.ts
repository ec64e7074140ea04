import { askToUnsubscribe, saveMailChoices, unsubscribe } from '@aviary/contract/deliveries/endpoints'
import { readChanged } from '@aviary/contract/push/rules'
import { and, count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callPlain } from '../../../../testing/app.ts'
import { toForm } from '../../../../testing/contract-checks.ts'
import { openEventStream } from '../../../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../../../testing/listening.ts'
import { signInWith } from '../../../../testing/people.ts'
import { lastAudit, runOn, watchQueries } from '../../../../testing/queries.ts'
import { subscribe } from '../../../../testing/subscribers.ts'
import { auditLog } from '../../../database/tables/audit.ts'
import { broadcasts, subscribers, subscriptions } from '../../../database/tables/mail.ts'
import { alertTypes, locales, services } from '../../../database/tables/reference.ts'
import { pageTexts } from './texts.ts'

const PROVIDER = `Roost & <b>'Co'</b>`
const ESCAPED_PROVIDER = 'Roost &amp; &lt;b&gt;&#39;Co&#39;&lt;/b&gt;'
const ANA = 'ana@example.com'
const PLEASE = 'Tick at least one box in each list, or none.'

let server: ListeningApp
beforeAll(async () => {
  server = await openListeningApp({
    environment: { PROVIDER_NAME: PROVIDER, INTERNAL_MAIL_DOMAINS: 'acme.example' },
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(() => server.db.delete(subscribers))

type Fields = Record<string, readonly string[]>

const idOf = async (name: string, priorityType: 'P1' | 'P2' = 'P1') =>
  (
    await server.db
      .select()
      .from(alertTypes)
      .where(and(eq(alertTypes.name, name), eq(alertTypes.priorityType, priorityType)))
  )[0]?.alertTypeId ?? 0

async function read(uuid: string): Promise<string> {
  const { status, body, headers } = await callPlain(server.app, askToUnsubscribe, { params: { uuid } })
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toContain(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  )
  expect(headers['set-cookie']).toBeUndefined()
  return String(body)
}

async function send(uuid: string, text: string) {
  const { status, body, headers } = await callPlain(server.app, saveMailChoices, {
    params: { uuid },
    body: text,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  return { status, page: String(body), location: headers.location }
}
const asOfIn = (page: string): string =>
  /name="as_of" value="([^"]+)">\n<button/.exec(page)?.[1] ?? '2026-01-01T00:00:00.000Z'
const follow = async (location: unknown) => (await server.app.inject(String(location))).body

/** Opens the page, sends its form with these fields and follows the redirect. `asOf` replaces the form's time. */
async function save(uuid: string, fields: Fields, asOf?: string) {
  const as_of = [asOf ?? asOfIn(await read(uuid))]
  const { status, page, location } = await send(uuid, toForm({ ...fields, as_of }))
  if (status !== 303) return { status, page }
  expect(location).toBe(`/api/unsubscribe/${uuid}/?saved`)
  return { status, page: await follow(location) }
}
const end = (uuid: string) => callPlain(server.app, unsubscribe, { params: { uuid } })

/** The ticked boxes of a page, by the name of their field. */
function ticksIn(page: string): Fields {
  const ticks: Fields = {}
  for (const [, name = '', value = ''] of page.matchAll(/name="([\w.]+)" value="([^"]*)" checked/g))
    ticks[name] = [...(ticks[name] ?? []), value]
  return ticks
}
const listRows = () => server.db.select().from(subscriptions).orderBy(subscriptions.category)
const countAudits = async () => (await server.db.select({ rows: count() }).from(auditLog))[0]?.rows

const MAINTENANCE = {
  'notifications.data_centers': ['us2'],
  'notifications.notification_types': ['Maintenance Update'],
}
const expense = async () => ({
  'P1.services': ['Expense'],
  'P1.data_centers': ['us2'],
  'P1.alert_types': [String(await idOf('Update'))],
})

describe('what the page shows', () => {
  test.each(['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'])(
    'it is in the language of its reader, by the name of the provider, and nothing of the console (%s)',
    async (locale) => {
      const uuid = await subscribe(server, ANA, { locale })
      const pages = [await read(uuid), (await save(uuid, {})).page, String((await end(uuid)).body)]
      for (const page of pages) {
        expect(page).toContain(`<html lang="${locale}">`)
        expect(page).toContain(pageTexts(locale).title)
        expect(page).toContain(pageTexts(locale).whose.replace('{{email}}', `<strong>${ANA}</strong>`))
        expect(page).toContain(ESCAPED_PROVIDER)
        expect(page).not.toMatch(/aviary|href="\/|<script|{{|<b>/i)
      }
    },
  )

  test('it is English for a language that is no longer active', async () => {
    const uuid = await subscribe(server, ANA, { locale: 'ja' })
    const isJapanese = eq(locales.systemKey, 'ja')
    await server.db.update(locales).set({ isActive: false }).where(isJapanese)
    expect(await read(uuid)).toContain('<html lang="en">')
    await server.db.update(locales).set({ isActive: true }).where(isJapanese)
  })

  test('every text is there in every language', () => {
    const shape = (locale: string) =>
      Object.entries(pageTexts(locale)).map(([key, text]) => [key, text.match(/{{\w+}}/g) ?? []])
    for (const locale of ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']) {
      expect(shape(locale)).toEqual(shape('en'))
      expect(pageTexts(locale).title).not.toBe(pageTexts('en').title)
    }
  })

  test('what the reader hears about is ticked, and names are translated where translations exist', async () => {
    const update = await idOf('Update')
    const germanName = { translations: { de: 'Neuigkeit <i>' } }
    await server.db.update(alertTypes).set(germanName).where(eq(alertTypes.alertTypeId, update))
    const uuid = await subscribe(server, ANA, { locale: 'de' })
    const page = await read(uuid)
    expect(ticksIn(page)).toEqual(await expense())
    for (const text of [
      '<span>Neuigkeit &lt;i&gt;</span>',
      '<span>Wartungsneuigkeit</span>',
      '<span>EMEA</span>',
    ])
      expect(page).toContain(text)
    expect(page).toContain(`<span>Persönliche ${ESCAPED_PROVIDER}-Meldung</span>`)
    await server.db.update(alertTypes).set({ translations: {} }).where(eq(alertTypes.alertTypeId, update))
  })

  test('hostile names and addresses are texts', async () => {
    const [row] = await server.db
      .insert(services)
      .values({ systemName: '"><script>1', displayName: '<img src=x onerror=alert(1)>', position: 99 })
      .returning()
    const page = await read(await subscribe(server, `"<script>'$&"@example.com`))
    expect(page).toContain('<strong>&quot;&lt;script&gt;&#39;$&amp;&quot;@example.com</strong>')
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;1"')
    expect(page).toContain('<span>&lt;img src=x onerror=alert(1)&gt;</span>')
    expect(page).not.toMatch(/<script|<img/)
    await server.db.delete(services).where(eq(services.systemName, row?.systemName ?? ''))
  })

  test('internal types are only for people of our own domains who may choose them', async () => {
    const holder = await signInWith(server, ['view_is_internal_message'])
    const other = await signInWith(server, ['edit_subscriptions'])
    const administrator = await server.signInAs('administrator')
    const sees = async (email: string) => {
      const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
      return (await read(row?.uuid ?? (await subscribe(server, email)))).includes('Internal')
    }
    for (const [email, isShown] of [
      [holder.email, true],
      [administrator.email, true],
      [other.email, false],
      ['unknown@acme.example', false],
      [ANA, false],
    ] as const)
      expect(await sees(email), email).toBe(isShown)
  })

  test('an unknown link and a replaced one look the same, for every call', async () => {
    const uuid = await subscribe(server, ANA, { locale: 'de' })
    await server.db.update(subscribers).set({ uuid: 'another' })
    const unknown = await read('unknown')
    expect(unknown).toContain('This link is no longer valid')
    expect(unknown).not.toMatch(/aviary|href/i)
    for (const link of [uuid, 'unknown']) {
      expect(await read(link)).toBe(unknown)
      expect((await end(link)).body).toBe(unknown)
      expect(await save(link, MAINTENANCE)).toEqual({ status: 200, page: unknown })
      expect(await send(link, '')).toMatchObject({ status: 400, page: unknown })
    }
  })
})

describe('saving', () => {
  test('stores what is ticked, keeps the language, and mails nobody', async () => {
    const uuid = await subscribe(server, ANA, { locale: 'de' })
    const mailsBefore = await server.db.select().from(broadcasts)
    const { status, page } = await save(uuid, MAINTENANCE)
    expect([status, ticksIn(page)]).toEqual([303, MAINTENANCE])
    expect(page).toContain(`role="status">${pageTexts('de').saved}`)
    expect(await listRows()).toMatchObject([
      { category: 'notifications', dataCenters: ['us2'], notificationTypes: ['Maintenance Update'] },
    ])
    const [row] = await server.db.select().from(subscribers)
    expect(row).toMatchObject({ uuid, locale: 'de' })
    expect(await server.db.select().from(broadcasts)).toEqual(mailsBefore)
    expect(ticksIn(await read(uuid))).toEqual(MAINTENANCE)
  })

  test('is audited under the address of the person, with before and after', async () => {
    const uuid = await subscribe(server, ANA)
    await save(uuid, MAINTENANCE)
    const audited = await lastAudit(server)
    expect(audited).toMatchObject({
      actionName: 'Update Subscriptions',
      userEmail: ANA,
      context: {
        email: ANA,
        via: 'mail link',
        before: { locale: 'en', subscriptions: { P1: { services: ['Expense'] } } },
        after: { locale: 'en', subscriptions: { P1: { services: [] } } },
      },
    })
    expect(JSON.stringify(audited)).not.toContain(uuid)
  })

  test('nothing ticked ends all mails, and the link can begin them again', async () => {
    const uuid = await subscribe(server, ANA)
    expect((await save(uuid, {})).status).toBe(303)
    expect(await listRows()).toEqual([])
    expect(await read(uuid)).toContain('sends you no mails about incidents and maintenance at present')
    await save(uuid, await expense())
    expect(ticksIn(await read(uuid))).toEqual(await expense())
  })

  test('keeps hidden internal types and retired choices', async () => {
    const names = ['Update', 'Internal Update']
    const uuid = await subscribe(server, ANA, { services: ['Expense', 'Travel'], alertTypes: names })
    const isTravel = eq(services.systemName, 'Travel')
    await server.db.update(services).set({ retiredAt: server.now() }).where(isTravel)
    expect(ticksIn(await read(uuid))).toEqual(await expense())
    const restored = String(await idOf('Service Restored'))
    const { page } = await save(uuid, { ...(await expense()), 'P1.alert_types': [restored] })
    expect(ticksIn(page)['P1.alert_types']).toEqual([restored])
    expect(await listRows()).toMatchObject([
      { services: ['Expense', 'Travel'], alertTypes: [Number(restored), await idOf('Internal Update')] },
    ])
    await server.db.update(services).set({ retiredAt: null }).where(isTravel)
  })

  test('a save that changes nothing writes no audit row and is not announced', async () => {
    const uuid = await subscribe(server, ANA)
    const [rows, audits] = [await listRows(), await countAudits()]
    const queries = watchQueries()
    const { status, page } = await save(uuid, await expense())
    queries.stop()
    expect([status, ticksIn(page)]).toEqual([303, await expense()])
    expect([await listRows(), await countAudits()]).toEqual([rows, audits])
    expect(queries.sent.filter((text) => text.includes('pg_notify'))).toEqual([])
  })

  test('an old page does not bring back what was ended meanwhile', async () => {
    const uuid = await subscribe(server, ANA)
    const old = asOfIn(await read(uuid))
    server.setNow(new Date(server.now().getTime() + 1000))
    await end(uuid)
    const audits = await countAudits()
    for (const [fields, expected] of [
      [await expense(), 409],
      [{ 'P1.services': ['Expense'] }, 400],
    ] as const) {
      const { status, page } = await save(uuid, fields, old)
      expect([status, ticksIn(page)]).toEqual([expected, {}])
      expect(page).toContain('role="alert">These subscriptions were changed meanwhile. Nothing was saved')
    }
    expect([await listRows(), await countAudits()]).toEqual([[], audits])
    expect((await save(uuid, await expense())).status).toBe(303)
  })

  test('a second press of the button is saved like the first', async () => {
    const uuid = await subscribe(server, ANA)
    const asOf = asOfIn(await read(uuid))
    server.setNow(new Date(server.now().getTime() + 1000))
    for (const _press of [1, 2]) expect((await save(uuid, MAINTENANCE, asOf)).status).toBe(303)
  })

  test('a group of which only a part is shown can be saved unchanged, and is marked if it becomes incomplete', async () => {
    const uuid = await subscribe(server, ANA, { services: ['Travel'], alertTypes: ['Internal Update'] })
    const isTravel = eq(services.systemName, 'Travel')
    await server.db.update(services).set({ retiredAt: server.now() }).where(isTravel)
    const shown = ticksIn(await read(uuid))
    expect(shown).toEqual({ 'P1.data_centers': ['us2'] })
    const [stored] = await listRows()
    expect((await save(uuid, { ...shown, ...MAINTENANCE })).status).toBe(303)
    expect(await listRows()).toMatchObject([stored, { category: 'notifications' }])
    const other = await save(uuid, { ...(await expense()), 'P1.services': ['Travel'] })
    expect(other.status).toBe(400)
    expect(other.page).toContain('id="fault-P1"')
    await server.db.update(services).set({ retiredAt: null }).where(isTravel)
  })

  test("the person's open pages are notified", async () => {
    const sue = await server.signInAs('subscriber')
    const uuid = await subscribe(server, sue.email)
    const stream = await openEventStream(server.url, sue.cookies)
    await stream.next()
    await save(uuid, MAINTENANCE)
    expect(readChanged((await stream.next())?.data)?.topics).toEqual(['subscriptions'])
    await stream.leave()
  })

  test('concurrent saving and ending lead to one of the two states', async () => {
    const uuid = await subscribe(server, ANA)
    await Promise.all([save(uuid, MAINTENANCE), end(uuid), save(uuid, MAINTENANCE), end(uuid)])
    expect([{}, MAINTENANCE]).toContainEqual(ticksIn(await read(uuid)))
  })
})

describe('bad input is explained on the page, changes nothing and keeps the ticks', () => {
  const refused = async (sent: Fields | string, locale = 'en') => {
    const uuid = await subscribe(server, ANA, { locale })
    const text = typeof sent === 'string' ? sent : toForm({ ...sent, as_of: [asOfIn(await read(uuid))] })
    const [rows, audits] = [await listRows(), await countAudits()]
    const answer = await send(uuid, text)
    expect([await listRows(), await countAudits()]).toEqual([rows, audits])
    expect(answer.page).toContain('role="alert"')
    return answer
  }
  const NOT_OFFERED = pageTexts('en').notOffered

  test('a category with a choice in some of its lists only', async () => {
    const fields = { ...MAINTENANCE, 'P2.services': ['Travel'] }
    const { status, page } = await refused(fields)
    expect([status, ticksIn(page)]).toEqual([400, fields])
    expect(page).toContain(`<p class="fault" id="fault-P2">${PLEASE}</p>`)
    expect(page).toContain('<fieldset class="panel" id="P2" aria-describedby="fault-P2">')
    expect(page).toContain('role="alert">Nothing was saved. Not complete: <a href="#P2">P2</a></p>')
    expect(page).not.toContain('id="fault-P1"')
  })

  test.each([
    ['a service that there is not', { 'P1.services': ['Expense', 'No such'] }],
    ['a number that is none', { 'P1.alert_types': ['1e3'] }],
    ['an empty name', { 'P1.services': [''] }],
    ['a name that is too long', { 'P1.services': ['x'.repeat(101)] }],
    ['U+0000', { 'P1.services': ['Expense\0'] }],
    ['a list of more than 1,000', { 'P1.services': Array.from({ length: 1_001 }, () => 'Expense') }],
  ])('%s', async (_, wrong) => {
    const fields = { ...(await expense()), ...MAINTENANCE, ...wrong }
    const { status, page } = await refused(fields)
    expect(status).toBe(400)
    expect(ticksIn(page)).toMatchObject(MAINTENANCE)
    expect(page).not.toContain('No such')
  })

  test('an internal type that is not offered to the person', async () => {
    const fields = { ...(await expense()), 'P1.alert_types': [String(await idOf('Internal Update'))] }
    const { status, page } = await refused(fields)
    expect(status).toBe(400)
    expect(page).toContain(NOT_OFFERED)
    expect(page).not.toContain('Internal')
  })

  test.each([
    ['was cut off after a field', toForm(MAINTENANCE)],
    ['was cut off in its last field', `${toForm(MAINTENANCE)}&as_of=2026-08-20T12%3A00%3A00.0`],
    ['is empty', ''],
  ])('a form that %s shows what is stored', async (_, text) => {
    const { status, page } = await refused(text)
    expect([status, ticksIn(page)]).toEqual([400, await expense()])
    expect(page).toContain('Not everything arrived. Nothing was saved.')
  })

  test('a form with too many fields', async () => {
    const { status, page } = await refused(`as_of=x${'&a=1'.repeat(10_001)}`)
    expect([status, ticksIn(page)]).toEqual([400, await expense()])
    expect(page).toContain(pageTexts('en').tooLarge)
  })

  test('a form that is too large, in the language of the reader', async () => {
    const { status, page } = await refused(`a=${'x'.repeat(300_000)}`, 'ja')
    expect(status).toBe(413)
    expect(page).toContain(pageTexts('ja').tooLarge)
    expect(ticksIn(page)).toEqual(await expense())
  })

  test('a form that is too large, while it is still being sent', async () => {
    const uuid = await subscribe(server, ANA)
    const response = await fetch(`${server.url}/api/unsubscribe/${uuid}/choices/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(3_000_000),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain(pageTexts('en').tooLarge)
  })

  test('a link that the database cannot store is not valid', async () => {
    const answer = await send('\0', toForm(MAINTENANCE))
    expect(answer.status).toBe(400)
    expect(answer.page).toContain('This link is no longer valid')
  })

  test('a page that fails is logged, and the refusal answered as a problem', async () => {
    const uuid = await subscribe(server, ANA)
    await runOn(server, 'alter table services rename to services_away')
    const { status, headers } = await callPlain(server.app, saveMailChoices, {
      params: { uuid },
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await runOn(server, 'alter table services_away rename to services')
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
    expect(server.errors.splice(0)).toEqual([expect.stringContaining('page')])
  })
})
