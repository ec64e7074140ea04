import { describe, expect, test } from 'vitest'
import { type BodyLine, buildBody, parseBody } from './body-lines.ts'

const LINES: BodyLine[] = [
  { kind: 'header', text: 'What <happened> & when' },
  { kind: 'paragraph', text: 'A key was found.\nIt is yours.\n\nChange it: 1 < 2 & "so" on' },
  {
    kind: 'table',
    headers: ['Key', 'Found', 'Where'],
    rows: [
      ['a<b', '20 Aug', 'x & y'],
      ['c', 'd', 'e'],
    ],
  },
]

/** Equal for bodies that a browser parses alike. */
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML

describe('a body that the composer built', () => {
  test('is parsed into the lines it was built from', () => {
    expect(parseBody(buildBody(LINES))).toEqual(LINES)
  })

  test('escapes typed text, keeps line breaks, and marks header lines with their class', () => {
    expect(buildBody(LINES.slice(0, 2))).toBe(
      '<h2 class="mail-header">What &lt;happened&gt; &amp; when</h2>' +
        '<p>A key was found.<br />It is yours.<br /><br />Change it: 1 &lt; 2 &amp; "so" on</p>',
    )
  })

  test('has tables of 468 pixels with columns of equal width', () => {
    const table = (columns: number) =>
      buildBody([{ kind: 'table', headers: Array(columns).fill('h'), rows: [] }])
    expect(table(2)).toBe(
      '<table width="468"><thead><tr><th width="50%">h</th><th width="50%">h</th></tr></thead><tbody></tbody></table>',
    )
    expect(table(3).match(/width="33%"/g)).toHaveLength(3)
  })

  test('is empty if nothing was typed', () => {
    expect(
      buildBody([
        { kind: 'paragraph', text: ' \n ' },
        { kind: 'header', text: '' },
        { kind: 'html', html: '' },
      ]),
    ).toBe('')
  })
})

describe('a body from elsewhere', () => {
  test.each([
    '<p>One <b>bold</b> word</p>',
    '<ul><li>a</li><li>b</li></ul>',
    '<h2>Without the class</h2>',
    '<h1 class="mail-header">Another level</h1>',
    '<table width="468"><tbody><tr><td>No headers</td></tr></tbody></table>',
    '<table width="100%"><thead><tr><th width="50%">a</th><th width="50%">b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
    '<table width="468"><thead><tr><th width="100%">a</th></tr></thead><tbody><tr><td width="100%"></td></tr></tbody></table>',
    '<blockquote><p>Said</p></blockquote>',
    '<pre>  as\n  it is</pre>',
    'Loose <b>bold</b>, and a <a href="https://acme.example/x">link</a>',
    '<p></p>',
    // Empty lines that are displayed; typed text cannot have them, so the body stays HTML.
    '<p><br>Hello</p>',
    '<p>Hello<br> <br></p>',
    '<br>',
    '<table width="468"><thead><tr><th width="100%">a</th></tr></thead><tbody><tr><td width="100%">&nbsp;</td></tr></tbody></table>',
  ])('%s stays as it is, in a line of its own', (html) => {
    expect(parseBody(html)).toEqual([{ kind: 'html', html }])
    expect(read(buildBody(parseBody(html)))).toBe(html)
  })

  test('drops comments', () => {
    const html = '<!-- of us --><p>Dear<!-- to whom? --> customer</p><!-- x -->so<!-- y -->long<!-- z -->'
    expect(buildBody(parseBody(html))).toBe('<p>Dear customer</p><p>solong</p>')
    expect(parseBody('<!-- alone --> ')).toEqual([])
  })

  test('keeps all content in order, as plain text where possible', () => {
    const html =
      'Dear customer,<br>this is for you. <p>First</p>\n<ul><li>x</li></ul>between<table width="9"><tbody><tr><td>t</td></tr></tbody></table><p>last</p>'
    const lines = parseBody(html)
    expect(lines.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'paragraph',
      'html',
      'paragraph',
      'html',
      'paragraph',
    ])
    expect(lines[0]).toEqual({ kind: 'paragraph', text: 'Dear customer,\nthis is for you.' })
    expect(parseBody(buildBody(lines))).toEqual(lines)
    const words = (text: string) => read(text).replace(/<[^>]*>|\s/g, '')
    expect(words(buildBody(lines))).toBe(words(html))
  })
})

test('closes the elements that a line of HTML leaves open', () => {
  const body = buildBody([
    { kind: 'html', html: '<ul><li>open' },
    { kind: 'paragraph', text: 'after' },
  ])
  expect(body).toBe('<ul><li>open</li></ul><p>after</p>')
})
