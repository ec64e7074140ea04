import { expect, test } from 'vitest'
import { cutFromEnd, cutText, cutToLength, shorten, shortenMiddle } from './cut-text.ts'

test('counts characters, not halves of them', () => {
  expect(cutText('x'.repeat(65), 65)).toBe('x'.repeat(65))
  expect(cutText('x'.repeat(66), 65)).toBe('x'.repeat(65))
  expect(cutText('😀😀😀', 2)).toBe('😀😀')
  expect(cutText('😀😀😀', 3)).toBe('😀😀😀')
  expect(cutText('😀😀😀', Number.POSITIVE_INFINITY)).toBe('😀😀😀')
})

test('an ellipsis shows that there is more', () => {
  expect(shorten('😀😀😀', 3)).toBe('😀😀😀')
  expect(shorten('😀😀😀', 2)).toBe('😀😀…')
})

test('no limit leaves half a character', () => {
  expect(cutToLength('a😀b', 2)).toBe('a')
  expect(cutToLength('a😀b', 3)).toBe('a😀')
  expect(cutFromEnd('a😀b', 2)).toBe('b')
  expect(cutFromEnd('a😀b', 9)).toBe('a😀b')
  expect(shortenMiddle(`a${'😀'.repeat(9)}b`, 4)).toBe('a😀 … 😀b')
  expect(shortenMiddle('twelve signs', 4)).toBe('twelve signs')
})
