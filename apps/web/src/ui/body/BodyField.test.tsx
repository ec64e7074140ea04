import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { BodyField } from './BodyField.tsx'
import { isEditable, toBody, toEditor } from './formatting.ts'

let value: string

/** A form whose body the buttons change from outside. */
function Form({ given, others = [] }: { given: string; others?: readonly string[] }) {
  const [body, setBody] = useState(given)
  value = body
  return (
    <>
      <BodyField lang="en" label="Body" rows={4} value={body} onChange={setBody} />
      {others.map((other, index) => (
        <button key={other} type="button" onClick={() => setBody(other)}>
          {`Other ${index}`}
        </button>
      ))}
    </>
  )
}

const open = async (form: ReactNode) => {
  await renderPage(form, {})
  await screen.findByLabelText('Body')
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Body')
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a body of paragraphs is shown as text, and is the same body when the text is as before', async () => {
  const stored = '<p>One &amp; two</p>\n<p>Three<br>four</p>'
  await open(<Form given={stored} />)
  expect(box().value).toBe('One & two\n\nThree\nfour')
  type('One')
  expect(value).toBe('One')
  type('One & two\n\nThree\nfour')
  expect(value).toBe(stored)
})

test('tags that somebody types stay as typed', async () => {
  await open(<Form given="" />)
  type('<p>One</p>')
  expect(box().value).toBe('<p>One</p>')
  type('<ul><li>One</li></ul>')
  expect(box().value).toBe('<ul><li>One</li></ul>')
})

test('a body that is put into the field, such as a template, is shown as text or in the editor', async () => {
  await open(<Form given="Mine" others={['<p>Theirs</p>', '<ul><li>List</li></ul>']} />)
  await press('Other 0')
  expect([box().value, value]).toEqual(['Theirs', '<p>Theirs</p>'])
  await press('Other 1')
  await waitFor(() => expect(box().getAttribute('contenteditable')).toBe('true'))
  expect(box().querySelector('li')?.textContent).toBe('List')
  expect(value).toBe('<ul><li>List</li></ul>')
  await press('Other 0')
  expect(box().value).toBe('Theirs')
})

test('text becomes formatted and text again, and HTML when it has more than text', async () => {
  await open(<Form given={'One\n\ntwo'} />)
  await press('Format')
  await waitFor(() => expect(box().getAttribute('contenteditable')).toBe('true'))
  expect([...box().querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['One', 'two'])
  await press('List')
  await waitFor(() => expect(value).toContain('<ul>'))
  await press('As HTML')
  expect(box().value).toBe(value)
})

test.each([
  [
    '<ul><li><p>One</p><ul><li><p>In it</p></li></ul></li></ul>',
    '<ul><li>One<ul><li>In it</li></ul></li></ul>',
  ],
  ['<ul><li><p>One</p><p>Two</p></li></ul>', '<ul><li><p>One</p><p>Two</p></li></ul>'],
  ['<p>One</p><p></p><p>Two</p><p></p>', '<p>One</p><p>Two</p>'],
  [
    '<table><tbody><tr><th colspan="2"><p>A</p></th></tr></tbody></table>',
    '<table><tbody><tr><th colspan="2">A</th></tr></tbody></table>',
  ],
])('what the editor has as %s is the body %s', (html, body) => expect(toBody(html)).toBe(body))

test.each([
  ['<ul><li>One <b>two</b></li></ul>', true],
  ['<p>10<sup>6</sup></p><h3>Head</h3>', true],
  ['<pre><code>One</code></pre>', true],
  ['<p>One</p><div>two</div>', false],
  ['<p><a href="https://x.example/"><code>One</code></a></p>', false],
  ['<p>One</p><pre>two <b>three</b></pre>', false],
  ['<ul><li><h3>One</h3>two</li></ul>', false],
])('the editor keeps all of %s: %s', (body, isKept) => expect(isEditable(body)).toBe(isKept))

test('words on lines of their own stay apart in the editor', () => {
  expect(toEditor('<p>To</p><p><b>One</b>\n<i>two</i></p><pre>a\nb</pre>')).toContain(
    '<p><b>One</b> <i>two</i></p><pre>a\nb</pre>',
  )
})

test('a list that is only looked at in the editor is the body that it was', async () => {
  const stored = '<p>One</p><ul><li>two<br />three</li></ul>'
  await open(<Form given={stored} />)
  await waitFor(() => expect(box().getAttribute('contenteditable')).toBe('true'))
  await press('As HTML')
  await press('Format')
  await waitFor(() => expect(box().getAttribute('contenteditable')).toBe('true'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(value).toBe(stored)
})
