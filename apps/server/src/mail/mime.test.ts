import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { personalize } from './content.ts'
import { addressOf } from './message.ts'
import { composeForm, fillForm } from './mime.ts'
import { UNSUBSCRIBE_MARK } from './parts.ts'

const ADDRESS = 'https://aviary.example/api/unsubscribe/0f8e?a=b'
const DATE = new Date('2026-08-20T12:00:00Z')

const send = async (content: { subject: string; html: string; text: string }) => {
  const form = await composeForm(content, 'Acme Status <status@acme.example>', DATE)
  return fillForm(
    form,
    { 'List-Unsubscribe': `<${ADDRESS}>` },
    { messageId: '1.2.3@acme.example', to: 'ana@example.com', unsubscribe: ADDRESS },
  )
}

test.each([
  ['plain', 'A line\nanother'],
  ['Japanese', '障害が発生しています。'.repeat(40)],
  ['lines with dots', '.\n..\n.hidden\nend.'],
  ['equals signs and spaces at line ends', 'a=b=3D \nspaces   \n\t\nend '],
  ['a long word', 'x'.repeat(5_000)],
  ['a long line of words', 'one two. '.repeat(500)],
  ['emoji and combining marks', '🦜🏽 e\u0301 👩‍👩‍👧'.repeat(30)],
  ['something like a mark', '%%aviary-unsubscribe% recipient@aviary'],
  ['an empty text', ''],
])('%s arrive as they were written, with the recipient own address', async (_, body) => {
  const content = {
    subject: '[OPI-1] 更新: "Expense" & Störung',
    html: `<p>${body}</p><a href="${UNSUBSCRIBE_MARK}">out</a>`,
    text: `${UNSUBSCRIBE_MARK} ${body} ${UNSUBSCRIBE_MARK}`,
  }
  const message = await send(content)
  const mail = await PostalMime.parse(message)
  const expected = personalize(content, ADDRESS)
  expect({
    ...mail,
    html: mail.html?.trimEnd(),
    text: mail.text?.trimEnd(),
  }).toMatchObject({
    subject: expected.subject,
    html: expected.html.trimEnd(),
    text: expected.text.trimEnd(),
    messageId: '<1.2.3@acme.example>',
    to: [{ address: 'ana@example.com' }],
    from: { name: 'Acme Status', address: 'status@acme.example' },
    date: '2026-08-20T12:00:00.000Z',
  })
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${ADDRESS}>`)
  expect(message).toMatch(/^[\t\r\n -~]*$/)
  expect(message.split('\r\n').every((line) => line.length <= 998)).toBe(true)
})

test('a subject cannot start another header', async () => {
  const mail = await PostalMime.parse(
    await send({ subject: 'Hello\r\nBcc: eve@example.com', html: '<p>x</p>', text: 'x' }),
  )
  expect(mail.bcc).toBeUndefined()
  expect(mail.to).toHaveLength(1)
})

test.each([
  ['Ana.B+x@Example.com', 'Ana.B+x@Example.com'],
  ['ana@例え.example', 'ana@xn--r8jz45g.example'],
  ['ana@ex%41mple.com', 'ana@ex%41mple.com'],
  ['root', 'root'],
])('%s is mailed at %s, and at no other address', (email, expected) => {
  expect(addressOf(email)).toBe(expected)
})
