import { expect, test } from 'vitest'
import { bodyFromText, bodyPreview } from './body.ts'

test.each([
  ['One line', '<p>One line</p>'],
  ['One\ntwo\n\n \nthree ', '<p>One<br />two</p><p>three</p>'],
  ['a < b & c', '<p>a &lt; b &amp; c</p>'],
  ['<p>As it is</p>', '<p>As it is</p>'],
  ['  ', ''],
])('%j typed is the body %j', (typed, body) => expect(bodyFromText(typed)).toBe(body))

test('a preview is one line of text, cut with an ellipsis', () => {
  expect(bodyPreview('<p>We &amp; they</p><ul><li>look</li></ul>', 110)).toBe('We & they look')
  expect(bodyPreview(`<p>${'x'.repeat(111)}</p>`, 110)).toBe(`${'x'.repeat(110)}…`)
})
