import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../apps/server/src/database/embedded/embedded.ts'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import { type BuiltServer, startBuiltServer } from '../support/server.ts'
import { openSmallDisk } from '../support/small-disk.ts'
import { useServer } from '../support/use-server.ts'

// The disk of the embedded database fills up and is freed again.

const MEGABYTES = 200
const A_WRITE = 200

const disk = openSmallDisk(MEGABYTES)
if (typeof disk === 'string') console.warn(`The full disk is not tried, ${disk}`)

let server: BuiltServer
let databaseUrl: string
let cookie: string
beforeAll(async () => {
  if (typeof disk === 'string') return
  server = await startBuiltServer({ SEED_DEMO: 'false', DATA_DIR: disk.folder })
  databaseUrl = (await startEmbedded({ dataDir: disk.folder, log: () => undefined })).url
  const browser = openBrowser()
  await signInThroughPage(browser, { url: server.url, email: 'sam.support@acme.example' })
  cookie = browser.cookies()
})
afterAll(async () => {
  if (typeof disk === 'string') return
  disk.clear()
  await server?.stop()
  disk.remove()
})

type Answer = {
  status: number
  body: { title?: string; detail?: string; created?: number; unchanged?: number }
}

/** Adds enough changes in one call to fill some database pages. */
async function write(turn: number): Promise<Answer> {
  const records = Array.from({ length: A_WRITE }, (_, index) => ({
    source: 'test',
    key: `${turn}-${index}`,
    change_type: 'manual',
    summary: `What was changed in ${turn}-${index}: `.padEnd(400, 'abc '),
    actual_start: '2026-08-20T09:00:00Z',
    actual_end: '2026-08-20T09:30:00Z',
  }))
  const response = await fetch(`${server.url}/api/ingest/changes`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Sends a search, which the server never answers from memory; returns the status. */
async function read(): Promise<number> {
  const search = {
    search_params: {
      keyword: 'changed',
      date_range_start: '2026-08-01 00:00:00',
      date_range_end: '2026-09-30 00:00:00',
    },
    change_type: 'manual',
  }
  const headers = { cookie, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(search) }
  return (await fetch(`${server.url}/api/search_changes/`, sent)).status
}
const readiness = async () => (await fetch(`${server.url}/readyz`)).status

async function runSql(text: string): Promise<unknown[]> {
  const sql = new pg.Client({ connectionString: databaseUrl })
  sql.on('error', () => undefined)
  try {
    await sql.connect()
    return (await sql.query(text)).rows
  } finally {
    await sql.end()
  }
}

test.skipIf(typeof disk === 'string')(
  'writes are refused with words that say what to mend, reads go on, and with room all is well again by itself',
  async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const inUse = await useServer(server)
    expect(await write(0)).toMatchObject({ status: 200, body: { created: A_WRITE } })
    disk.fill()
    const answered = [0]
    let refused: Answer | undefined
    for (let turn = 1; !refused && turn < 100; turn += 1) {
      const answer = await write(turn)
      if (answer.status === 200) answered.push(turn)
      else refused = answer
    }
    expect(refused).toMatchObject({
      status: 507,
      body: {
        title: 'No room',
        detail:
          'The disk of the database is full: nothing was stored. Tell whoever runs it to make room, and try again',
      },
    })
    expect([await read(), await readiness()]).toEqual([200, 200])

    // PostgreSQL stops, because it has no room for another WAL file, and cannot restart on the full disk.
    await runSql('select pg_switch_wal()').catch(() => undefined)
    await runSql('create table room (id int)').catch(() => undefined)
    await waitFor(async () => expect(await readiness()).toBe(503), { interval: 50 })
    expect((await write(1_000)).status).toBe(503)
    await waitFor(() => expect(server.log()).toContain('the database does not start again'))

    disk.clear()
    await waitFor(async () => expect(await readiness()).toBe(200), { interval: 50 })
    for (const turn of answered)
      expect(await write(turn)).toMatchObject({ status: 200, body: { created: 0, unchanged: A_WRITE } })
    expect(await runSql('select count(*)::int as rows from changes')).toEqual([
      { rows: answered.length * A_WRITE },
    ])
    expect(await write(2_000)).toMatchObject({ status: 200, body: { created: A_WRITE } })
    await inUse.expectGoesOn()
    // Both are right: the upload ran out of disk space, or was stored before the disk was full.
    expect([200, 507]).toContain((await inUse.end()).upload)
    expect(server.log().split('Aviary is ready')).toHaveLength(2)
  },
)
