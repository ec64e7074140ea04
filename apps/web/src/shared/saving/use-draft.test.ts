import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetKey, keyOf } from './idempotency-key.ts'
import { DRAFT_PREFIX, hasDraft, keepDraftsOf, useDraft } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

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

test('what the browser has no room for is kept until the page is left, and no older text comes back for it', () => {
  const { result, unmount } = renderHook(() => useDraft('message', { body: '' }))
  act(() => result.current.change({ body: 'short' }))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  act(() => result.current.change({ body: 'very long' }))
  expect(result.current.values.body).toBe('very long')
  unmount()
  expect(renderHook(() => useDraft('message', { body: '' })).result.current.values.body).toBe('very long')
  const key = keyOf('message', 'very long')
  expect(keyOf('message', 'very long')).toBe(key)
  forgetKey('message')
  expect(keyOf('message', 'very long')).not.toBe(key)
  full.mockRestore()
  keepDraftsOf('ada@acme.example')
  keepDraftsOf('sam@acme.example')
  expect(hasDraft('message')).toBe(false)
})
