import { signedIn } from '@aviary/contract/access'
import { endpoint } from '@aviary/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './read-answer.ts'

const listPeople = endpoint({
  method: 'GET',
  path: '/people/',
  summary: 'People',
  access: signedIn,
  answer: z.object({ people: z.array(z.object({ note: z.string() })) }),
})

test('an answer keeps what its contract declares', () => {
  expect(readAnswer(listPeople, { people: [{ note: 'x', more: 1 }] })).toEqual({ people: [{ note: 'x' }] })
})

test('an answer that is not as declared names the call and twenty fields at most, without their values', () => {
  const people = [{ note: 1234 }, ...Array.from({ length: 24 }, () => ({}))]
  const read = () => readAnswer(listPeople, { people })
  expect(read).toThrow(/^GET \/people\/ does not answer as its contract says: answer\.people\.0\.note: /)
  expect(read).toThrow(/; answer\.people\.19\.note: [^;]+; and 5 more$/)
  expect(read).not.toThrow(/1234/)
})
