import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { ingestIncidents } from '@aviary/contract/ingest/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import {
  changeRecord,
  incidentRecord,
  ingest,
  offer,
  statusRecord,
  storedChange,
  unknownNamesOf,
} from '../../testing/ingest.ts'
import { auditLog } from '../database/tables/audit.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
  await ingest(server, 'companies', [{ id: 1, name: 'One' }])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const audits = (actionName: string) =>
  server.db.select().from(auditLog).where(eq(auditLog.actionName, actionName)).orderBy(asc(auditLog.pkey))
const incident = (id: string) => person.call(getIncidentByJiraId, { query: { jira_id: id } })

describe('a batch with valid and faulty records', () => {
  test('the good records are stored and the others named, each by its place and its fault', async () => {
    const { status, body } = await offer(server, 'status', [
      statusRecord({ status: 'OUTAGE' }),
      statusRecord({ service: 'Espresso' }),
      statusRecord({ service: 'Billing', data_center: 'apj1', status: 'bananas' }),
      statusRecord({ service: 'Billing', data_center: 'apj1', status: 'PERFORMANCE' }),
      statusRecord({ at: 'yesterday', data_center: 'mars' }),
      'no record' as never,
    ])
    expect([status, body]).toEqual([
      200,
      {
        created: 0,
        updated: 2,
        unchanged: 0,
        refused: 4,
        faults: [
          { index: 1, message: "unknown service 'Espresso'" },
          {
            index: 2,
            message: expect.stringMatching(
              /^status: unknown severity 'bananas'; known are NORMAL, .*, warn, /,
            ),
          },
          { index: 4, message: 'at: use a time such as 2026-08-20T14:43:00Z' },
          { index: 5, message: 'use an object' },
        ],
      },
    ])
    const matrix = (await person.call(getStatus)).body
    expect([matrix.Travel?.eu, matrix.Billing?.apj1]).toEqual(['OUTAGE', 'PERFORMANCE'])
  })

  test('the call has one audit row, and the unknown names are listed', async () => {
    const rows = await audits('Ingest Status')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.context).toMatchObject({
      updated: 2,
      refused: 4,
      faults: [{ index: 1 }, { index: 2 }, { index: 4 }, { index: 5 }],
    })
    expect(await unknownNamesOf(server, 'ingest:status')).toEqual([
      ['service', 'Espresso', 1],
      ['severity', 'bananas', 1],
    ])
  })

  test('sent again nothing changes', async () => {
    const records = [incidentRecord('OPI-1'), incidentRecord('OPI-2', { data_centers: ['us2', 'mars'] })]
    const first = await offer(server, 'incidents', records)
    const faults = [{ index: 1, message: "unknown data center 'mars'" }]
    expect(first.body).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1, faults })
    const again = await offer(server, 'incidents', records)
    expect(again.body).toEqual({ created: 0, updated: 0, unchanged: 1, refused: 1, faults })
    expect([(await incident('OPI-1')).status, (await incident('OPI-2')).status]).toEqual([200, 404])
  })

  test('a record with a character that cannot be stored is refused by itself', async () => {
    const { body } = await offer(server, 'incidents', [
      incidentRecord('OPI-3', { details: 'half \ud83e' }),
      incidentRecord('OPI-4', { jira_info: { a: '\u0000' } }),
      incidentRecord('OPI-5'),
    ])
    expect(body).toMatchObject({
      created: 1,
      refused: 2,
      faults: [
        { index: 0, message: 'details: has half a character (a lone surrogate) in it' },
        { index: 1, message: expect.stringMatching(/^jira_info\.a: has the character U\+0000/) },
      ],
    })
  })

  test('affected companies that are known are added, and the missing ones once they can be', async () => {
    const pairs = [
      { jira_id: 'OPI-1', company_id: 2 },
      { jira_id: 'OPI-1', company_id: 1 },
      { jira_id: 'OPI-none', company_id: 1 },
    ]
    const { body } = await offer(server, 'affectedCompanies', pairs)
    expect(body).toMatchObject({
      created: 1,
      refused: 2,
      faults: [
        { index: 0, message: 'unknown company 2' },
        { index: 2, message: "unknown incident 'OPI-none'" },
      ],
    })
    await ingest(server, 'companies', [{ id: 2, name: 'Two' }])
    expect((await offer(server, 'affectedCompanies', pairs)).body).toMatchObject({
      created: 1,
      unchanged: 1,
      refused: 1,
    })
    expect((await incident('OPI-1')).body.payload.affectedCompanies).toBe(2)
  })

  test('changes are stored beside faulty ones, and their marks with them', async () => {
    const records = [
      changeRecord('c-1'),
      changeRecord('c-2', { services: ['Espresso'] }),
      changeRecord('c-3'),
    ]
    expect((await offer(server, 'changes', records)).body).toMatchObject({ created: 2, refused: 1 })
    expect([!!(await storedChange(server, 'c-1')), await storedChange(server, 'c-2')]).toEqual([
      true,
      undefined,
    ])
  })

  test('sent five times at once is stored once, and each name counted five times', async () => {
    const company = (id: number, data_center: string) => ({ id, name: `Company ${id}`, data_center })
    const records = [company(11, 'venus'), company(12, 'us2'), company(13, 'mars')]
    const offers = Array.from({ length: 5 }, (_, index) =>
      offer(server, 'companies', index % 2 === 0 ? records : records.toReversed()),
    )
    const answers = await Promise.all(offers)
    expect(answers.map(({ status, body }) => [status, body.refused])).toEqual(Array(5).fill([200, 2]))
    expect(answers.filter(({ body }) => body.created === 1).length).toBeGreaterThan(0)
    expect(await unknownNamesOf(server, 'ingest:companies')).toEqual([
      ['data center', 'mars', 5],
      ['data center', 'venus', 5],
    ])
  })

  test('nothing is stored and no row written when no record is good', async () => {
    const before = await audits('Ingest Incidents')
    const { status, problem } = await offer(server, 'incidents', [
      incidentRecord('OPI-8', { severity: 'bananas' }),
      incidentRecord('OPI-9', { affected_services: ['Espresso'] }),
    ])
    expect(status).toBe(400)
    expect(problem.errors).toEqual([
      {
        path: 'body.records.0.severity',
        message: expect.stringMatching(/^unknown severity 'bananas'; known are /),
      },
      { path: 'body.records.1', message: "unknown service 'Espresso'" },
    ])
    expect(await audits('Ingest Incidents')).toEqual(before)
  })
})

test.each([
  ['no records', { records: [] }],
  ['a text for records', { records: 'x' }],
  ['more records than a call takes', { records: Array.from({ length: 1_001 }, () => ({})) }],
  ['a broken text beside the records', { records: [incidentRecord('OPI-10')], note: '\u0000' }],
  ['a list', []],
])('a body with %s is refused as a whole', async (_, body) => {
  const authorization = `Bearer ${await server.createToken(['ingest:incidents'])}`
  const before = (await server.db.execute(sql`select count(*) from incidents`)).rows
  const answer = await callPlain(server.app, ingestIncidents, { body, headers: { authorization } })
  expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([400, expect.stringMatching(/^body/)])
  expect((await server.db.execute(sql`select count(*) from incidents`)).rows).toEqual(before)
})
