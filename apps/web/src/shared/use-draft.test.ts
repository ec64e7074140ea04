import { beforeEach, expect, test } from 'vitest'
import { DRAFT_PREFIX, hasDraft, keepDraftsOf } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())

test('what is typed is there for the same person, and gone for the next one who signs in here', () => {
  sessionStorage.setItem(`${DRAFT_PREFIX}message`, '{"body":"secret"}')
  sessionStorage.setItem('something-else', 'kept')
  keepDraftsOf('ada@acme.example')
  keepDraftsOf('ada@acme.example')
  expect(hasDraft('message')).toBe(true)
  keepDraftsOf('sam@acme.example')
  expect(hasDraft('message')).toBe(false)
  expect(sessionStorage.getItem('something-else')).toBe('kept')
})
