import { getCompanyMailed, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import {
  createCompanyDomain,
  deleteCompanyDomain,
  updateCompanyDomain,
} from '@aviary/contract/reference/domain-endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { addSecurityUsers, newComm, writeEmail } from '../../../../testing/security.ts'
import { subscribe } from '../../../../testing/subscribers.ts'
import { companies } from '../../../database/tables/incidents.ts'
import { deliveries } from '../../../database/tables/mail.ts'

let server: TestApp
let admin: Person
beforeEach(async () => {
  server = await openTestApp({ environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  admin = await server.signInAs('administrator')
  await ingest(server, 'companies', [
    { id: 7, name: 'Heron Ltd' },
    { id: 8, name: 'Ibis Inc' },
    { id: 9, name: 'Jay & Co' },
  ])
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { data_centers: ['us2'] })])
})
afterEach(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const broadcast = async (jiraId = 'OPI-1') => {
  const { status, body } = await admin.call(createMessage, {
    body: {
      ...{ jira_id: jiraId, priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
      ...{ broadcast: 'Y', email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' } },
    },
  })
  expect(status).toBe(200)
  return body.broadcast_id ?? 0
}

const list = async (domain: string, companyId: number) => {
  const { status } = await admin.call(createCompanyDomain, { body: { domain, company_id: companyId } })
  expect(status).toBe(200)
}

type Filters = { company_id?: number; broadcast_id?: number; reference?: string }

const companiesByAddress = async (query: Filters) => {
  const { body } = await admin.call(listDeliveries, { query: { response_size: 200, ...query } })
  return Object.fromEntries(
    body.deliveries.map(({ email, company_id, company_basis }) => [email, [company_id, company_basis]]),
  )
}

const ask = async (companyId: number, reference = 'opi-1') =>
  (await admin.call(getCompanyMailed, { query: { company_id: companyId, reference } })).body

const markSent = (emails: readonly string[]) =>
  server.db.execute(
    sql`update ${deliveries} set state = 'sent', sent_at = now() where email = any(${sql.param([...emails])}::text[])`,
  )

test('a broadcast names the company of each address: security user, subscriber, domain, internal, unknown', async () => {
  await list('ibis.example', 8)
  await list('lab.ibis.example', 9)
  await addSecurityUsers(server, 7, ['Ana@ibis.example', 'two@ibis.example'])
  await addSecurityUsers(server, 9, ['two@ibis.example'])
  await subscribe(server, 'ana@ibis.example', { companyId: 9 })
  await subscribe(server, 'two@ibis.example')
  await subscribe(server, 'Bo@IBIS.example', { companyId: 9 })
  await subscribe(server, 'CY@Mail.Ibis.Example')
  await subscribe(server, 'dee@x.lab.ibis.example')
  await subscribe(server, 'eve@notibis.example')
  await subscribe(server, 'fay@acme.example')
  const broadcast_id = await broadcast()
  expect(await companiesByAddress({ broadcast_id })).toEqual({
    'ana@ibis.example': [7, 'mailed'],
    'two@ibis.example': [8, 'mailed'],
    'Bo@IBIS.example': [9, 'mailed'],
    'CY@Mail.Ibis.Example': [8, 'mailed'],
    'dee@x.lab.ibis.example': [9, 'mailed'],
    'eve@notibis.example': [null, 'unknown'],
    'fay@acme.example': [null, 'internal'],
  })
})

test('one question tells who of a company was sent a matter, and who was not', async () => {
  await list('heron.example', 7)
  await subscribe(server, 'ana@heron.example')
  await subscribe(server, 'bo@mail.heron.example')
  await subscribe(server, 'cy@heron.example', { services: ['Imaging'] })
  await subscribe(server, 'dee@ibis.example')
  await addSecurityUsers(server, 7, ['eve@other.example'])
  await broadcast()
  await markSent(['ana@heron.example', 'dee@ibis.example'])
  expect(await ask(7)).toEqual({
    ...{ company_id: 7, company_name: 'Heron Ltd', reference: 'opi-1', sent: 1, not_sent: 3 },
    addresses: [
      { email: 'bo@mail.heron.example', state: 'queued' },
      { email: 'cy@heron.example', state: null },
      { email: 'eve@other.example', state: null },
    ],
    more_results: false,
  })
  expect(await ask(8)).toMatchObject({ company_name: 'Ibis Inc', sent: 0, not_sent: 0 })
  expect(await ask(700)).toMatchObject({ company_name: null, sent: 0, not_sent: 0, addresses: [] })
  const support = await server.signInAs('support')
  const seen = await support.call(getCompanyMailed, { query: { company_id: 7, reference: 'OPI-1' } })
  expect(seen.body).toMatchObject({ sent: 1, not_sent: 2 })
  const page = { company_id: 7, reference: 'OPI-1', start_at: 1, response_size: 1 }
  expect((await admin.call(getCompanyMailed, { query: page })).body).toMatchObject({
    addresses: [{ email: 'cy@heron.example' }],
    more_results: true,
  })
})

test('mails that were of nobody are found by a domain that is listed later; those of a company stay its own', async () => {
  await subscribe(server, 'ana@heron.example')
  await subscribe(server, 'bo@sub.heron.example')
  const broadcast_id = await broadcast()
  await markSent(['ana@heron.example'])
  expect(await ask(7)).toMatchObject({ sent: 0, not_sent: 0 })
  await list('HERON.example', 7)
  const now = { 'ana@heron.example': [7, 'today'], 'bo@sub.heron.example': [7, 'today'] }
  expect(await companiesByAddress({ company_id: 7 })).toEqual(now)
  expect(await companiesByAddress({ company_id: 7, reference: 'OPI-1' })).toEqual(now)
  expect(await ask(7)).toMatchObject({ sent: 1, not_sent: 1 })
  await list('sub.heron.example', 8)
  expect(await companiesByAddress({ company_id: 7, broadcast_id })).toEqual({
    'ana@heron.example': [7, 'today'],
  })
  expect(await companiesByAddress({ company_id: 8 })).toEqual({ 'bo@sub.heron.example': [8, 'today'] })

  const second = await broadcast()
  await admin.call(updateCompanyDomain, { body: { domain: 'heron.example', company_id: 9 } })
  await admin.call(deleteCompanyDomain, { body: { domain: 'sub.heron.example' } })
  expect(await companiesByAddress({ broadcast_id: second })).toEqual({
    'ana@heron.example': [7, 'mailed'],
    'bo@sub.heron.example': [8, 'mailed'],
  })
  expect(await companiesByAddress({ broadcast_id })).toEqual({
    'ana@heron.example': [9, 'today'],
    'bo@sub.heron.example': [9, 'today'],
  })
})

test('the ledger shows the present name of a company, and its number while the catalogue lacks it', async () => {
  await list('heron.example', 7)
  await list('kea.example', 70)
  await subscribe(server, 'ana@heron.example')
  await subscribe(server, 'kim@kea.example')
  const broadcast_id = await broadcast()
  await server.db.update(companies).set({ name: 'Heron Group' }).where(sql`company_id = 7`)
  const { body } = await admin.call(listDeliveries, { query: { broadcast_id } })
  expect(body.deliveries.map(({ company_id, company_name }) => [company_id, company_name]).sort()).toEqual([
    [7, 'Heron Group'],
    [70, null],
  ])
})

test('a security mail is of its own company, whatever the domain of the address', async () => {
  await list('heron.example', 7)
  await addSecurityUsers(server, 8, ['ana@heron.example'])
  await addSecurityUsers(server, 9, ['ana@heron.example'])
  const { commId } = await newComm(admin)
  const id = await writeEmail(admin, commId, { company_id: 8 })
  const sent = await admin.call(sendSecurityEmails, {
    body: { email_ids: [id] },
  })
  expect(sent.status).toBe(200)
  expect(await companiesByAddress({ company_id: 8 })).toEqual({ 'ana@heron.example': [8, 'mailed'] })
})

test('addresses of other scripts are found in either spelling', async () => {
  await list('Bücher.example', 7)
  await subscribe(server, 'ana@bücher.example')
  await subscribe(server, 'bo@mail.xn--bcher-kva.example')
  const broadcast_id = await broadcast()
  expect(await companiesByAddress({ broadcast_id })).toEqual({
    'ana@bücher.example': [7, 'mailed'],
    'bo@mail.xn--bcher-kva.example': [7, 'mailed'],
  })
})
