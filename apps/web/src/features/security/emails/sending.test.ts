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

test('counts what is sent, and separately what reaches nobody', () => {
  const plan = planSending('all', [
    email(1),
    email(2, { recipients: 0 }),
    email(3, { company_id: 41, recipients: 3 }),
  ])
  expect(plan).toMatchObject({ companies: 1, recipients: 5, several: 0, unseen: 0 })
  expect(plan.sending.map(({ id }) => id)).toEqual([1, 3])
  expect(plan.nobody.map(({ id }) => id)).toEqual([2])
})

test('lists emails with notes first', () => {
  const seen = new Map([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
  ])
  const chosen = [
    email(1),
    email(2, { others_of_company: 1 }),
    email(3, { version: 2 }),
    email(4, { recipients: 0 }),
  ]
  const { rows, several, unseen, gone } = planSending(seen, chosen)
  expect(rows.map(({ id, notes }) => [id, ...notes])).toEqual([
    [2, 'several'],
    [3, 'unseen'],
    [4, 'nobody'],
    [1],
  ])
  expect([several, unseen, gone]).toEqual([1, 1, 1])
})

test('sends only the chosen emails, up to the limit of one sending', () => {
  const unsent = Array.from({ length: SECURITY_SEND_MAX_EMAILS + 1 }, (_, at) => email(at + 1))
  expect(selectEmails(new Map([[3, 1]]), unsent).map(({ id }) => id)).toEqual([3])
  expect(selectEmails('all', unsent)).toHaveLength(SECURITY_SEND_MAX_EMAILS)
})

test('names what changed: gone, edited, or another number of recipients', () => {
  const shown = [email(1), email(2), email(3), email(4)]
  const now = [email(1), email(3, { version: 2, recipients: 9 }), email(4, { recipients: 5 }), email(5)]
  expect(
    findDifferences(shown, now).map(({ email: { id }, what, recipients }) => [id, what, recipients]),
  ).toEqual([
    [2, 'gone', 0],
    [3, 'changed', 9],
    [4, 'recipients', 5],
  ])
  expect(findDifferences(shown, shown)).toEqual([])
})

test('confirms exactly what was shown', () => {
  expect(toSendBody([email(1, { version: 4 })])).toEqual({
    email_ids: [1],
    confirmed: [{ id: 1, version: 4, recipients: 2 }],
  })
})
