import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { runOn } from '../../../testing/queries.ts'
import { retain } from '../../../testing/retention.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  const over = {
    status: 'RESOLVED',
    start_date: '2025-08-20T11:00:00Z',
    end_date: '2025-08-20T12:30:00Z',
  }
  await ingest(
    server,
    'incidents',
    ['OPI-1', 'OPI-2'].map((id) => incidentRecord(id, over)),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Lets statements that read a table wait in their midst, as reading a large one does, until released. */
async function readSlowly(table: string) {
  const lock = 4_711
  await runOn(
    server,
    `alter table ${table} rename to stored_rows;
     create function late_rows() returns setof stored_rows language plpgsql as $$
     begin
       perform pg_advisory_lock(${lock});
       perform pg_advisory_unlock(${lock});
     end $$;
     create view ${table} as select * from stored_rows union all select * from late_rows()`,
  )
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`select pg_advisory_lock(${lock})`)
  return {
    countReading: async () =>
      (
        await client.query(
          `select from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`,
        )
      ).rows.length,
    release: () => client.end(),
    restore: () =>
      runOn(
        server,
        `drop view ${table}; drop function late_rows; alter table stored_rows rename to ${table}`,
      ),
  }
}

test('an incident stays of which somebody writes while old ones are looked for', async () => {
  const slow = await readSlowly('published_incidents')
  const deleted = retain(server, { incidents: 100 })
  await expect.poll(slow.countReading).toBe(1)
  // After the messages of the incident were looked at.
  await runOn(
    server,
    `insert into incident_messages (incident_id, title, message_type, created_date, created_by, body)
     select incident_id, 'Late', 'Internal', '2026-08-20T12:00:00Z', 'ada', '{}' from incidents where jira_id = 'OPI-1'`,
  )
  await slow.release()
  expect(await deleted).toEqual([{ kind: 'incidents', rows: { incidents: 1 } }])
  await slow.restore()
  const { rows } = await server.db.execute(
    'select jira_id, title from incidents join incident_messages using (incident_id)',
  )
  expect(rows).toEqual([{ jira_id: 'OPI-1', title: 'Late' }])
})
