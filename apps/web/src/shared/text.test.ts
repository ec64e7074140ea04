import { expect, test } from 'vitest'
import { startLanguage } from './text.ts'

test.each([
  ['en-GB', null, 'en'],
  ['fr-CA', null, 'fr'],
  ['pt-BR', null, 'pt'],
  ['it-IT', null, 'en'],
  // spec 1 §1: any browser language containing "en" becomes en
  ['sl-en', null, 'en'],
  ['de-DE', 'ja', 'ja'],
  ['de-DE', 'klingon', 'de'],
])('starts in the right language for browser %s with stored choice %s: %s', (browser, stored, expected) => {
  expect(startLanguage(browser, stored)).toBe(expected)
})
