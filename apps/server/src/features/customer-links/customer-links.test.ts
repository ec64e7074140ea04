import {
  createCustomerLink,
  deleteCustomerLink,
  listCustomerLinks,
  updateCustomerLink,
} from '@aviary/contract/customer-links/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import {
  CUSTOMER_SITE,
  makeLink,
  openBrowser,
  openCustomer,
  readAllPages,
} from '../../../testing/customer-pages.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { publish, publishMaintenance } from '../../../testing/status-page.ts'

const [OURS, OTHERS] = [1, 2]
const DAY_MS = 24 * 3_600_000

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { CUSTOMER_SITE } })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'companies', [
    { id: OURS, name: 'Our Hotels', data_center: 'us2' },
    { id: OTHERS, name: 'Marked Foods', data_center: 'eu2' },
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const inDays = (days: number) => new Date(server.now().getTime() + days * DAY_MS).toISOString()
const make = (company: number, fields?: object) => makeLink({ server, manager }, company, fields)
const list = async (company_id = OURS) => {
  const { body } = await manager.call(listCustomerLinks, { query: { company_id } })
  return body.links
}
/** The link that was made last, whatever the clock said then. */
const newest = async () => (await list()).toSorted((a, b) => b.link_id - a.link_id)[0]

const auditOf = async (linkId: number) => {
  const { rows } = await server.db.execute<{ action: string; by: string }>(
    sql`select action_name as action, user_email as by from audit_log
      where context ->> 'linkId' = ${String(linkId)} order by pkey`,
  )
  return rows
}

describe('making a link', () => {
  test('is for those with the right', async () => {
    const support = await server.signInAs('support')
    const body = { company_id: OURS, name: 'Desk', expires_date: inDays(1), most_devices: 1 }
    expect((await support.call(createCustomerLink, { body })).status).toBe(403)
    expect((await support.call(listCustomerLinks, { query: { company_id: OURS } })).status).toBe(403)
    expect(await list()).toEqual([])
  })

  test.each([
    [{ name: ' ' }, 400],
    [{ name: 'x'.repeat(201) }, 400],
    [{ expires_date: '2026-01-01T00:00:00Z' }, 400],
    [{ expires_date: '2999-01-01T00:00:00Z' }, 400],
    [{ expires_date: 'tomorrow' }, 400],
    [{ most_devices: 21 }, 400],
    [{ company_id: 77 }, 404],
  ])('with %j is refused', async (fields, status) => {
    const body = { company_id: OURS, name: 'Desk', expires_date: inDays(1), most_devices: 1, ...fields }
    expect((await manager.call(createCustomerLink, { body })).status).toBe(status)
    expect(await list()).toEqual([])
  })

  test('is listed without its address, and stored without its secret', async () => {
    const path = await make(OURS, { name: 'Their desk', most_devices: 3 })
    const [, secret = ''] = /customer_links\/([\w-]{43})\/$/.exec(path) ?? []
    const links = await list()
    expect(links).toEqual([
      expect.objectContaining({
        ...{ company_id: OURS, name: 'Their desk', created_by: manager.email, most_devices: 3, devices: 0 },
        ...{ refused: 0, last_seen_date: null, last_refused_date: null },
      }),
    ])
    expect(JSON.stringify(links)).not.toContain(secret)
    const { rows } = await server.db.execute(
      sql`select context::text from audit_log where action_name = 'Create Customer Link'
        union all select token_hash from customer_links`,
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('ends at a hundred of a company, whoever makes them at once', async () => {
    await ingest(server, 'companies', [{ id: 3, name: 'Many' }])
    await server.db.execute(sql`insert into customer_links
      (company_id, name, token_hash, most_devices, created_by, created_at, expires_at)
      select 3, 'n', 'hash' || n, 1, 'x', now(), '2100-01-01' from generate_series(1, 98) n`)
    const body = { company_id: 3, name: 'One more', expires_date: inDays(1), most_devices: 1 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => manager.call(createCustomerLink, { body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409])
  })
})

describe('changing a link', () => {
  test('allows it on one device more, or ends it sooner', async () => {
    const path = await make(OURS)
    await openBrowser(server).post(path)
    const link = await newest()
    const { link_id = 0, expires_date = '', version } = link ?? {}
    const change = (fields: object) =>
      manager.call(updateCustomerLink, {
        body: { link_id, name: 'Their desk', expires_date, most_devices: 1, version, ...fields },
      })
    const second = openBrowser(server)
    expect((await second.post(path)).statusCode).toBe(403)
    const changed = await change({ most_devices: 2, name: 'Their desks' })
    expect(changed.body.customer_link).toMatchObject({ name: 'Their desks', most_devices: 2, devices: 1 })
    expect((await second.post(path)).statusCode).toBe(303)
    // Fewer than have opened it: those go on reading.
    expect((await change({ version: undefined })).status).toBe(200)
    expect(await second.read()).toContain('Our Hotels')

    const outdated = await change({ name: 'Somebody else’s' })
    expect([outdated.status, outdated.problem]).toMatchObject([409, { current: { name: 'Their desk' } }])
    expect((await change({ version: undefined, expires_date: inDays(366) })).status).toBe(400)
    expect((await change({ version: undefined, expires_date: inDays(-1) })).status).toBe(400)
    expect((await change({ link_id: 99_999 })).status).toBe(404)
  })
})

describe('opening a link', () => {
  test('following it changes nothing, and says whose it is and what opening does', async () => {
    const browser = openBrowser(server)
    const { statusCode, headers, body } = await browser.get(await make(OURS), {
      'accept-language': 'ja,en;q=0.5',
    })
    expect(statusCode).toBe(200)
    expect(body).toContain('<html lang="ja"')
    expect(body).toContain('Our Hotels')
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect([browser.cookie(), (await newest())?.devices]).toEqual(['', 0])
  })

  test('on a device leads to the page, whose address is of no use elsewhere', async () => {
    const browser = openBrowser(server)
    const path = await make(OURS)
    const { statusCode, headers } = await browser.post(path)
    expect([statusCode, headers.location]).toEqual([303, '/customer/'])
    expect(headers['set-cookie']).toMatch(
      /^__Host-aviary_customer=[\w-]{43}; Path=\/; SameSite=Lax; Max-Age=34560000; HttpOnly; Secure$/,
    )
    expect(await browser.read()).toContain('Our Hotels')
    const elsewhere = await openBrowser(server).get('/customer/')
    expect(elsewhere.statusCode).toBe(403)
    expect(elsewhere.body).toContain('This page needs a link')
    expect(elsewhere.body).not.toContain('Our Hotels')
    expect(elsewhere.headers['cache-control']).toBe('no-store')
    const link = await newest()
    expect(link).toMatchObject({ devices: 1, last_seen_date: server.now().toISOString() })
    expect(await auditOf(link?.link_id ?? 0)).toEqual([
      { action: 'Open Customer Link', by: `link:${link?.link_id}` },
    ])
  })

  test('again on the same device needs no further one', async () => {
    const path = await make(OURS)
    const browser = openBrowser(server)
    for (let count = 1; count <= 3; count += 1) expect((await browser.post(path)).statusCode).toBe(303)
    expect((await newest())?.devices).toBe(1)
  })

  test('that was passed on opens nothing, and staff see that it was tried', async () => {
    const path = await make(OURS, { most_devices: 2 })
    const browsers = Array.from({ length: 5 }, () => openBrowser(server))
    const answers = await Promise.all(browsers.map((browser) => browser.post(path)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 303, 403, 403, 403])
    const refused = answers.find(({ statusCode }) => statusCode === 403)
    expect(refused?.body).toContain('This link is in use on other devices')
    expect(refused?.headers['set-cookie']).toBeUndefined()
    const link = await newest()
    expect(link).toMatchObject({ devices: 2, refused: 3, last_refused_date: server.now().toISOString() })
    expect((await auditOf(link?.link_id ?? 0)).map(({ action }) => action).toSorted()).toEqual([
      ...['Open Customer Link', 'Open Customer Link'],
      // The first within an hour.
      'Refuse Customer Link',
    ])
  })

  test('that is made up, or another’s cookie, opens nothing', async () => {
    const browser = openBrowser(server)
    const path = await make(OURS)
    for (const wrong of [path.replace(/.\/$/, '~/'), '/api/customer_links/x/', '/api/customer_links/%00/']) {
      expect((await browser.get(wrong)).statusCode).toBeGreaterThanOrEqual(400)
      expect((await browser.post(wrong)).statusCode).toBeGreaterThanOrEqual(400)
    }
    const cookie = `__Host-aviary_customer=${'a'.repeat(43)}`
    expect((await browser.get('/customer/', { cookie })).statusCode).toBe(403)
    expect((await browser.get('/customer/', { cookie: manager.cookies })).statusCode).toBe(403)
    expect((await newest())?.devices).toBe(0)
  })

  test('that another site sends here opens nothing', async () => {
    const path = await make(OURS)
    const answer = await openBrowser(server).post(path, { 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined])
    expect((await openBrowser(server).post(path, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
  })

  test('takes this device from the link before, which it can open again', async () => {
    const [first, second, full] = [await make(OURS), await make(OTHERS), await make(OTHERS)]
    await openBrowser(server).post(full)
    const browser = openBrowser(server)
    for (const path of [first, second, first]) {
      expect((await browser.post(path)).statusCode).toBe(303)
      expect(await browser.read()).toContain(path === second ? 'Marked Foods' : 'Our Hotels')
    }
    // A link that opens nothing takes nothing away.
    expect((await browser.post(full)).statusCode).toBe(403)
    expect(await browser.read()).toContain('Our Hotels')
  })

  test('of another company shows that one from then on, and open pages hear of it', async () => {
    const browser = await openCustomer(server, manager, OURS)
    const version = async () => JSON.parse((await browser.get('/customer/heartbeat.json')).body).version
    const before = await version()
    expect((await browser.post(await make(OTHERS))).statusCode).toBe(303)
    const page = await browser.read()
    expect(page).toContain('Marked Foods')
    expect(page).not.toContain('Our Hotels')
    expect(await version()).not.toBe(before)
  })

  test('goes on being read while nothing can be written', async () => {
    const browser = await openCustomer(server, manager, OURS)
    await server.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'read only' using errcode = '25006'; end $$`)
    await server.db.execute(sql`create trigger refuse before insert or update on customer_devices
      for each row execute function refuse()`)
    const start = server.now()
    try {
      server.setNow(new Date(start.getTime() + 2 * 3_600_000))
      expect((await browser.get('/customer/')).statusCode).toBe(200)
      manager = await server.signInAs('incident_manager')
      const refused = await openBrowser(server).post(await make(OURS), { 'accept-language': 'de' })
      expect(refused.statusCode).toBeGreaterThanOrEqual(500)
      expect(refused.body).toContain('Wir können die Seite zurzeit nicht zeigen')
      await expect.poll(() => server.errors.length).toBeGreaterThan(0)
    } finally {
      await server.db.execute(sql`drop trigger refuse on customer_devices`)
      await server.db.execute(sql`drop function refuse`)
      server.setNow(start)
      server.errors.length = 0
    }
  })
})

describe('the end of a link', () => {
  test('by staff ends it on the devices that opened it', async () => {
    const browser = await openCustomer(server, manager, OURS)
    const link_id = (await newest())?.link_id ?? 0
    expect((await manager.call(deleteCustomerLink, { body: { link_id } })).status).toBe(200)
    expect((await browser.get('/customer/')).statusCode).toBe(403)
    expect((await browser.get('/customer/heartbeat.json')).statusCode).toBe(403)
    expect((await manager.call(deleteCustomerLink, { body: { link_id } })).status).toBe(404)
  })

  test('by itself does, too; it is listed for thirty days after', async () => {
    const path = await make(OURS, { expires_date: inDays(1) })
    const browser = openBrowser(server)
    await browser.post(path)
    const { link_id = 0 } = (await newest()) ?? {}
    const start = server.now()
    server.setNow(new Date(start.getTime() + DAY_MS))
    expect((await browser.get('/customer/')).statusCode).toBe(403)
    manager = await server.signInAs('incident_manager')
    const again = { link_id, name: 'Again', expires_date: inDays(1), most_devices: 1 }
    expect((await manager.call(updateCustomerLink, { body: again })).status).toBe(409)
    expect((await openBrowser(server).post(path)).statusCode).toBe(404)
    const isKept = async () => {
      await server.tick()
      const { rows } = await server.db.execute(sql`select from customer_links where link_id = ${link_id}`)
      return rows.length === 1
    }
    expect(await isKept()).toBe(true)
    server.setNow(new Date(start.getTime() + 32 * DAY_MS))
    expect(await isKept()).toBe(false)
    server.setNow(start)
    manager = await server.signInAs('incident_manager')
  })
})

test('of two companies, neither reads a word of the other', async () => {
  const marker = 'marked'
  const operator = await server.signInAs('operator')
  const tell = async (jiraId: string, fields: object, { text = marker, company = 0 }) => {
    await ingest(server, 'incidents', [incidentRecord(jiraId, { details: marker, ...fields })])
    if (company) await ingest(server, 'affectedCompanies', [{ jira_id: jiraId, company_id: company }])
    await publish(manager, jiraId, { body: { en: `<p>${text}</p>`, de: `<p>${text}</p>`, ja: text } })
  }
  await server.db.execute(sql`update services set display_name = ${marker}, is_on_status_page = false
    where system_name = 'Travel'`)
  await server.db.execute(sql`update data_centers set display_name = ${marker} where system_name = 'eu2'`)
  await tell('OPI-21', { data_centers: ['us2', 'eu2'] }, { company: OTHERS })
  await tell('OPI-22', { data_centers: ['us2', 'eu2'], affected_services: ['Travel'] }, { company: OTHERS })
  await tell('OPI-23', { data_centers: ['eu2'] }, {})
  await tell(
    'OPI-24',
    { data_centers: ['eu2', 'us2'], affected_services: ['Travel', 'Billing'] },
    { text: 'ours', company: OURS },
  )
  await publishMaintenance(server, operator, {
    eventId: await planEvent(server, { title: marker, dataCenters: ['eu2'] }),
    ...{ subject: { en: marker }, body: { en: marker }, title: marker },
  })
  await publishMaintenance(server, operator, {
    eventId: await planEvent(server, { title: marker, dataCenters: ['eu2', 'us2'] }),
    ...{ subject: { en: 'our work' }, body: { en: 'our work' }, title: 'our work' },
  })
  const browser = await openCustomer(server, manager, OURS)
  // What was published last; a page may be a second old.
  await expect.poll(() => browser.read()).toContain('our work')
  const pages = await readAllPages(browser)
  const incidents = [...pages.keys()].filter((path) => path.startsWith('/customer/incidents/'))
  expect(incidents).toHaveLength(1)
  expect(pages.get(incidents[0] ?? '')).toContain('ours')
  expect(pages.get('/customer/')).toContain('our work')
  expect(pages.size).toBeGreaterThan(8 * 4)
  for (const [path, page] of pages)
    expect([path, page]).toEqual([path, expect.not.stringMatching(/marked|OPI-|eu2/i)])
})

test('without the setting there are no pages, and no links to them', async () => {
  const other = await openTestApp({})
  try {
    const person = await other.signInAs('incident_manager')
    await ingest(other, 'companies', [{ id: OURS, name: 'Our Hotels' }])
    const { body } = await person.call(listCustomerLinks, { query: { company_id: OURS } })
    expect(body).toEqual({ links: [], is_on: false })
    const link = { company_id: OURS, name: 'Desk', expires_date: inDays(1), most_devices: 1 }
    const refused = await person.call(createCustomerLink, { body: link })
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('CUSTOMER_SITE')])
    const browser = openBrowser(other)
    expect((await browser.post('/api/customer_links/abc/')).statusCode).toBe(404)
    expect((await browser.get('/customer/')).statusCode).toBe(404)
  } finally {
    await other.close()
  }
})
