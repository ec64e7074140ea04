import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AlertTypes } from '@aviary/contract/messages/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectAssistant, useTool } from '../apps/server/testing/assistant.ts'
import { choose } from '../apps/server/testing/channels.ts'
import { startNginx } from '../apps/server/testing/nginx.ts'
import { openFeedReader, openStatuspageClients } from '../apps/server/testing/outside-readers.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { type Person, readAs, signInAt, writeAs } from './support/person.ts'
import { incident, ingest } from './support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { startWidgetSite } from './support/status-hosts.ts'
import { open } from './support/visit.ts'

// One incident, as everybody outside follows it who was given a way to: readers of the page, of feeds and calendars,
// programs made for Statuspage, a script with a token, and an assistant. What is internal happens beside it.

const MINUTE = 60_000
const KEY = 'OPI-7001'
const INTERNAL_KEY = 'OPI-7002'
const HIDDEN = 'only staff may know'
const NAME = 'Outage: Travel in us2'
const STARTED = new Date(Date.now() - 10 * MINUTE).toISOString()
const PLACE = { affected_services: ['Travel'], data_centers: ['us2'] }
const READER = 'reader@outside.example'
const WORK = 'Work on the storage'

/** What everybody outside knows at a step of the incident. */
type Step = {
  /** Of the page of Statuspage's clients. */
  state: string
  heading: string
  badge: string
  status: string
  isOpen: boolean
  /** Newest first. */
  texts: string[]
  /** What was said before, and stands nowhere any more. */
  gone?: string
}

let folder: string
let pages: string
let database: Awaited<ReturnType<typeof startPostgres15>> | undefined
let smtp: TestSmtp
let nginx: Awaited<ReturnType<typeof startNginx>>
let widgetSite: Awaited<ReturnType<typeof startWidgetSite>>
let server: BuiltServer
let manager: Person

describe.each(['embedded', 'PostgreSQL'])('on the database %s', (kind) => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'aviary-outside-'))
    chmodSync(folder, 0o755)
    pages = path.join(folder, 'pages')
    database =
      kind === 'PostgreSQL' ? await startPostgres15(mkdtempSync(path.join(folder, 'database-'))) : undefined
    smtp = await startSmtp()
    nginx = await startNginx(pages, path.join(folder, 'nginx'))
    widgetSite = await startWidgetSite(nginx.url)
    server = await startBuiltServer({
      ...{ SEED_DEMO: 'false', MCP: 'on', SMTP_URL: smtp.url },
      ...{ PUBLIC_STATUS: `/status,file://${pages}`, STATUS_SITE: nginx.url },
      ...(database && { DATABASE_URL: database.url }),
    })
    // The heartbeat is written last: then the first export is whole.
    await vi.waitUntil(() => existsSync(path.join(pages, 'heartbeat.json')), { timeout: 60_000 })
    manager = await signInAt(server.url, 'ines.incident@acme.example')
  })
  afterAll(async () => {
    await server.stop()
    await widgetSite.close()
    await nginx.stop()
    await smtp.close()
    await database?.stop()
    rmSync(folder, { recursive: true })
    expect(errorsIn(server.log())).toEqual([])
  })

  test('everybody outside follows one incident to its end, and beyond that of the server', followOne)
})

type Write = Parameters<typeof writeAs>[1]
const post = (at: string, body: object): Write => ({ method: 'POST', path: at, body })

async function subscribeReader(): Promise<void> {
  const { payload } = await readAs<{ payload: AlertTypes }>(manager, '/api/v4/get_p2_alert_types')
  const types = payload.P1.alert_types.filter(({ name }) => ['Update', 'Service Restored'].includes(name))
  const subscriptions = choose({ alertTypes: types.map(({ id }) => id), services: ['Travel'] })
  await writeAs(await signInAt(server.url), post('/api/v4/subscribe/', { email: READER, subscriptions }))
}

/** Plans maintenance of the next day and announces it; people outside hear of it unless it is internal. */
async function announceWork(title: string, isInternal: 'Y' | 'N'): Promise<void> {
  const operator = await signInAt(server.url, 'oleg.operator@acme.example')
  const at = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE).toISOString()
  const by = { is_internal: isInternal, created_by: operator.email, comm_src: 'test' }
  const { maintenance_event } = await writeAs<{ maintenance_event: { id: number } }>(
    operator,
    post('/api/v2/maintenance_event', {
      ...{ ...by, title, start_date: at(24), end_date: at(26), data_centers: ['us2'] },
    }),
  )
  await writeAs(
    operator,
    post('/api/notifications', {
      ...{ ...by, mwin_id: maintenance_event.id, n_type: 'Maintenance Announcement', title },
      ...{ body: { en: `<p>${title}</p>` }, subject: { en: title }, is_test: 'N' },
      ...{ broadcast: 'Y', send_time: at(0) },
    }),
  )
}

