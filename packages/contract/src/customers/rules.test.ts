import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogSearchText, spellingsOf } from './rules.ts'

describe('the text of a customer search', () => {
  test.each([
    ['Acme', 'Acme'],
    ['Acme | Boston', 'Acme'],
    ['A|B|C', 'A'],
    ['| Boston', ''],
    ['A & B', 'A ampersand B'],
    ['AT&T & Co | &', 'ATampersandT ampersand Co'],
    [' ', ''],
  ])('%j is sent as %j', (typed, sent) => {
    expect(catalogSearchText(typed)).toBe(sent)
  })

  test('is the same when both sides apply the rule', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = catalogSearchText(typed)
        expect(catalogSearchText(once)).toBe(once)
      }),
    )
  })
})

describe('what a search text may stand for', () => {
  test.each([
    ['acme', ['acme']],
    ['A ampersand B', ['A & B', 'A ampersand B']],
    [
      'Ampersand ampersand Sons',
      ['& & Sons', '& ampersand Sons', 'ampersand & Sons', 'ampersand ampersand Sons'],
    ],
  ])('%j', (text, spellings) => {
    expect(spellingsOf(text)).toEqual(spellings)
  })

  test('includes the typed text, whatever else it contains', () => {
    const typed = fc
      .array(fc.constantFrom('&', 'ampersand', 'a', ' '), { maxLength: 8 })
      .map((parts) => parts.join('').trim())
      .filter((text) => (text.match(/&|ampersand/g) ?? []).length <= 3)
    fc.assert(
      fc.property(typed, (text) => {
        expect(spellingsOf(catalogSearchText(text))).toContain(text)
      }),
    )
  })

  test('stays a short list, however often the word stands in it', () => {
    expect(spellingsOf('ampersand'.repeat(30))).toHaveLength(2)
  })
})
