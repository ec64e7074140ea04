import { expect, test } from 'vitest'
import { bodyDifference } from './body-difference.ts'
import { diffText, type Part } from './text-diff.ts'

const drawn = (parts: readonly Part[]) =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

test.each([
  ['We look into it.', 'We have looked into it!', 'We {-look-}{+have looked+} into it{-.-}{+!+}'],
  ['現在調査中です。', '現在復旧しました。', '現在{-調査中です-}{+復旧しました+}。'],
  ['one two three', 'one  two three', 'one{- -}{+  +}two three'],
  ['as it was', 'as it was', 'as it was'],
  ['', 'new', '{+new+}'],
  ['old', '', '{-old-}'],
])('%j and %j differ in %s', (before, after, expected) => {
  expect(drawn(diffText(before, after))).toBe(expected)
})

test('texts with little in common replace each other as a whole', () => {
  const words = (step: number) =>
    Array.from({ length: 5_000 }, (_, index) => `w${(index * step) % 977}`).join(' ')
  expect(diffText(words(7), words(11)).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

test.each([
  ['<p>One</p><p>Two</p>', '<p>One</p><p>New</p><p>Two</p>', ['One\n\n{+New\n\n+}Two']],
  ['<ul><li>One</li></ul>', '<ul><li>One</li><li>Two</li></ul>', ['• One\n{+• Two+}']],
  ['<p>a &lt; b</p>', '<p>a &lt; c</p>', ['a < {-b-}{+c+}']],
  [
    '<p><a href="https://a.example">Here</a></p>',
    '<p><a href="https://b.example">Here</a></p>',
    ['Here (https://{-a.example-}{+b.example+})'],
  ],
  ['<p>One two</p>', '<p>One <b>three</b></p>', ['One {-two-}{+three+}', 'formatting']],
  ['<p>One two</p>', '<p>One <b>two</b></p>', ['<p>One {+<b>+}two{+</b>+}</p>', 'markup']],
])('the bodies %j and %j read %j', (before, after, expected) => {
  const { parts, note } = bodyDifference(before, after)
  expect([drawn(parts), ...(note ? [note] : [])]).toEqual(expected)
})
