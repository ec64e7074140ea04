import { expect, test } from 'vitest'
import { percentText } from './percent.ts'

test.each([
  ['en', '30%'],
  ['de', '30\u00a0%'],
  ['es', '30\u00a0%'],
  ['fr', '30\u00a0%'],
  ['ja', '30%'],
  ['ko', '30%'],
  ['pt', '30%'],
  ['zh', '30%'],
])('formats three tenths in %s as %s', (language, text) => {
  expect(percentText(0.3, language)).toBe(text)
})
