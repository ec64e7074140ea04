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
  ['5.0.0', 'smtp; 554 [5.1.2.3] blocked', '5.0.0'],
  ['5.0.0', 'smtp; 550 5.1.1.7 in blocklist', '5.0.0'],
  ['5.4.4 (unable to route)', 'X-Local; 5.1.1', '5.4.4'],
])('of the status "%s" and the words "%s" takes %s', async (status, diagnostic, expected) => {
  const raw = withFields(`Action: failed\r\nStatus : ${status}\r\nDiagnostic-Code: ${diagnostic}`)
  expect((await failuresOf(raw)).map((failure) => failure.status)).toEqual([expected])
})

test.each(['rfc822; <ana@example.com>', 'rfc822;\tana@example.com', 'rfc822 ;ana@example.com'])(
  'reads the address of "%s"',
  async (field) => {
    const raw = withFields(`Final-Recipient: ${field}\r\nAction: failed\r\n \r\nStatus: 5.1.1`)
    expect(await failuresOf(raw)).toMatchObject([{ recipient: 'ana@example.com', status: '5.1.1' }])
  },
)

test('an empty address is none', async () => {
  expect(await failuresOf(withFields('Final-Recipient:\r\nAction: failed\r\nStatus: 5.1.1'))).toMatchObject([
    { recipient: undefined },
  ])
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
  const name = 'cd'.repeat(16)
  const returned = raw.replace('Subject: Outage', `Message-ID: <${name}@acme.example>`)
  expect((await readReport(Buffer.from(returned), [])).names).toEqual([name])
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

test('no more than its beginning is read, however it is written', async () => {
  const shapes = (size: number) => [
    withFields(`a:${' '.repeat(size)}x\ry\r\nAction: failed`),
    withFields('a:\r\n '.repeat(size / 5)),
    `Content-Type: text/plain; format=flowed\r\n\r\n${'a \n'.repeat(size / 3)}`,
    `Content-Type: text/html\r\n\r\n${'\n'.repeat(size)}`,
    `Content-Type: multipart/mixed; boundary=B\r\n\r\n${'--B\n\nx\n'.repeat(size / 7)}`,
  ]
  const used = async (size: number) => {
    const mails = shapes(size)
    const before = process.threadCpuUsage().user
    for (const raw of mails) await failuresOf(raw)
    return process.threadCpuUsage().user - before
  }
  await used(40_000)
  const small = await used(300_000)
  // Reports fourteen times as large. Without limits, parsing would take more than fourteen times as long.
  expect((await used(4_200_000)) / small).toBeLessThan(4)
})
