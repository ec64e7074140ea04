import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { SendableEmail } from '@aviary/contract/security/send-endpoints'
import { expect, test } from 'vitest'
import { chosenOf, confirmedOf, differencesOf, planOf } from './sending.ts'

const email = (id: number, changes: Partial<SendableEmail> = {}): SendableEmail => ({
  id,
  company_id: 40 + id,
  subject: `Subject ${id}`,
  version: 1,
  recipients: 2,
  others_of_company: 0,
  ...changes,
})

test('the totals count what is sent, and what reaches nobody is told apart', () => {
  const plan = planOf('all', [
    email(1),
    email(2, { recipients: 0 }),
    email(3, { company_id: 41, recipients: 3 }),
  ])
  expect(plan).toMatchObject({ companies: 1, recipients: 5, several: 0, unseen: 0 })
  expect(plan.sending.map(({ id }) => id)).toEqual([1, 3])
  expect(plan.nobody.map(({ id }) => id)).toEqual([2])
})

test('what is worth a second look comes first, with the reason', () => {
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
  const { rows, several, unseen, gone } = planOf(seen, chosen)
  expect(rows.map(({ id, notes }) => [id, ...notes])).toEqual([
    [2, 'several'],
    [3, 'unseen'],
    [4, 'nobody'],
    [1],
  ])
  expect([several, unseen, gone]).toEqual([1, 1, 1])
})

test('a choice takes only what it names, and no more than one sending holds', () => {
  const unsent = Array.from({ length: SECURITY_SEND_MAX_EMAILS + 1 }, (_, at) => email(at + 1))
  expect(chosenOf(new Map([[3, 1]]), unsent).map(({ id }) => id)).toEqual([3])
  expect(chosenOf('all', unsent)).toHaveLength(SECURITY_SEND_MAX_EMAILS)
})

test('what is not as it was shown is named: gone, changed, or another number of people', () => {
  const shown = [email(1), email(2), email(3), email(4)]
  const now = [email(1), email(3, { version: 2, recipients: 9 }), email(4, { recipients: 5 }), email(5)]
  expect(
    differencesOf(shown, now).map(({ email: { id }, what, recipients }) => [id, what, recipients]),
  ).toEqual([
    [2, 'gone', 0],
    [3, 'changed', 9],
    [4, 'recipients', 5],
  ])
  expect(differencesOf(shown, shown)).toEqual([])
})

test('what is confirmed is what was shown', () => {
  expect(confirmedOf([email(1, { version: 4 })])).toEqual({
    email_ids: [1],
    confirmed: [{ id: 1, version: 4, recipients: 2 }],
  })
})
