import { describe, expect, test } from 'vitest'
import { type SharedWithIncident, similarityOf } from './rules.ts'
import { significantWords } from './words.ts'

const shared = (fields: Partial<SharedWithIncident>): SharedWithIncident => ({
  ...{ cis: [], services: [], data_centers: [], words: [] },
  ...fields,
})

describe('two incidents are alike', () => {
  test.each([
    ['a CI', { cis: ['db-7'] }, true],
    ['a service', { services: ['Travel'] }, true],
    ['two words', { words: ['checkout', 'timeout'] }, true],
    ['one word', { words: ['checkout'] }, false],
    ['all data centers', { data_centers: ['us2', 'eu', 'china'] }, false],
    ['a word and a data center', { words: ['checkout'], data_centers: ['us2'] }, false],
    ['nothing', {}, false],
  ])('with %s', (_, fields, expected) => {
    expect(similarityOf(shared(fields)) > 0).toBe(expected)
  })

  test('more by a CI than by all else, then by services, by words, and least by data centers', () => {
    const many = ['one', 'two', 'three', 'four']
    const descending = [
      shared({ cis: ['db-7', 'db-8'] }),
      shared({ cis: ['db-7'], words: ['checkout'] }),
      shared({ cis: ['db-7'] }),
      shared({ services: many, words: many, data_centers: many }),
      shared({ services: ['Travel', 'Expense'] }),
      shared({ services: ['Travel'], words: ['checkout'] }),
      shared({ services: ['Travel'], data_centers: ['us2'] }),
      shared({ services: ['Travel'] }),
    ].map(similarityOf)
    expect(descending).toEqual(descending.toSorted((a, b) => b - a))
    expect(new Set(descending).size).toBe(descending.length)
  })

  test('by three of each kind at most', () => {
    const three = ['one', 'two', 'three']
    expect(similarityOf(shared({ services: [...three, 'four'], words: [...three, 'four'] }))).toBe(
      similarityOf(shared({ services: three, words: three })),
    )
  })
})

describe('significant words', () => {
  test.each([
    ['Checkout timeouts: the CHECKOUT fails for users', ['checkout', 'timeouts']],
    ['<b>Payment</b>&nbsp;gateway <img alt="broken">', ['payment', 'gateway']],
    ['2026 123456 1a2b3c db7prod h4x', ['db7prod']],
    [
      'Die Buchung ist für Nutzer in Österreich nicht möglich',
      ['buchung', 'nutzer', 'österreich', 'möglich'],
    ],
    ['決済サービスが停止しました。 API', ['決済サービスが停止しました']],
    ['인시던트 결제게이트웨이', ['인시던트', '결제게이트웨이']],
    [`${'x'.repeat(41)} ${'y'.repeat(40)}`, ['y'.repeat(40)]],
    ["\uD800 \u0000 '; drop table -- & | ! <->", ['drop', 'table']],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(significantWords(text)).toEqual(expected)
  })

  test('come from the beginning of a long text, and are not too many', () => {
    expect(significantWords(`${'und '.repeat(250)}checkout`)).toEqual([])
    const words = Array.from(
      { length: 60 },
      (_, index) => `word${String.fromCharCode(97 + (index % 26))}${index}`,
    )
    expect(significantWords(words.join(' '))).toEqual(words.slice(0, 40))
  })
})
