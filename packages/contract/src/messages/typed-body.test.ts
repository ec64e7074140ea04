import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFromText, bodyToStore, isSameBody, textFromBody } from './typed-body.ts'

test.each([
  ['One line', '<p>One line</p>'],
  ['One\ntwo\n\n \nthree ', '<p>One<br />two</p><p>three</p>'],
  ['a < b & c', '<p>a &lt; b &amp; c</p>'],
  ['<p>As it is</p>', '<p>As it is</p>'],
  ['  ', ''],
  ['See <https://x.example/a> now', '<p>See &lt;https://x.example/a&gt; now</p>'],
  ['Dear <customer>,\nall is well', '<p>Dear &lt;customer&gt;,<br />all is well</p>'],
  ['Hello <b>there</b>\n\nsecond', '<p>Hello <b>there</b></p><p>second</p>'],
  ['<b>See</b> <https://x.example/a>', '<p><b>See</b> &lt;https://x.example/a></p>'],
  ['<p>To <ops@acme.example></p>', '<p>To &lt;ops@acme.example></p>'],
  ['<ul>\n<li>One</li>\n\n<li>Two</li></ul>', '<ul>\n<li>One</li>\n\n<li>Two</li></ul>'],
  ['Look:\n<img src="x.png">', '<p>Look:<br /><img src="x.png"></p>'],
  ['<bold move', '<p>&lt;bold move</p>'],
  ['Dear <title> Smith, <b>we</b> are <back>', '<p>Dear &lt;title> Smith, <b>we</b> are &lt;back></p>'],
  ['Ship to <address>.\n\nBye <menu>', '<p>Ship to &lt;address&gt;.</p><p>Bye &lt;menu&gt;</p>'],
  ['<ul><li>One<li>Two</ul>', '<ul><li>One<li>Two</ul>'],
  ['<section>One</section>', '<section>One</section>'],
  ['\u3000字下げ', '<p>\u3000字下げ</p>'],
  ['One\r\ntwo\r\n\r\nthree', '<p>One<br />two</p><p>three</p>'],
])('%j typed is the body %j', (typed, body) => expect(bodyFromText(typed)).toBe(body))

test.each([
  ['<p>One<br />two</p>\n<p>three &amp; four</p>', 'One\ntwo\n\nthree & four'],
  ['', ''],
  ['<p>a &lt; b</p>', 'a < b'],
  ['<p>&amp;lt;</p>', '&lt;'],
  ['<p>\u3000障害\u3000発生</p>', '\u3000障害\u3000発生'],
  ['<p></p><p>Say &quot;it&#39;s&quot; </p>', 'Say "it\'s"'],
  ['<p>10&nbsp;000</p>', '10\u00A0000'],
])('%j is shown as the text %j', (body, text) => expect(textFromBody(body)).toBe(text))

test.each([
  '<p>Hello <b>there</b></p>',
  '<ul><li>One</li></ul>',
  '<p class="x">One</p>',
  'no paragraph',
  '<p>&eacute;</p>',
  '<p>Use &lt;b&gt;this&lt;/b&gt; for bold</p>',
  '<p>One<br /><br />two</p>',
])('%j is no plain text', (body) => expect(textFromBody(body)).toBeUndefined())

test.each([
  ['One', '<p>One</p>', true],
  ['<p>One<br>two</p>', '<p>One<br />two</p>', true],
  ['<p>One</p> <p>two</p>', 'One\n\ntwo', true],
  ['One', '<p>Two</p>', false],
])('%j and %j are the same body: %s', (one, other, isSame) => expect(isSameBody(one, other)).toBe(isSame))

test('a body that nobody changed is stored as it was', () => {
  expect(bodyToStore('Tom &amp; Jerry', 'Tom &amp; Jerry')).toBe('Tom &amp; Jerry')
  expect(bodyToStore('Tom & Jerry', 'Tom &amp; Jerry')).toBe('<p>Tom &amp; Jerry</p>')
})

const typedTexts = fc
  .array(fc.constantFrom('a', ' b', '<', '>', '&', '&amp;', '"', "'", '\n', '\n\n', '<x>', 'é'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))

const withoutOuterSpaces = (html: string) => html.replace(/\s*(<[^>]*>)\s*/g, '$1').replace(/\s+/g, ' ')

test('what was typed as plain text is shown as such again, and is the same body', () => {
  fc.assert(
    fc.property(typedTexts, (typed) => {
      const body = bodyFromText(typed)
      const shown = textFromBody(body)
      expect(shown).toBeDefined()
      expect(withoutOuterSpaces(bodyFromText(shown ?? ''))).toBe(withoutOuterSpaces(body))
    }),
  )
})
