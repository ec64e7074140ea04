import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { personalize } from './content.ts'
import { addressOf } from './message.ts'
import { fillTemplate, openTemplates } from './mime.ts'
import { UNSUBSCRIBE_MARK } from './parts.ts'

const ADDRESS = 'https://aviary.example/api/unsubscribe/0f8e?a=b'
const READER = { locale: 'en', timeZone: null }
const DATE = new Date('2026-08-20T12:00:00Z')

const compose = openTemplates('Acme Status <status@acme.example>')
const send = async (content: { subject: string; html: string; text: string }) => {
  return fillTemplate(compose(content, DATE), `List-Unsubscribe: <${ADDRESS}>\r\n`, {
    messageId: '1.2.3@acme.example',
    to: 'ana@example.com',
    unsubscribe: ADDRESS,
    reader: READER,
  })
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

test('a line ends by CR and LF, however it ended where it was written', async () => {
  const body = 'one\rtwo\nthree\r\nfour\r'
  const message = await send({ subject: 'Lines', html: `<p>${body}</p>`, text: body })
  expect(message).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
  expect((await PostalMime.parse(message)).text?.trimEnd()).toBe('one\ntwo\nthree\nfour')
})

test.each([
  'Plain',
  ' spaces  inside and around ',
  '$& and $1 are not taken for what they stand for in patterns',
  'a = b',
  'of exactly sixty signs, which still stands on one line 123456',
  'much longer than what stands on one line, so that it is folded where a word ends, once and again',
  'Störung',
  '',
])('the subject %j arrives as it was written', async (subject) => {
  for (const _ of [1, 2]) {
    const message = await send({ subject, html: '<p>x</p>', text: 'x' })
    const mail = await PostalMime.parse(message)
    expect(mail.subject ?? '').toBe(subject.trim())
    expect(mail.headers.map(({ key }) => key)).toEqual([
      ...['list-unsubscribe', 'from', 'to'],
      ...(subject === '' ? [] : ['subject']),
      ...['message-id', 'date', 'mime-version', 'content-type'],
    ])
  }
})

test('mails of one moment share their headers, but for the subject, and no body ends its part', async () => {
  const first = await send({ subject: 'One', html: '<p>x</p>', text: 'x' })
  const boundary = /boundary="([^"]+)"/.exec(first)?.[1] ?? ''
  expect(boundary).toMatch(/^=_/)
  const text = `before\r\n--${boundary}--\r\nafter`
  const mail = await PostalMime.parse(await send({ subject: 'Two', html: '<p>x</p>', text }))
  expect([mail.subject, mail.text?.trimEnd().replaceAll('\r\n', '\n')]).toEqual([
    ...['Two', text.replaceAll('\r\n', '\n')],
  ])
  const later = fillTemplate(
    compose({ subject: 'Three', html: 'x', text: 'x' }, new Date('2026-08-21T12:00:00Z')),
    '',
    { messageId: 'a@b', to: 'ana@example.com', unsubscribe: ADDRESS, reader: READER },
  )
  expect((await PostalMime.parse(later)).date).toBe('2026-08-21T12:00:00.000Z')
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
