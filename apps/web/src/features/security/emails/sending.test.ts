import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { SendableEmail } from '@aviary/contract/security/send-endpoints'
import { expect, test } from 'vitest'
import { findDifferences, planSending, selectEmails, toSendBody } from './sending.ts'

const email = (id: number, changes: Partial<SendableEmail> = {}): SendableEmail => ({
  id,
  company_id: 40 + id,
  subject: `Subject ${id}`,
  version: 1,
  recipients: 2,
  others_of_company: 0,
  ...changes,
})

const ALL = { kind: 'all' } as const
const chosen = (...versions: [number, number][]) => ({ kind: 'chosen' as const, versions: new Map(versions) })
const toSendable = (emails: SendableEmail[], reachable = emails.length) => ({
  emails,
  reachable,
  unreachable: 0,
})

test('counts what is sent, and separately what reaches nobody', () => {
  const emails = [email(1), email(2, { recipients: 0 }), email(3, { company_id: 41, recipients: 3 })]
  const plan = planSending(ALL, emails, 70)
  expect(plan).toMatchObject({ companies: 1, recipients: 5, several: 0, unseen: 0, nobody: 70 })
  expect(plan.sending.map(({ id }) => id)).toEqual([1, 3])
})

test('lists emails with notes first', () => {
  const emails = [
    email(1),
    email(2, { others_of_company: 1 }),
    email(3, { version: 2 }),
    email(4, { recipients: 0 }),
  ]
  const { rows, several, unseen, gone } = planSending(
    chosen([1, 1], [2, 1], [3, 1], [4, 1], [5, 1]),
    emails,
    1,
  )
  expect(rows.map(({ id, notes }) => [id, ...notes])).toEqual([
    [2, 'several'],
    [3, 'unseen'],
    [4, 'nobody'],
    [1],
  ])
  expect([several, unseen, gone]).toEqual([1, 1, 1])
})

test('emails that reach nobody take no place among those of one sending', () => {
  const emails = [
    email(1, { recipients: 0 }),
    ...Array.from({ length: SECURITY_SEND_MAX_EMAILS + 1 }, (_, at) => email(at + 2)),
  ]
  const selected = selectEmails(toSendable(emails))
  expect(selected).toHaveLength(SECURITY_SEND_MAX_EMAILS + 1)
  expect(selected.filter(({ recipients }) => recipients > 0)).toHaveLength(SECURITY_SEND_MAX_EMAILS)
})

test('names what changed: gone, edited, or another number of recipients', () => {
  const shown = [email(1), email(2), email(3), email(4), email(6, { recipients: 0 })]
  const now = [email(1), email(3, { version: 2, recipients: 9 }), email(4, { recipients: 5 }), email(5)]
  expect(
    findDifferences(shown, toSendable(now)).map(({ email: { id }, what, recipients }) => [
      id,
      what,
      recipients,
    ]),
  ).toEqual([
    [2, 'gone', 0],
    [3, 'changed', 9],
    [4, 'recipients', 5],
  ])
  expect(findDifferences(now, toSendable(now))).toEqual([])
})

test('does not call an email gone that others moved behind the last one listed', () => {
  const shown = [email(1), email(2), email(3)]
  const now = toSendable([email(1), email(2)], SECURITY_SEND_MAX_EMAILS + 1)
  expect(findDifferences(shown, now)).toEqual([])
})

test('confirms exactly what was shown', () => {
  expect(toSendBody([email(1, { version: 4 })])).toEqual({
    email_ids: [1],
    confirmed: [{ id: 1, version: 4, recipients: 2 }],
  })
})
