import { expect, test } from 'vitest'
import { breakText, wrapText } from './picture.ts'

const countCharacters = (text: string) => text.length

test('wraps text that is wider than the picture', () => {
  expect(wrapText('minutes, Aug 1 – 31, 2026 (UTC)', 40, countCharacters)).toEqual([
    'minutes, Aug 1 – 31, 2026 (UTC)',
  ])
  expect(wrapText('minutes, Aug 1 – 31, 2026 (UTC)', 16, countCharacters)).toEqual([
    'minutes, Aug 1 –',
    '31, 2026 (UTC)',
  ])
})

test('puts an overlong word on its own line and breaks Japanese after punctuation', () => {
  expect(wrapText('of Ineffabilities there', 6, countCharacters)).toEqual(['of', 'Ineffabilities', 'there'])
  expect(wrapText('2026年8月、us2、EMEAのみ', 12, countCharacters)).toEqual(['2026年8月、us2、', 'EMEAのみ'])
})

test('breaks inside a word that has no room', () => {
  expect(breakText('Frankfurt am Main', 5, countCharacters)).toEqual(['Frank', 'furt', 'am', 'Main'])
  expect(breakText('中国东部', 2, countCharacters)).toEqual(['中国', '东部'])
})
