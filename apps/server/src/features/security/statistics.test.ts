import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { promoteStagedEmails } from '@aviary/contract/security/staging-endpoints'
import { uploadSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { merge, mergeFile, newComm } from '../../../testing/merge.ts'
import { signInWith } from '../../../testing/people.ts'
import { believedRows, leaveEmpty, leaveQueueEmpty } from '../../../testing/statistics.ts'
import { upload } from '../../../testing/upload.ts'
import { deliveryQueue } from '../../database/tables/mail.ts'
import { securityEmails, securityUsers, stagedEmails } from '../../database/tables/security.ts'

const ROWS = 1_500

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Creates emails from a mail-merge file, and their recipients from a file of security users. */
async function makeEmails(): Promise<number[]> {
  const users = await signInWith(server, ['view_manage_security_users'], ['Security Users'])
  const people = Array.from(
    { length: ROWS },
    (_, index) => `${index + 1},contact@company-${index + 1}.example\n`,
  )
  const file = `company_id,email\n${people.join('')}`
  await upload(server, users, { endpoint: uploadSecurityUsers, query: { filename: 'people.csv' }, file })
  const staged = await merge({ server, person }, await newComm({ person }), mergeFile(ROWS))
  const promoted = await person.call(promoteStagedEmails, { body: { import_id: staged.body.import_id } })
  return promoted.body.staging_emails.map(({ email_id }) => email_id)
}

test('the planner’s statistics are refreshed after many rows are written at once', async () => {
  const filled = [securityUsers, stagedEmails, securityEmails]
  const listEstimates = () =>
    Promise.all([...filled, deliveryQueue].map((table) => believedRows(server, table)))
  await makeEmails()
  for (const table of filled) await leaveEmpty(server, table)
  await leaveQueueEmpty(server)
  expect(await listEstimates()).toEqual([0, 0, 0, 0])
  const sent = await person.call(sendSecurityEmails, { body: { email_ids: await makeEmails() } })
  expect(sent.body.recipients).toBe(ROWS)
  expect(await listEstimates()).toEqual([ROWS, ROWS, ROWS, ROWS])
})
