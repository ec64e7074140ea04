import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFromText, bodyInForm, bodyToStore, isSameBody, textFromBody } from './typed-body.ts'

test.each([
  ['One line', '<p>One line</p>'],
  ['One\ntwo\n\n \nthree ', '<p>One<br />two</p><p>three</p>'],
  ['One\r\ntwo\r\n\r\nthree', '<p>One<br />two</p><p>three</p>'],
  ['a < b & c', '<p>a &lt; b &amp; c</p>'],
  ['  ', ''],
  ['\u3000字下げ', '<p>\u3000字下げ</p>'],
  ['See <https://x.example/a> now', '<p>See &lt;https://x.example/a&gt; now</p>'],
  ['Dear <customer>,\nall is well', '<p>Dear &lt;customer&gt;,<br />all is well</p>'],
  ['Ship to <address>.\n\nBye <menu>', '<p>Ship to &lt;address&gt;.</p><p>Bye &lt;menu&gt;</p>'],
  ['Dates as <dd>.<mm>', '<p>Dates as &lt;dd&gt;.&lt;mm&gt;</p>'],
  ['<bold move', '<p>&lt;bold move</p>'],
  ['Not <b>ended', '<p>Not &lt;b&gt;ended</p>'],
])('%j typed as text is the body %j', (typed, body) => expect(bodyFromText(typed)).toBe(body))

test.each([
  ['Hello <b>there</b>\n\nsecond', '<p>Hello <b>there</b></p><p>second</p>'],
  ['<b>See</b> <https://x.example/a>', '<p><b>See</b> &lt;https://x.example/a></p>'],
  ['Dear <title> Smith, <B>we</B> are <back>', '<p>Dear &lt;title> Smith, <B>we</B> are &lt;back></p>'],
  ['One<br>two\n\nthree', '<p>One<br>two</p><p>three</p>'],
  ['Look:\n<img src="x.png">', '<p>Look:<br /><img src="x.png"></p>'],
  ['See <a\n  href="https://x.example/">it</a>', '<p>See <a href="https://x.example/">it</a></p>'],
  ['<b>See</b> ?id=1&copy=2 &amp; &#8364;', '<p><b>See</b> ?id=1&amp;copy=2 &amp; &#8364;</p>'],
  ['<i>One</i><!-- note -->', '<p><i>One</i><!-- note --></p>'],
])('%j typed with tags within lines is the body %j', (typed, body) => expect(bodyFromText(typed)).toBe(body))

test.each([
  '<p>As it is</p>',
  '<ul>\n<li>One</li>\n\n<li>Two</li></ul>',
  '<ul><li>One<li>Two</ul>',
  '<section>One</section>',
  '<!-- <p>old</p> -->\n<p>new</p>',
  '<p class=x><![if !supportLists]>·<![endif]>First<o:p></o:p></p>',
  '<p><a href="https://x.example/?id=<customer>">x</a></p>',
])('%j is HTML and stays as it is', (typed) => expect(bodyFromText(typed)).toBe(typed))

test('in HTML an address in angle brackets and a lone ampersand are text', () => {
  expect(bodyFromText('<p>To <ops@acme.example>, R&D</p>')).toBe('<p>To &lt;ops@acme.example>, R&amp;D</p>')
})

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
  ['<pre>One\ntwo</pre>', '<pre>One two</pre>', false],
])('%j and %j are the same body: %s', (one, other, isSame) => expect(isSameBody(one, other)).toBe(isSame))

test('a stored body without blocks is a paragraph, and stored as it was if nobody changed it', () => {
  const stored = 'Tom &amp; Jerry\n\nare here'
  expect(bodyInForm(stored)).toBe('<p>Tom &amp; Jerry</p><p>are here</p>')
  expect(textFromBody(bodyInForm(stored))).toBe('Tom & Jerry\n\nare here')
  expect(bodyToStore('Tom & Jerry\n\nare here', stored)).toBe(stored)
  expect(bodyToStore('Tom &amp; Jerry', stored)).toBe('<p>Tom &amp;amp; Jerry</p>')
  expect(bodyInForm('Tom and\n<b>Jerry</b>')).toBe('<p>Tom and <b>Jerry</b></p>')
  expect(['', '<ul><li>One</li></ul>'].map(bodyInForm)).toEqual(['', '<ul><li>One</li></ul>'])
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
