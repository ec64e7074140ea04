import { alertmanagerWebhook } from '@aviary/contract/ingest/endpoints'
import {
  createAlias,
  createReferenceRecord,
  deleteReferenceRecord,
  ignoreUnknownName,
  listReferenceRecords,
  listUnknownNames,
  retireReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest, offer, statusRecord } from '../../../../testing/ingest.ts'
import { countWaiting } from '../../../../testing/queries.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import { getKnownNames } from '../known-names.ts'

let server: TestApp
let person: Person
beforeEach(async () => {
  await server?.close()
  server = await openTestApp()
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const sendAlert = async (labels: Record<string, string>) => {
  const authorization = `Bearer ${await server.createToken(['webhook:alertmanager'])}`
  const alert = { status: 'firing', labels: { alertname: 'Errors', severity: 'critical', ...labels } }
  return (
    await callPlain(server.app, alertmanagerWebhook, {
      body: { version: '4', alerts: [{ ...alert, startsAt: server.now().toISOString() }] },
      headers: { authorization },
    })
  ).body
}
const names = async () => (await person.call(listUnknownNames)).body.names
const alias = (kind: 'service' | 'data_center' | 'severity', alias: string, key: string) =>
  person.call(createAlias, { body: { kind, alias, key } })
const cell = async (service: string) => (await person.call(getStatus)).body[service]?.us2

test('a name nobody knows is listed, and as an alias it means its service from then on', async () => {
  expect((await sendAlert({ service: 'Espresso', dc: 'us2' })).refused).toBe(1)
  await sendAlert({ service: 'Espresso', dc: 'us2' })
  expect(await names()).toEqual([
    {
      ...{ source: 'alertmanager', kind: 'service', name: 'Espresso', records: 2 },
      ...{ first_date: server.now().toISOString(), last_date: server.now().toISOString() },
      ...{ last_caller: expect.stringMatching(/^token:/), is_ignored: 'N', retired_key: null },
    },
  ])
  const { body } = await alias('service', 'ESPRESSO', 'Expense')
  expect(body.record).toMatchObject({ key: 'Expense', aliases: ['espresso'], version: 2 })
  expect(await names()).toEqual([])
  expect((await sendAlert({ service: 'eSpresso', dc: 'US2' })).refused).toBe(0)
  expect(await cell('Expense')).toBe('OUTAGE')
})

test('a new service and a rename take their names off the list', async () => {
  await sendAlert({ service: 'Espresso', dc: 'us2' })
  await sendAlert({ service: 'Latte', dc: 'us2' })
  await person.call(createReferenceRecord, {
    body: { record: { kind: 'service', name: 'espresso', aliases: [] } },
  })
  await person.call(updateReferenceRecord, {
    body: { record: { kind: 'service', key: 'Travel', name: 'Latte', aliases: [] } },
  })
  expect(await names()).toEqual([])
})

test('an unknown name can be ignored, and stays so when it is sent again', async () => {
  await sendAlert({ service: 'Espresso', dc: 'us2' })
  const name = { source: 'alertmanager', kind: 'service' as const, name: 'Espresso' }
  const { body } = await person.call(ignoreUnknownName, { body: { ...name, is_ignored: 'Y' } })
  expect(body.name.is_ignored).toBe('Y')
  await sendAlert({ service: 'Espresso', dc: 'us2' })
  expect(await names()).toMatchObject([{ ...name, records: 2, is_ignored: 'Y' }])
  const missing = await person.call(ignoreUnknownName, { body: { ...name, name: 'X', is_ignored: 'Y' } })
  expect([missing.status, missing.problem.detail]).toEqual([
    404,
    expect.stringMatching(/unknown service 'X'/),
  ])
})

test('every way in knows aliases, display names and other cases, and stores the system name', async () => {
  await alias('service', 'trips', 'Travel')
  await alias('data_center', 'oregon', 'us2')
  const place = { services: ['TRIPS', 'travel'], data_centers: ['Oregon'] }
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Trips'], data_centers: ['OREGON'] }),
  ])
  await ingest(server, 'status', [statusRecord({ service: 'trips', data_center: 'emea' })])
  await ingest(server, 'changes', [changeRecord('C-1', place)])
  await ingest(server, 'companies', [{ id: 7, name: 'Heron', data_center: 'oregon' }])
  await ingest(server, 'cis', [{ name: 'db-1', category: 'Database', ...place }])
  const { rows } = await server.db.execute(sql`
    select service from incident_services union all select data_center from incident_data_centers
    union all select service || data_center from status_reports union all select services::text from changes
    union all select data_center from companies union all select service from ci_services`)
  expect(rows.map((row) => Object.values(row)[0])).toEqual([
    ...['Travel', 'us2', 'Traveleu', '{Travel}', 'us2', 'Travel'],
  ])
})

test('after a rename, senders are understood by the old and by the new name', async () => {
  for (const name of ['Spend', 'Costs'])
    await person.call(updateReferenceRecord, {
      body: { record: { kind: 'service', key: 'Expense', name, aliases: [] } },
    })
  const { services } = await getKnownNames(server.db)
  expect(['Expense', 'spend', 'COSTS'].map(services.find)).toEqual(['Expense', 'Expense', 'Expense'])
})

