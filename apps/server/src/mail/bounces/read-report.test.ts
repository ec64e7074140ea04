import { expect, test } from 'vitest'
import { bounceReport } from '../../../testing/bounces.ts'
import { readReport } from './read-report.ts'

const failuresOf = async (raw: string) => (await readReport(Buffer.from(raw), [])).failures
const withFields = (fields: string) =>
  bounceReport().replace(/Final-Recipient[\s\S]*?\r\n\r\n/, `${fields}\r\n\r\n`)

test('reads status, address and words as Postfix writes them', async () => {
  expect(await failuresOf(bounceReport())).toEqual([
    {
      status: '5.1.1',
      recipient: 'ana@example.com',
      response: '550 5.1.1 <ana@example.com>: user unknown',
    },
  ])
})

test.each([
  ['5.0.0', 'smtp; 550 5.1.1 unknown', '5.1.1'],
  ['5.0.0', 'smtp; 550 no such user', '5.0.0'],
  ['', 'smtp; 550-5.2.1 disabled', '5.2.1'],
  ['5.4.4 (unable to route)', 'X-Local; 5.1.1', '5.4.4'],
])('of the status "%s" and the words "%s" takes %s', async (status, diagnostic, expected) => {
  const raw = withFields(`Action: failed\r\nStatus : ${status}\r\nDiagnostic-Code: ${diagnostic}`)
  expect((await failuresOf(raw)).map((failure) => failure.status)).toEqual([expected])
})

test('joins folded fields, and reads each recipient', async () => {
  const one = 'Final-Recipient: RFC822;\r\n ana@example.com\r\nAction: FAILED\r\nStatus: 5.1.1'
  const other = 'Final-Recipient: rfc822;bo@example.com\r\nAction: delivered\r\nStatus: 2.1.5'
  expect(await failuresOf(withFields(`${one}\r\n\r\n${other}`))).toEqual([
    { status: '5.1.1', recipient: 'ana@example.com', response: 'The mail was not delivered (5.1.1)' },
  ])
})

test('reads reports in base64 and for addresses that are not ASCII (RFC 6533)', async () => {
  const fields = 'Final-Recipient: utf-8; jürgen@bücher.example\nAction: failed\nStatus: 5.1.1\n'
  const raw = bounceReport().replace(
    /Content-Type: message\/delivery-status[\s\S]*?--B\r\n/,
    `Content-Type: message/global-delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(fields).toString('base64')}\r\n--B\r\n`,
  )
  expect(await failuresOf(raw)).toMatchObject([{ recipient: 'jürgen@bücher.example' }])
})

test('the Message-ID of the returned mail names it, one that its body quotes does not', async () => {
  const name = 'ab'.repeat(16)
  const quoted = bounceReport({ messageId: `<${name}@acme.example>` }).replace(
    'text/rfc822-headers',
    'message/rfc822',
  )
  expect((await readReport(Buffer.from(quoted), [])).names).toEqual([name])
  const inBody = quoted.replace('Message-ID:', 'Subject: x\r\n\r\nMessage-ID:')
  expect((await readReport(Buffer.from(inBody), [])).names).toEqual([])
})

test('a report that is written to take long is read at once, all the same', async () => {
  const blanks = withFields(`a:${' '.repeat(200_000)}x\ry\r\nAction: failed`)
  const lines = withFields('a:\r\n '.repeat(50_000))
  const flowed = `Content-Type: text/plain; format=flowed\r\n\r\n${'a \n'.repeat(1_000_000)}`
  const before = process.cpuUsage().user
  for (const raw of [blanks, lines, flowed]) await failuresOf(raw)
  // Microseconds of processor time. A quadratic reader needs more than a minute.
  expect(process.cpuUsage().user - before).toBeLessThan(10_000_000)
})
