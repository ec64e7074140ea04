import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { subscribeMany } from '../apps/server/testing/subscribers.ts'
import type { MailBox } from '../e2e/support/mail-box.ts'
import { signInAt } from '../e2e/support/person.ts'
import type { BuiltServer } from '../e2e/support/server.ts'
import type { Failure, Traffic } from '../e2e/support/traffic.ts'
import { openSignedIn } from './browser.ts'
import type { Measure } from './product.ts'

// Parts of the benchmarks that break the database of a server in use.

const MAILED_WITHIN_S = 600

export async function subscribe(url: string, recipients: number): Promise<void> {
  const own = openDatabase(url, () => undefined)
  await subscribeMany({ db: own.db, now: () => new Date() }, recipients)
  await own.close()
}

/** An open landing page in the browser, live. */
export async function openLanding(browser: Browser, server: BuiltServer): Promise<Page> {
  const { cookies } = await signInAt(server.url, 'sam.support@acme.example')
  const page = await openSignedIn(browser, { ...server, cookies })
  await page.goto('/')
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

export async function query(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Waits until all mails are sent, up to ten minutes: a mail interrupted by a failure waits for its lease to end. */
export async function untilMailed(url: () => Promise<string>): Promise<void> {
  for (let waited = 0; waited < MAILED_WITHIN_S; waited += 1) {
    const [row] = await query(await url(), 'select count(*)::int as waiting from delivery_queue')
    if (row?.waiting === 0) return
    await pause(1_000)
  }
}

export const noneOf = (name: string, ours: number): Measure => ({
  ...{ name, ours: String(ours), reference: '0', ratio: String(ours), target: '0' },
  isMet: ours === 0,
})

type Used = {
  url: string
  /** Name of the traffic. */
  name: string
  traffic: Traffic
  mails: MailBox
  upload: number | 'broken'
}

/** What was acknowledged and is not there, once all mails are sent. */
export async function measureLosses({ url, name, traffic, mails, upload }: Used): Promise<Measure[]> {
  const answered = (kind: string) =>
    traffic.writes.filter(({ what }) => what.startsWith(`${name}${kind}`)).length
  const [written] = await query(
    url,
    `select (select count(*)::int from incident_messages where body->>'en' like '<p>${name} message %') as messages,
      (select count(*)::int from changes where source_key like '${name}-%') as changes,
      (select count(*)::int from deliveries) as mails`,
  )
  const lost = answered(' message') - Number(written?.messages) + (answered('-') - Number(written?.changes))
  const arrived = new Set(mails.arrived()).size
  const otherFailures = traffic.failures.filter(({ how }) => how !== 503)
  return [
    noneOf(`acknowledged writes lost, of ${answered(' message') + answered('-')}`, lost),
    // Below 0 if a mail arrived under two Message-IDs.
    noneOf(`recipients lost, of ${written?.mails} mails`, Number(written?.mails) - arrived),
    noneOf(`tries that failed otherwise than with 503${kindsOf(otherFailures)}`, otherFailures.length),
    noneOf('the upload that was under way all the time was not stored', upload === 200 ? 0 : 1),
  ]
}

/** Such as " (2 × 504 GET /api/banner)". */
export function kindsOf(failures: readonly Failure[]): string {
  const kinds = Map.groupBy(failures, ({ how, method, path }) => `${how} ${method} ${path}`)
  const texts = [...kinds].map(([kind, tries]) => `${tries.length} × ${kind}`)
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`
}
