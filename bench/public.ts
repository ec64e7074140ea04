import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { exportStatus } from '../apps/server/src/features/status-page/export/exporter.ts'
import { openFolder } from '../apps/server/src/features/status-page/export/folder.ts'
import { readPublicStatus } from '../apps/server/src/features/status-page/snapshot/read.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { milliseconds } from './ask.ts'
import { startBare } from './bare.ts'
import { fillPublished } from './fill-published.ts'
import { httpGet } from './network.ts'
import { connectBare, type Measure, measureLoad, median, signIn } from './product.ts'

const ROUNDS = 5
const INCIDENTS = 100_000
const SETTINGS = { providerName: 'Acme', address: null, inner: [], subscribeUrl: null }

/** The page that anybody can read: how it is served, how soon it follows, and what it costs with many incidents. */
export async function publicPage(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-'))
  chmodSync(folder, 0o711)
  const database = await startPostgres15(folder)
  try {
    const server = await startBuiltServer({
      ...{ DATABASE_URL: database.url, SEED_DEMO: 'true', LOG_LEVEL: 'warn', PUBLIC_STATUS: '/status' },
    })
    const measures = [
      await servingRate(`${server.url}/status/`, folder),
      await following(server.url),
      await firstPaint(`${server.url}/status/`),
    ]
    await server.stop()
    return [...measures, ...(await exporting(database.url, folder))]
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true })
  }
}

async function servingRate(url: string, folder: string): Promise<Measure> {
  const headers = { 'accept-encoding': 'gzip' }
  const bytes = await httpGet(url, headers)
  const bare = await startBare(bytes, folder)
  const rates: { ours: number; theirs: number }[] = []
  const measure = (address: string) => measureLoad({ url: address, headers, seconds: 2, connections: 32 })
  for (let round = 0; round < ROUNDS; round += 1)
    rates.push({ ours: await measure(url), theirs: await measure(`${bare.url}/`) })
  await bare.stop()
  const ratio = median(rates.map(({ ours, theirs }) => ours / theirs))
  return {
    name: `the page (${bytes.length} bytes gzipped) ÷ bare Fastify`,
    ours: `${Math.round(median(rates.map(({ ours }) => ours)))}/s`,
    reference: `${Math.round(median(rates.map(({ theirs }) => theirs)))}/s`,
    ...{ ratio: ratio.toFixed(2), target: '≥ 0.8', isMet: ratio >= 0.8 },
  }
}

/** From the answer to a message until the page shows it. */
async function following(url: string): Promise<Measure> {
  const manager = await signIn(url, 'ines.incident@acme.example')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = `Round ${round} of the benchmark`
    const fields = { current_status: 'Looking', next_update: '13:00 UTC' }
    const message = { jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'Y' }
    await manager.write('POST', '/api/create_message/', [
      'Create message',
      { ...message, body: `<p>${words}</p>`, email_template_data: fields },
    ])
    times.push(
      await milliseconds(async () => {
        while (!(await (await fetch(`${url}/status/`)).text()).includes(words))
          await new Promise(setImmediate)
      }),
    )
  }
  const longest = Math.max(...times)
  return {
    name: 'a published message is on the page after',
    ours: `${Math.round(longest)} ms at most`,
    ...{ reference: '2000 ms', ratio: (longest / 2_000).toFixed(2), target: '≤ 1', isMet: longest <= 2_000 },
  }
}

/** First paint at a CPU that is four times slower, beside the same page without style, script and texts. */
async function firstPaint(url: string): Promise<Measure> {
  const browser = await launchChromium()
  const page = await browser.newPage()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const html = await (await fetch(url)).text()
  const grid = /<div class="services">[\s\S]*?<div class="axis">/.exec(html)?.[0] ?? ''
  const style = await (await fetch(new URL(/href="(assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '', url))).text()
  const bareUrl = `${new URL(url).origin}/bare`
  const bare = `<!doctype html><style>${style}</style><div class="services">${grid}`
  await page.route(bareUrl, (route) => route.fulfill({ body: bare, contentType: 'text/html' }))
  const paint = async (address: string) => {
    await client.send('Network.clearBrowserCache')
    await page.goto(address)
    const times = () => performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return (await page.evaluate(times))[0] ?? Number.NaN
  }
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await paint(url), theirs: await paint(bareUrl) })
  await browser.close()
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
  return {
    name: 'first paint ÷ bare page with the same grid',
    ours: `${Math.round(median(rounds.map(({ ours }) => ours)))} ms`,
    reference: `${Math.round(median(rounds.map(({ theirs }) => theirs)))} ms`,
    ...{ ratio: ratio.toFixed(2), target: '≤ 1.5', isMet: ratio <= 1.5 },
  }
}

async function exporting(databaseUrl: string, folder: string): Promise<Measure[]> {
  const client = await connectBare(databaseUrl)
  await fillPublished(client, INCIDENTS)
  const { db, close } = openDatabase(databaseUrl, () => undefined)
  const place = openFolder(path.join(folder, 'status'))
  const pages = new Map()
  let written: string | undefined
  const write = async () => {
    const now = new Date()
    written = await exportStatus(place, await readPublicStatus(db, SETTINGS, now), { now, pages, written })
  }
  const first = await milliseconds(write)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query(`update incident_messages set body = jsonb_build_object('en', '<p>Round ${round}</p>'),
      version = version + 1 where incident_id = (select incident_id from incidents where jira_id = 'BEN-1000')`)
    times.push(await milliseconds(write))
  }
  await close()
  await client.end()
  const changed = median(times)
  return [
    {
      name: `export of ${INCIDENTS} incidents into an empty folder`,
      ...{ ours: `${(first / 1000).toFixed(1)} s`, reference: '–', ratio: '–', target: '–' },
    },
    {
      name: `export of what changed, of ${INCIDENTS} incidents`,
      ours: `${Math.round(changed)} ms`,
      ...{ reference: '200 ms', ratio: (changed / 200).toFixed(2), target: '≤ 1', isMet: changed <= 200 },
    },
  ]
}