test('incidents of a retired service are still taken in, its status reports are refused by name', async () => {
  await person.call(retireReferenceRecord, { body: { kind: 'service', key: 'Travel', is_retired: 'Y' } })
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Travel'] })])
  await ingest(server, 'changes', [changeRecord('C-1', { services: ['Travel'] })])
  const refused = await offer(server, 'status', [statusRecord({ service: 'Travel' })])
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    expect.stringMatching(/the service 'Travel' is retired/),
  ])
  const answer = await sendAlert({ service: 'travel', dc: 'us2' })
  expect(answer).toMatchObject({ refused: 1, faults: [{ message: "the service 'travel' is retired" }] })
  expect(await names()).toMatchObject([{ kind: 'service', name: 'travel', retired_key: 'Travel' }])
})

test('the words of senders for severities are aliases that can be changed', async () => {
  const severities = (await person.call(listReferenceRecords, { query: { kind: 'severity' } })).body.records
  expect(severities.map(({ key }) => key)).toEqual([...SEVERITIES])
  const outage = severities.find(({ key }) => key === 'OUTAGE')
  if (outage?.kind !== 'severity') throw new Error('There is no OUTAGE')
  expect(outage.aliases).toEqual(expect.arrayContaining(['critical', 'sev1', 'p0']))
  await sendAlert({ service: 'Expense', dc: 'us2', severity: 'on fire' })
  expect(await cell('Expense')).toBe('PERFORMANCE')
  expect(await names()).toMatchObject([{ kind: 'severity', name: 'on fire' }])
  await alias('severity', 'On-Fire', 'OUTAGE')
  expect(await names()).toEqual([])
  const { findSeverity } = await getKnownNames(server.db)
  expect(['on fire', 'SEV-1', 'Degradation', 'nothing'].map(findSeverity)).toEqual([
    ...['OUTAGE', 'OUTAGE', 'PARTIAL_OUTAGE', undefined],
  ])
  const taken = await alias('severity', 'critical', 'NORMAL')
  expect(taken.problem.detail).toMatch(/'critical' is an alias of the severity 'Outage' already/)
  const fixed = await alias('severity', 'disruption', 'NORMAL')
  expect(fixed.problem.detail).toMatch(/'disruption' already means OUTAGE/)
})

test('incidents and status reports are understood by any word for their severity', async () => {
  await alias('severity', 'On-Fire', 'OUTAGE')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { severity: 'SEV-2' }),
    incidentRecord('OPI-2', { severity: 'on fire' }),
    incidentRecord('OPI-3', { severity: 'degradation' }),
  ])
  await ingest(server, 'status', [statusRecord({ service: 'Travel', data_center: 'us2', status: 'Minor' })])
  const { rows } = await server.db.execute(sql`
    select severity from (select jira_id, severity from incidents union all
      select 'report', status from status_reports) stored order by jira_id`)
  expect(rows.map(({ severity }) => severity)).toEqual([
    ...['PARTIAL_OUTAGE', 'OUTAGE', 'PARTIAL_OUTAGE', 'PARTIAL_PERFORMANCE'],
  ])
  const again = await offer(server, 'incidents', [incidentRecord('OPI-1', { severity: 'major' })])
  expect(again.body.unchanged).toBe(1)
  const refused = await offer(server, 'incidents', [incidentRecord('OPI-4', { severity: 'in flames' })])
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    [
      {
        path: 'body.records.0.severity',
        message: expect.stringMatching(
          /^unknown severity 'in flames'; known are NORMAL, PARTIAL_PERFORMANCE, .*, on-fire, /,
        ),
      },
    ],
  ])
})

test('a record is not deleted while somebody stores records that name it', async () => {
  const remove = () => person.call(deleteReferenceRecord, { body: { kind: 'service', key: 'Travel' } })
  const importing = server.db.transaction(async (db) => {
    const known = await getKnownNames(db)
    await waitFor(async () => expect(await countWaiting(server)).toBe(1))
    await db.execute(sql`update service_tokens set name = name`)
    return known.services.find('Travel')
  })
  const deleting = remove()
  expect(await importing).toBe('Travel')
  expect((await deleting).status).toBe(200)

  const [reading, finishing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = server.db.transaction(async (db) => {
    await getKnownNames(db)
    reading.resolve()
    await finishing.promise
  })
  await reading.promise
  const refused = await person.call(deleteReferenceRecord, { body: { kind: 'service', key: 'Imaging' } })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'Records are being taken in that may name it; try again when that is over',
  ])
  finishing.resolve()
  await long
})

test('alerts that arrive while a service is renamed and retired are all answered', async () => {
  const writes = [1, 2, 3].map(async (round) => {
    await person.call(updateReferenceRecord, {
      body: { record: { kind: 'service', key: 'Travel', name: `Trips ${round}`, aliases: [] } },
    })
    for (const is_retired of ['Y', 'N'] as const)
      await person.call(retireReferenceRecord, { body: { kind: 'service', key: 'Travel', is_retired } })
  })
  const alerts = Array.from({ length: 10 }, () => sendAlert({ service: 'Travel', dc: 'us2' }))
  for (const answer of await Promise.all(alerts)) expect(['taken', 'unchanged']).toContain(answer.outcome)
  await Promise.all(writes)
  await sendAlert({ service: 'Travel', dc: 'us2' })
  expect(await cell('Travel')).toBe('OUTAGE')
})
