import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getSendingProgress, sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../testing/app.ts'
import { killBroadcast } from '../../../../testing/kill-broadcast.ts'
import { addSecurityUsers, newComm, writeEmail } from '../../../../testing/security.ts'

const EMAILS = 100
const PEOPLE = 5

test('kill -9 during a sending loses no mail, repeats only those under way and mixes up no company', async () => {
  const server = await openTestApp({ now: new Date() })
  const person = await server.signInAs('administrator')
  const { commId } = await newComm(person)
  const ids: number[] = []
  for (let company = 1; company <= EMAILS; company += 1) {
    const emails = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@company-${company}.example`)
    await addSecurityUsers(server, company, emails)
    ids.push(
      await writeEmail(person, commId, { company_id: company, subject: `For company-${company}.example` }),
    )
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-kill-'))
  chmodSync(dataDir, 0o711)
  const plan = {
    recipients: EMAILS * PEOPLE,
    kills: 2,
    connections: 4,
    seed: 20_261_122,
    dataDir,
    send: async () => {
      const sent = await person.call(sendSecurityEmails, { body: { email_ids: ids } })
      expect(sent.body.recipients).toBe(EMAILS * PEOPLE)
    },
    isRight: (to: string, head: string) => head.includes(`Subject: For ${to.split('@')[1]}\r\n`),
  }
  const report = await killBroadcast(server, plan)
  const { body } = await person.call(getSendingProgress, { query: { sec_comm_id: commId } })
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(report).toMatchObject({ lost: 0, strangers: 0, wrong: 0 })
  expect(report.secondCopies).toBeLessThanOrEqual(plan.kills * plan.connections)
  expect(body).toEqual({
    emails: EMAILS,
    sent_emails: EMAILS,
    progress: { queued: 0, sent: EMAILS * PEOPLE, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
  })
}, 300_000)