type Posted = { message: { message_id: number; version: number } }
const say = (text: string, fields: object = {}) =>
  writeAs<Posted>(
    manager,
    post('/api/create_message/', {
      ...{ jira_id: KEY, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      ...{ body: { en: `<p>${text}</p>` } },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...fields,
    }),
  )

async function correct({ message }: Posted, text: string): Promise<void> {
  const change = {
    ...{ jira_id: KEY, priority_type: 'P1', message_id: message.message_id, message_type: 'Update' },
    ...{ language: 'en', version: message.version, body: `<p>${text}</p>` },
  }
  const { total } = await writeAs<{ total: number }>(manager, post('/api/preview_correction/', change))
  expect(total).toBe(1)
  await writeAs(manager, post('/api/correct_message/', { ...change, recipients: total }))
}

async function createToken(name: string, scopes: string[]): Promise<string> {
  const admin = await signInAt(server.url)
  const fields = { name, scopes }
  return (await writeAs<{ secret: string }>(admin, post('/api/service_tokens/', fields))).secret
}

const SCOPES = ['read:status', 'read:incidents', 'read:maintenance']

/** What a script reads with a token. */
function openScript(token: string) {
  const read = async <Answer>(at: string): Promise<Answer> => {
    const answer = await fetch(`${server.url}/api${at}`, { headers: { authorization: `Bearer ${token}` } })
    expect([at, answer.status]).toEqual([at, 200])
    return (await answer.json()) as Answer
  }
  type Listed = { payload: { jiraId: string }[] }
  const list = async (isActive: boolean) =>
    (await read<Listed>(`/incidents/?active=${isActive}`)).payload.map(({ jiraId }) => jiraId)
  const texts = async () => {
    const { messages } = await read<{ messages: { message: string }[] }>(`/get_messages/?jira_id=${KEY}`)
    return messages.map(({ message }) => message.replaceAll(/<[^>]+>/g, ''))
  }
  type Matrix = Record<string, Record<string, string>>
  const troubled = async () =>
    Object.entries(await read<Matrix>('/v4/status/')).flatMap(([service, cells]) =>
      Object.values(cells).every((status) => ['NORMAL', 'NA'].includes(status)) ? [] : service,
    )
  return {
    follow: async () => ({
      ...{ open: await list(true), over: await list(false) },
      ...{ texts: await texts(), troubled: await troubled() },
    }),
    everything: async () =>
      JSON.stringify([
        ...[await read('/incidents/?active=true'), await read('/incidents/?active=false')],
        ...[await read(`/get_messages/?jira_id=${KEY}`), await read(`/incidents/timeline/?jira_id=${KEY}`)],
        ...[await read('/v4/status/'), await read('/v2/maintenance_event')],
      ]),
  }
}

/** What an assistant reads with a token. */
async function openAssistant(token: string) {
  const client = await connectAssistant(server.url, token)
  const about = { jira_id: KEY }
  const troubled = async () => {
    const { answer } = await useTool(client, 'status_overview')
    return (answer.troubled as { service: string }[]).map(({ service }) => service)
  }
  const list = async (which: 'open' | 'historic') =>
    (await useTool(client, 'list_incidents', { list: which })).answer.incidents as { jira_id: string }[]
  return {
    follow: async () => {
      const { messages } = (await useTool(client, 'get_incident', about)).answer as {
        messages: { text: string }[]
      }
      return {
        open: (await list('open')).map(({ jira_id }) => jira_id),
        over: (await list('historic')).map(({ jira_id }) => jira_id),
        texts: messages.map(({ text }) => text),
        troubled: await troubled(),
      }
    },
    everything: async () => {
      const tools = ['status_overview', 'list_maintenance', 'list_incidents']
      const answers = [
        ...tools.map((name) => useTool(client, name)),
        ...['get_incident', 'incident_timeline'].map((name) => useTool(client, name, about)),
      ]
      return (await Promise.all(answers)).map(({ text }) => text).join('\n')
    },
    close: () => client.close(),
  }
}

/** Every byte of the exported page, of which what is served is made as well. */
const readExport = () =>
  readdirSync(pages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
    .join('\n')

/** Opens a page as a stranger, with a clock that the test moves. */
async function readPage(address: string): Promise<Page> {
  const { page } = await open(address, { baseUrl: new URL(address).origin, apart: true })
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Visits a site with the widget as somebody who was not there before: browsers keep answers for 15 seconds. */
async function expectWidget(state: string): Promise<void> {
  const { page, allow } = await open('/', { baseUrl: widgetSite.url, apart: true })
  // A fault of how the widget was built; it works all the same.
  allow(/parcelRequire is not defined/)
  await page.getByText(state, { exact: true }).waitFor()
}

/** Everybody outside who needs no account. */
async function openStrangers() {
  const places = [`${server.url}/status`, nginx.url]
  const clients = places.flatMap(openStatuspageClients)
  const feeds = places.flatMap((place) =>
    ['feed.atom', 'feed.json'].map((name) => openFeedReader(`${place}/${name}`)),
  )
  const readers = await Promise.all(places.map((place) => readPage(`${place}/`)))

  /** The one entry of a feed about the incident, once it says what it should; asked again it is not sent again. */
  const expectFeed = async (read: (typeof feeds)[number], { texts, gone = '\0' }: Step) => {
    const find = async () => (await read()).entries.find(({ title }) => title === NAME)
    await expect
      .poll(async () => {
        const html = (await find())?.html ?? ''
        return texts
          .filter((text) => html.includes(text))
          .toSorted((a, b) => html.indexOf(a) - html.indexOf(b))
      })
      .toEqual(texts)
    await expect.poll(read).toMatchObject({ status: 304, bytes: 0 })
    const entry = await find()
    expect(entry?.html).not.toContain(gone)
    return entry
  }

  /** The page brings itself up to date, and once the incident is over leads to its page, which has the same. */
  const expectPage = async (page: Page, { heading, texts, gone = '\0', isOpen }: Step) => {
    const title = page.getByRole('heading', { level: 1 })
    const updates = page.locator('.updates .body > div')
    await expect
      .poll(async () => {
        await page.clock.runFor(MINUTE)
        return { heading: await title.textContent(), texts: await updates.allTextContents() }
      })
      .toEqual({ heading, texts: isOpen ? texts : [] })
    expect(await page.content()).not.toContain(gone)
    if (isOpen) return
    await page.locator('.list').getByRole('link', { name: NAME }).click()
    await page.waitForURL('**/incidents/**')
    await expect.poll(() => updates.allTextContents()).toEqual(texts)
    expect(await page.content()).not.toContain(gone)
    await page.goBack()
  }

  return {
    expectNothing: async () => {
      for (const read of clients)
        await expect.poll(read).toEqual({ state: 'All Systems Operational', open: [], all: [] })
      for (const place of places)
        await expect.poll(async () => (await fetch(`${place}/maintenance.ics`)).text()).toContain(WORK)
    },
    expectStep: async (step: Step) => {
      const { state, status, texts, isOpen } = step
      const told = { name: NAME, status, texts }
      for (const read of clients)
        await expect.poll(read).toEqual({ state, open: isOpen ? [told] : [], all: [told] })
      const entries = await Promise.all(feeds.map((read) => expectFeed(read, step)))
      for (const page of readers) await expectPage(page, step)
      await expectWidget(state)
      for (const place of places) {
        for (const badge of ['badge.json', 'badge.svg'])
          await expect.poll(async () => (await fetch(`${place}/${badge}`)).text()).toContain(step.badge)
      }
      expect(new Set(entries.map((entry) => entry?.id)).size).toBe(1)
      return entries[0]
    },
    /** Of the page that others serve, while Aviary and its database are away. */
    expectLeft: async ({ heading, state, status, texts }: Step) => {
      const [, page] = readers
      if (!page) throw new Error('Nobody reads the exported page')
      const alive = JSON.parse(readFileSync(path.join(pages, 'heartbeat.json'), 'utf8')) as { at: string }
      let moved = 0
      // The clock of nginx cannot be moved with that of the page, so the time that it sends is.
      await page.route('**/*', async (route) => {
        const response = await route.fetch()
        const { date = '', ...headers } = response.headers()
        const later = new Date(Date.parse(date) + moved).toUTCString()
        await route.fulfill({ response, headers: { ...headers, date: later } })
      })
      const pass = async (minutes: number) => {
        moved += minutes * MINUTE
        await page.clock.runFor(minutes * MINUTE)
      }
      const title = page.getByRole('heading', { level: 1 })
      await page.reload()
      await page.getByText(/^As of /).waitFor()
      await pass(7)
      await expect.poll(() => title.textContent()).toBe(heading)
      const age = page.locator('[data-as-of] time')
      await expect.poll(() => age.getAttribute('datetime')).toBe(alive.at)
      await pass(5)
      await expect.poll(() => title.textContent()).toBe('We cannot tell at present')
      await page.getByText(/^What stands below is from .*UTC\. It may no longer be true\.$/).waitFor()
      await page.locator('.list').getByRole('link', { name: NAME }).waitFor()
      for (const read of clients.slice(-2))
        expect(await read()).toEqual({ state, open: [], all: [{ name: NAME, status, texts }] })
      for (const read of feeds.slice(-2)) expect(await read()).toMatchObject({ status: 304 })
    },
    closeServed: async () => readers[0]?.close(),
  }
}

/** How the incident stands, in a tracker that sends it again. */
const report = (fields: object = {}) =>
  ingest('incidents', [incident(KEY, { ...PLACE, start_date: STARTED, ...fields })], server)

/** What happens beside it, and must reach nobody outside. */
async function happenInternally(): Promise<void> {
  const fields = {
    affected_services: ['Imaging'],
    data_centers: ['us2'],
    is_internal: 'Y',
    start_date: STARTED,
  }
  await ingest('incidents', [incident(INTERNAL_KEY, { ...fields, details: `What ${HIDDEN}` })], server)
  await say(`Of the other one ${HIDDEN}`, { jira_id: INTERNAL_KEY, message_type: 'Internal Update' })
  await say(`Of this one ${HIDDEN}`, { message_type: 'Internal Update' })
}

async function followOne(): Promise<void> {
  await subscribeReader()
  await announceWork(WORK, 'N')
  await announceWork(`Work that ${HIDDEN}`, 'Y')
  const strangers = await openStrangers()
  const script = openScript(await createToken('Script', SCOPES))
  const assistant = await openAssistant(await createToken('Assistant', SCOPES))
  const staff = openScript(await createToken('Staff', [...SCOPES, 'read:internal']))
  await strangers.expectNothing()

  let updated = ''
  const expectStep = async (step: Step, isOver = false) => {
    const entry = await strangers.expectStep(step)
    expect(entry?.updated.localeCompare(updated)).toBe(1)
    updated = entry?.updated ?? ''
    const lists = isOver
      ? { open: [], over: [KEY], troubled: [] }
      : { open: [KEY], over: [], troubled: ['Travel'] }
    const known = { ...lists, texts: step.texts }
    await expect.poll(script.follow).toEqual(known)
    await expect.poll(assistant.follow).toEqual(known)
    const [exported, read, told] = [readExport(), await script.everything(), await assistant.everything()]
    for (const text of [HIDDEN, INTERNAL_KEY, manager.email, READER])
      expect([text, exported.includes(text), read.includes(text), told.includes(text)]).toEqual([
        ...[text, false, false, false],
      ])
    expect(exported).not.toContain(KEY)
    expect(exported).toContain(WORK)
    const internal = await staff.everything()
    for (const text of [HIDDEN, INTERNAL_KEY]) expect(internal).toContain(text)
  }

  await report()
  await say('Bookings fail', { message_type: 'Initial Notification' })
  await happenInternally()
  const opened = {
    ...{ state: 'Partial System Outage', heading: NAME, badge: 'major outage' },
    ...{ status: 'investigating', isOpen: true, texts: ['Bookings fail'] },
  }
  await expectStep(opened)

  const update = await say('Half of the bookings fail')
  await expectStep({ ...opened, texts: ['Half of the bookings fail', 'Bookings fail'] })

  await correct(update, 'A tenth of the bookings fails')
  const texts = ['A tenth of the bookings fails', 'Bookings fail']
  await expectStep({ ...opened, texts, gone: 'Half of the bookings fail' })

  const resolution = { resolution: 'Restarted', resolved_at: '13:00 UTC' }
  await say('Bookings work', { message_type: 'Service Restored', email_template_data: resolution })
  await report({ status: 'RESOLVED', end_date: new Date().toISOString() })
  const over = {
    state: 'All Systems Operational',
    heading: 'All services work normally',
    badge: 'operational',
  }
  const resolved = { ...over, status: 'resolved', isOpen: false, texts: ['Bookings work', ...texts] }
  await expectStep(resolved, true)

  await assistant.close()
  await strangers.closeServed()
  await server.stop()
  await database?.stop()
  await strangers.expectLeft(resolved)
}
