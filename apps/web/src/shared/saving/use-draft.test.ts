import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteKey, getKey } from './idempotency-key.ts'
import { DRAFT_PREFIX, hasDraft, keepDraftsOf, useDraft } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('keeps drafts for the same person and drops them for the next one who signs in', () => {
  sessionStorage.setItem(`${DRAFT_PREFIX}message`, '{"body":"secret"}')
  sessionStorage.setItem('something-else', 'kept')
  keepDraftsOf('ada@acme.example')
  keepDraftsOf('ada@acme.example')
  expect(hasDraft('message')).toBe(true)
  keepDraftsOf('sam@acme.example')
  expect(hasDraft('message')).toBe(false)
  expect(sessionStorage.getItem('something-else')).toBe('kept')
})

test('keeps a draft in memory if the storage is full, and restores no older text', () => {
  const { result, unmount } = renderHook(() => useDraft('message', { body: '' }))
  act(() => result.current.change({ body: 'short' }))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  act(() => result.current.change({ body: 'very long' }))
  expect(result.current.values.body).toBe('very long')
  unmount()
  expect(renderHook(() => useDraft('message', { body: '' })).result.current.values.body).toBe('very long')
  const key = getKey('message', 'very long')
  expect(getKey('message', 'very long')).toBe(key)
  deleteKey('message')
  expect(getKey('message', 'very long')).not.toBe(key)
  full.mockRestore()
  keepDraftsOf('ada@acme.example')
  keepDraftsOf('sam@acme.example')
  expect(hasDraft('message')).toBe(false)
})
