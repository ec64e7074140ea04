import { expect, test } from 'vitest'
import { linesOf } from './picture.ts'

const byLetters = (text: string) => text.length

test('what is wider than the picture goes on in the next line', () => {
  expect(linesOf('minutes, Aug 1 – 31, 2026 (UTC)', 40, byLetters)).toEqual([
    'minutes, Aug 1 – 31, 2026 (UTC)',
  ])
  expect(linesOf('minutes, Aug 1 – 31, 2026 (UTC)', 16, byLetters)).toEqual([
    'minutes, Aug 1 –',
    '31, 2026 (UTC)',
  ])
})

test('a word that is wider than the picture has a line of its own, and Japanese breaks after its commas', () => {
  expect(linesOf('of Ineffabilities there', 6, byLetters)).toEqual(['of', 'Ineffabilities', 'there'])
  expect(linesOf('2026年8月、us2、EMEAのみ', 12, byLetters)).toEqual(['2026年8月、us2、', 'EMEAのみ'])
})
