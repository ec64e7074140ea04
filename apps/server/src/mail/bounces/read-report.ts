import type { Email } from 'postal-mime'
import { storable } from '../failure.ts'
import { MAIL_NAME } from './mail-names.ts'

/** What a mail server says about one recipient (RFC 3464). */
export type Failure = {
  /** Such as `5.1.1` (RFC 3463). */
  status: string
  /** The address that was not reached: another than the mail's where it was forwarded. */
  recipient: string | undefined
  /** The words of the mail server, to show. */
  response: string
}

export type Report = {
  /** What may be names of our mails: in the addresses it was sent to, then in the mail it returns. */
  names: string[]
  /** Empty unless the mail could not be delivered; a report of a delay is none. */
  failures: Failure[]
}

const LIMITS = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 10,
  maxHeadersSize: 64 * 1024,
} as const

/** What is read of a mail: the report stands before the mail that it returns. Both bound the time that parsing takes. */
export const READ_BYTES = 256 * 1024
const READ_LINES = 8_000
const LONGEST_REPORT = 64 * 1024
const MAX_NAMES = 20

/** `recipients`: the addresses that the report was sent to, as far as they are known apart from its headers. */
export async function readReport(raw: Buffer, recipients: readonly string[]): Promise<Report> {
  // Loaded only when needed: most processes never read one.
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(startOf(raw), LIMITS)
  } catch {
    // Too deep, or its headers too long: no mail server writes such a report.
    return { names: [], failures: [] }
  }
  const parts = email.attachments.map(({ mimeType, content }) => ({ mimeType, text: String(content) }))
  const returned = parts.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/global(-headers)?)$/.test(mimeType),
  )
  const status = parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  return {
    names: [...recipients, ...listAddresses(email), messageIdIn(returned?.text ?? '')]
      .flatMap((text) => text.match(MAIL_NAME) ?? [])
      .slice(0, MAX_NAMES),
    failures: status ? failuresIn(status.text) : [],
  }
}

function startOf(raw: Buffer): Buffer {
  const start = raw.subarray(0, READ_BYTES)
  let end = -1
  for (let lines = 0; lines < READ_LINES; lines += 1) {
    end = start.indexOf(0x0a, end + 1)
    if (end === -1) return start
  }
  return start.subarray(0, end)
}

/** Headers in which mail servers name the address that a mail was delivered to. */
const ADDRESS_HEADERS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const listAddresses = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => ADDRESS_HEADERS.has(key)).map(({ value }) => value)

/** Only of the headers, because a body can quote any other mail. */
function messageIdIn(returned: string): string {
  const [headers = ''] = returned.split(/\r?\n\r?\n/, 1)
  return /^Message-ID:\s*(\S+)/im.exec(headers)?.[1] ?? ''
}

/** What our mails' reports can be about: one recipient each, and more where a mail was forwarded. */
function failuresIn(report: string): Failure[] {
  return readGroups(report).flatMap((fields) => {
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const said = textOf(fields.get('diagnostic-code') ?? '')
    const status = statusIn(fields.get('status') ?? '', said)
    const recipient = textOf(fields.get('final-recipient') ?? '').replace(/^<(.*)>$/, '$1') || undefined
    return [{ status, recipient, response: storable(said || `The mail was not delivered (${status})`) }]
  })
}

/** The value of a field such as `rfc822; ana@example.com`. */
const textOf = (field: string): string => field.replace(/^[\w-]+[ \t]*;/, '').trim()

const STATUS = /^[245]\.\d{1,3}\.\d{1,3}(?![.\d])/
/** Directly behind the reply code, because an address of a server looks like a status. */
const STATUS_IN_REPLY = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![.\d])/

/** Some mail servers write 5.0.0 for everything, and the status only into the words of the other server. */
function statusIn(status: string, said: string): string {
  const exact = STATUS.exec(status)?.[0] ?? '5.0.0'
  return exact.endsWith('.0.0') ? (STATUS_IN_REPLY.exec(said)?.[1] ?? exact) : exact
}

/** Groups of fields, which an empty line divides; a line that begins with a blank continues the one before. */
function readGroups(report: string): Map<string, string>[] {
  const groups = [new Map<string, string>()]
  let last = ''
  // Without regular expressions over a whole line: outsiders write these lines, of any length.
  for (const line of report.slice(0, LONGEST_REPORT).split(/\r\n|\r|\n/)) {
    const fields = groups.at(-1) ?? new Map<string, string>()
    const colon = line.indexOf(':')
    if (line === '') {
      groups.push(new Map())
      last = ''
    } else if (line.startsWith(' ') || line.startsWith('\t'))
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`.trim())
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      fields.set(last, line.slice(colon + 1).trim())
    }
  }
  return groups
}
