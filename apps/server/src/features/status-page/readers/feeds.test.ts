import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { sql } from 'drizzle-orm'
import FeedParser from 'feedparser'
import jsonFeedSchema from 'jsonfeed-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { planEvent } from '../../../../testing/maintenance.ts'
import { openReader, publish, publishMaintenance, takeBack } from '../../../../testing/status-page.ts'
import { serverFolder } from '../../../server-folder.ts'

const grammar = readFileSync(path.join(serverFolder, 'testing/fixtures/atom-subset.rng'), 'utf8')
const isJsonFeed = addFormats.default(new Ajv({ strict: false, allErrors: true })).compile(jsonFeedSchema)

const HOST = 'status.example.com'
const ADDRESS = `https://${HOST}/status/`

let server: TestApp
let manager: Person
let operator: Person
beforeAll(async () => {
  server = await openTestApp({
    environment: {
      ...{ PUBLIC_STATUS: '/status', PROVIDER_NAME: 'Example <Cloud> & Co' },
      PUBLIC_URL: `https://${HOST}`,
    },
  })
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const reader = () => openReader(server)
const open = (jiraId: string, fields: Record<string, unknown> = {}) =>
  ingest(server, 'incidents', [incidentRecord(jiraId, fields)])
const later = (seconds: number) => server.setNow(new Date(server.now().getTime() + seconds * 1000))

/** Reads an Atom feed, which must be valid, with a parser of others. */
async function readAtom(name = 'feed.atom') {
  const text = await reader().read(name)
  const { valid, errors } = await validateXML({
    ...{ xml: { fileName: 'feed.xml', contents: text }, schema: grammar, extension: 'relaxng' },
  })
  expect([name, valid, errors]).toEqual([name, true, []])
  const parser = Readable.from([text]).pipe(new FeedParser({ addmeta: false }))
  const entries: FeedParser.Item[] = []
  for await (const entry of parser) entries.push(entry)
  return { text, meta: parser.meta, entries }
}

async function readJson(name = 'feed.json') {
  const feed = JSON.parse(await reader().read(name))
  expect([name, isJsonFeed(feed), isJsonFeed.errors]).toEqual([name, true, null])
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  return feed
}

const idOf = async (kind: 'services' | 'data_centers', name: string): Promise<string> => {
  const snapshot = JSON.parse(await reader().read('snapshot.json'))
  return snapshot[kind].find((place: { name: string }) => place.name === name).id
}

/** Makes the server read everything anew, without publishing anything. */
async function refresh(jiraId: string): Promise<void> {
  await publish(manager, jiraId, { message_type: 'Internal Update' })
  await reader().shows(server.now().toISOString(), 'heartbeat.json')
}

test('a feed without entries is valid and names a time that stays', async () => {
  const { meta, entries, text } = await readAtom()
  expect(entries).toEqual([])
  expect(meta.title).toBe('Example <Cloud> & Co Status')
  expect(text).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  expect((await readJson()).items).toEqual([])
})

test('an incident is one entry with all its updates, newest first', async () => {
  await open('OPI-1', { affected_services: ['Travel'], data_centers: ['eu'] })
  await publish(manager, 'OPI-1', { message_type: 'Initial Notification' })
  later(60)
  await publish(manager, 'OPI-1', { body: { en: '<p>Half of it <b>works</b> ]]> again</p>' } })
  await reader().shows('Half of it', 'feed.atom')
  const { meta, entries } = await readAtom()
  const [entry] = entries
  expect(entries).toHaveLength(1)
  const id = /incidents\/([0-9a-v]{26})\/$/.exec(entry?.link ?? '')?.[1]
  expect(entry).toMatchObject({
    ...{ title: 'Outage: Travel in EMEA', guid: `tag:${HOST},2026:incident/${id}` },
    ...{ link: `${ADDRESS}incidents/${id}/`, categories: ['Travel', 'EMEA'] },
    ...{ pubdate: new Date('2026-08-20T12:00:00Z'), date: server.now() },
  })
  const content = entry?.description ?? ''
  expect(content).toContain('<p>Half of it <b>works</b> ]]&gt; again</p>')
  expect(content.indexOf('Half of it')).toBeLessThan(content.indexOf('We look into it'))
  expect(meta).toMatchObject({ link: ADDRESS, xmlurl: `${ADDRESS}feed.atom`, date: server.now() })
  expect((await readJson()).items).toMatchObject([
    {
      ...{ id: entry?.guid, url: entry?.link, title: entry?.title, content_html: content },
      ...{ date_published: '2026-08-20T12:00:00.000Z', tags: ['Travel', 'EMEA'] },
    },
  ])
})

test('each language has its feeds, with what was published in it', async () => {
  const { meta, entries } = await readAtom('de/feed.atom')
  expect(meta).toMatchObject({ link: `${ADDRESS}de/`, xmlurl: `${ADDRESS}de/feed.atom` })
  expect(entries[0]).toMatchObject({
    ...{ title: 'Ausfall: Travel in EMEA', link: expect.stringContaining(`${ADDRESS}de/incidents/`) },
    ...{ guid: expect.stringMatching(/\/de$/), description: expect.stringContaining('Wir sehen nach') },
  })
  for (const locale of ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'])
    expect(await readJson(`${locale}/feed.json`)).toMatchObject({ language: locale, items: [{}] })
})

test('a service and a data center have feeds of what concerns them', async () => {
  await open('OPI-2', { affected_services: ['Imaging'], data_centers: ['us2'] })
  await publish(manager, 'OPI-2')
  const eventId = await planEvent(server, { dataCenters: ['us2'] })
  await publishMaintenance(server, operator, { eventId })
  await reader().shows('Work on the storage', 'feed.atom')
  const titles = async (folder: string) =>
    (await readAtom(`${folder}/feed.atom`)).entries.map(({ title }) => title)
  const [travel, imaging] = [await idOf('services', 'Travel'), await idOf('services', 'Imaging')]
  expect(await titles(`services/${travel}`)).toEqual(['Work on the storage', 'Outage: Travel in EMEA'])
  expect(await titles(`services/${imaging}`)).toEqual(['Work on the storage', 'Outage: Imaging in us2'])
  expect(await titles(`data-centers/${await idOf('data_centers', 'EMEA')}`)).toEqual([
    'Outage: Travel in EMEA',
  ])
  const feed = await readJson(`data-centers/${await idOf('data_centers', 'us2')}/feed.json`)
  expect(feed.title).toBe('us2 · Example <Cloud> & Co Status')
  expect(feed.items).toHaveLength(2)
})

describe('what was not published', () => {
  const all = ['feed.atom', 'feed.json', 'ja/feed.atom', 'ja/feed.json', 'maintenance.ics']
  const read = () => Promise.all(all.map((name) => reader().get(name)))

  test('leaves every byte of a feed as it is, so that readers fetch nothing', async () => {
    const before = await read()
    // Longer than the time after which running durations are brought up to date.
    later(20 * 60)
    await refresh('OPI-1')
    const after = await read()
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
    for (const [index, { headers }] of before.entries()) {
      expect(headers['access-control-allow-origin']).toBe('*')
      const again = await reader().get(all[index] ?? '', { 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  test('is not in it; what is taken back goes away, and the time of the others stays', async () => {
    await open('OPI-3', { affected_services: ['Invoice'], data_centers: ['eu'] })
    const message = await publish(manager, 'OPI-3', { body: { en: '<p>Taken back</p>' } })
    await reader().shows('Taken back', 'feed.atom')
    await takeBack(manager, 'OPI-3', message)
    await expect.poll(() => reader().read('feed.atom')).not.toContain('Invoice')
    const { meta, entries } = await readAtom()
    expect(meta.date).toEqual(entries[0]?.date)
    expect(meta.date?.getTime()).toBeLessThan(server.now().getTime())
  })
})

test('an entry that is too long leaves its oldest updates to its page', async () => {
  await open('OPI-9', { affected_services: ['Analysis'], data_centers: ['eu'] })
  await publish(manager, 'OPI-9', { body: { en: `<p>${'First '.repeat(9000)}</p>` } })
  await publish(manager, 'OPI-9', { body: { en: `<p>${'Second '.repeat(5000)}</p>` } })
  await reader().shows('Second', 'feed.atom')
  const entry = (await readAtom()).entries.find(({ title }) => title?.includes('Analysis'))
  expect(entry?.description).toContain('Second')
  expect(entry?.description).not.toContain('First')
  expect(entry?.description).toContain(`<a href="${entry?.link}">All updates</a>`)
  const { incidents } = JSON.parse(await reader().read('api/v2/incidents.json'))
  const [second, first] = incidents.find(({ name }: { name: string }) =>
    name.includes('Analysis'),
  ).incident_updates
  expect([second.body.length, first.body.length]).toEqual([16_000, 16_000])
  expect(first.body).toMatch(/^First First .*…$/)
})

test('names and bodies cannot break out of a feed, and forbidden characters are left out', async () => {
  await server.db.execute(
    sql`update services set display_name = ${`Ev\u0008il]]><b>\u202Ename</b>\nof "two" lines & more`}
      where system_name = 'Expense'`,
  )
  await open('OPI-4', { affected_services: ['Expense'], data_centers: ['eu'] })
  await publish(manager, 'OPI-4', {
    body: { en: `<p>Bell\u0007 ]]&gt; &#8; &lt;/content&gt; <i>\uFFFE</i> ${'long '.repeat(2000)}</p>` },
  })
  await reader().shows('Bell', 'feed.atom')
  const { text, entries } = await readAtom()
  expect(text).not.toMatch(/[^\P{Cc}\n\t]|\uFFFE|\u202E/u)
  // This parser shows titles without what looks like a tag.
  expect(entries[0]?.title).toBe('Outage: Evil]]>name of "two" lines & more in EMEA')
  expect(entries[0]?.description).toContain('<p>Evil]]&gt;&lt;b&gt;name&lt;/b&gt; of &quot;two&quot;')
  const title = 'Outage: Evil]]><b>name</b> of "two" lines & more in EMEA'
  expect((await readJson()).items[0].title).toBe(title)
  const { services } = JSON.parse(await reader().read('snapshot.json'))
  for (const { id, name } of services)
    if (name.startsWith('Ev')) expect((await readAtom(`services/${id}/feed.atom`)).entries).toHaveLength(2)
})
