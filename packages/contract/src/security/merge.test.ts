import { expect, test } from 'vitest'
import { faultPath, fieldsOf, hasOpenField, mergeBody, mergeSubject, readFaultPath } from './merge.ts'

const valuesOf =
  (values: Record<string, string>) =>
  (field: string): string | undefined =>
    Object.hasOwn(values, field) ? values[field] : undefined

test.each([
  ['', []],
  ['no field', []],
  ['{a}', []],
  ['{{a}', []],
  ['a}}', []],
  ['{{a}}', ['a']],
  ['{{ a }}', ['a']],
  ['{{\ta\n}}', ['a']],
  ['{{ }}', ['']],
  ['{{}}', ['']],
  ['{{{a}}}', ['a']],
  ['{{a}} {{b}}{{a}}', ['a', 'b']],
  ['{{a}}{{ a}}', ['a']],
  ['{{A}} {{a}}', ['A', 'a']],
  ['{{First Name}}', ['First Name']],
  ['{{first  name}}', ['first  name']],
  ['{{contact.e-mail}}', ['contact.e-mail']],
  ['{{会社名}} {{Größe}}', ['会社名', 'Größe']],
  ['{{<b>a</b>}}', ['<b>a</b>']],
  ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
])('the fields of %j are %j', (template, fields) => {
  expect(fieldsOf(template)).toEqual(fields)
})

test.each([
  ['{{a}}', 'one'],
  ['<{{ a }}>', '<one>'],
  ['{{{a}}}', '{one}'],
  ['{{a}} {{b}}', 'one two {{a}} $& $1'],
  ['{{b}}{{a}}', 'two {{a}} $& $1one'],
  ['{{c d.E}}', 'R&D <x>'],
  ['{{lines}}', 'first second third'],
  ['  {{a}}\n{{a}}  ', 'one one'],
  ['{{社}}', 'Ünï'],
])('a subject %j becomes %j', (template, subject) => {
  expect(mergeSubject(template, VALUES)).toBe(subject)
})

const VALUES = valuesOf({
  a: 'one',
  b: 'two {{a}} $& $1',
  'c d.E': 'R&D <x>',
  lines: 'first\r\nsecond\u2028third',
  社: 'Ünï',
})

test.each([
  ['<p>{{a}}</p>', { a: 'x' }, '<p>x</p>'],
  ['<p>{{a}}</p>', { a: `<b>"R&D"</b> 'it'` }, '<p>&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; &#39;it&#39;</p>'],
  ['{{a}}', { a: '&amp;' }, '&amp;amp;'],
  ['{{a}}', { a: 'one\r\ntwo\nthree\rfour' }, 'one<br />two<br />three<br />four'],
  ['<p>\n{{a}}\n</p>', { a: 'x' }, '<p>\nx\n</p>'],
  ['{{a}}', { a: '{{b}}', b: 'never' }, '{{b}}'],
  ['{{a}{b}}', { a: '{', b: '}' }, '{{a}{b}}'],
  ['{{a}}{{b}}', { a: '{{', b: 'b}}' }, '{{b}}'],
  ['{{a}}', { a: '$&$1$$' }, '$&amp;$1$$'],
  ['{{a}}', { a: '=HYPERLINK("http://x")' }, '=HYPERLINK(&quot;http://x&quot;)'],
])('a body %j with %j becomes %j', (template, values, body) => {
  expect(mergeBody(template, valuesOf(values))).toBe(body)
})

test('an unclosed field is reported', () => {
  expect(['{{a}} {{b', '{{a}', '{{ {b} }}', '{{{{a}}'].map(hasOpenField)).toEqual([true, true, true, true])
  expect(['{{a}}', '{{{a}}}', '}}', '{'].map(hasOpenField)).toEqual([false, false, false, false])
})

test.each([
  [{ line: 12, column: 'subject' }, '12:subject'],
  [{ line: 1, column: undefined }, '1'],
  [{ line: 3, column: 'a:b' }, '3:a:b'],
  [{ line: 3, column: '' }, '3:'],
])('the position %j is spelled %j, and read again', (position, path) => {
  expect(faultPath(position)).toBe(path)
  expect(readFaultPath(path)).toEqual(position)
})

test.each(['body.subject', '', 'query.sec_id', ':x'])('%j is no position in a file', (path) => {
  expect(readFaultPath(path)).toBeUndefined()
})
