import { SECURITY_RECIPIENTS_SHOWN } from '@aviary/contract/constants'
import { countSecurityRecipients, listSecurityRecipients } from '@aviary/contract/security/email-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { ingest } from '../../../../testing/ingest.ts'
import { merge, mergeFile, newComm } from '../../../../testing/merge.ts'
import { signInWith } from '../../../../testing/people.ts'
import { addSecurityUsers } from '../../../../testing/security.ts'

let server: TestApp
let sender: Person
beforeAll(async () => {
  server = await openTestApp()
  sender = await signInWith(server, ['view_emails'], ['Emails'])
  await ingest(server, 'companies', [
    { id: 81, name: 'Heron Ltd' },
    { id: 82, name: '更新 & Sons' },
  ])
  await addSecurityUsers(server, 81, ['zoe@heron.example', 'Ana@heron.example', 'off@heron.example'])
  await addSecurityUsers(
    server,
    83,
    Array.from({ length: 25 }, (_, index) => `p${String(index).padStart(2, '0')}@many.example`),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('names the companies that are in the catalogue beside the number of their recipients', async () => {
  const { body } = await sender.call(countSecurityRecipients, { query: { company_ids: '81,82,83,84' } })
  expect(body).toEqual({ impact: { 81: 2, 83: 25 }, names: { 81: 'Heron Ltd', 82: '更新 & Sons' } })
})

test('lists the active addresses of each company, the first ones of a company with many', async () => {
  const { body } = await sender.call(listSecurityRecipients, { query: { company_ids: '84,83,81,82' } })
  expect(body.recipients).toMatchObject([
    { company_id: 81, total: 2, emails: ['Ana@heron.example', 'zoe@heron.example'] },
    { company_id: 83, total: 25 },
  ])
  const [, many] = body.recipients
  expect([many?.emails.length, many?.emails.at(-1)]).toEqual([SECURITY_RECIPIENTS_SHOWN, 'p19@many.example'])
})

test('an upload says how many emails reach somebody and how many go to an unknown company', async () => {
  const person = await server.signInAs('administrator')
  const { body } = await merge({ server, person }, await newComm({ person }), mergeFile(5, 80))
  expect(body.reach).toEqual({ waiting: 5, reachable: 2, unknown: 3 })
})
