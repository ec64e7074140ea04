import { expect, test } from 'vitest'
import { bodyPreview } from './body.ts'

test('a preview is one line of text, cut with an ellipsis', () => {
  expect(bodyPreview('<p>We &amp; they</p><ul><li>look</li></ul>', 110)).toBe('We & they look')
  expect(bodyPreview(`<p>${'x'.repeat(111)}</p>`, 110)).toBe(`${'x'.repeat(110)}…`)
})
