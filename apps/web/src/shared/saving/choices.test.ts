import { afterEach, expect, test, vi } from 'vitest'
import { keepChoice, readChoice } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('a choice lasts until the next load where the browser forbids to store', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(readChoice('birds')).toBeNull()
  keepChoice('birds', 'wren')
  expect(readChoice('birds')).toBe('wren')
})
